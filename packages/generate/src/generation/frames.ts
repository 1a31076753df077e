import { parseCss } from '@atelier/site'
import type { Plan } from '../plan/plan.ts'
import { readTags } from '../steps/markup/tags.ts'
import { standInParts, standInStyles } from '../steps/standIn/standIn.ts'
import type { FileCall, SiteFiles } from './siteFiles.ts'

const FRAMES = ['header', 'footer'] as const
const fileOf = (name: string) => `_components/${name}.html`

/**
 * Makes the header and footer of a page those of all pages, if the shared ones are placeholders that the model did not
 * write. Returns the names of the elements that the page still has beside the shared ones.
 */
export async function settleFrames(files: SiteFiles, plan: Plan, filename: string, by: FileCall): Promise<string[]> {
  const text = await files.read(filename, by)
  if (text === undefined) return []
  const own = ownFrames(text)
  if (own.size === 0) return []
  const lifted: Record<string, string> = {}
  for (const [name, html] of own) {
    const shared = await files.read(fileOf(name), by)
    if (shared === undefined) continue
    if (isStandIn(plan, name, shared)) lifted[fileOf(name)] = withoutCurrent(html)
  }
  // The page is written again: what is a shared part by now is taken for it.
  await files.write({ ...lifted, [filename]: text }, by)
  const left = ownFrames((await files.read(filename, by)) ?? '')
  const shared: string[] = []
  for (const name of left.keys()) if ((await files.read(fileOf(name), by)) !== undefined) shared.push(name)
  return shared
}

/**
 * Leaves only the custom properties of a placeholder stylesheet, which the model did not write, once its pages are styled
 * by utility classes: its rules would win over these.
 */
export async function settleStyles(files: SiteFiles, plan: Plan, by: FileCall): Promise<void> {
  const css = await files.read('styles.css', by)
  const standIn = standInStyles(plan)
  if (css === undefined || css.replace(/\s+/g, '') !== standIn.replace(/\s+/g, '')) return
  for (const name of FRAMES) {
    const text = await files.read(fileOf(name), by)
    if (text !== undefined && isStandIn(plan, name, text)) return
  }
  const { items } = parseCss(css)
  const tokens = items.flatMap((item, index) => {
    const isTokens = item.kind === 'style' && item.prelude.trim().startsWith(':root')
    return isTokens ? [css.slice(item.start, items[index + 1]?.start ?? css.length).trim()] : []
  })
  await files.write({ 'styles.css': `${tokens.join('\n')}\n` }, by)
}

/** The outermost headers and footers of the body of a page, by the name of their element. */
export function ownFrames(text: string): Map<string, string> {
  const found = new Map<string, string>()
  const open: { name: string; start: number }[] = []
  for (const { name, isEnd, isEmpty, start, end } of readTags(text)) {
    if (!isEnd) {
      if (!isEmpty) open.push({ name, start })
      continue
    }
    const at = open.findLastIndex((each) => each.name === name)
    if (at < 0) continue
    const [element] = open.splice(at)
    const isFrame = FRAMES.some((each) => each === name) && open.every((each) => AROUND.has(each.name))
    if (element && isFrame && !found.has(name)) found.set(name, text.slice(element.start, end))
  }
  return found
}

const AROUND: ReadonlySet<string> = new Set(['!doctype', 'html', 'body', 'div'])

/** Whether the text of a shared part is the one that is made from the plan where a model writes none. */
export const isStandIn = (plan: Plan, name: string, text: string): boolean =>
  squashed(text) === squashed(standInParts(plan)[fileOf(name)] ?? '')

/** The words and tags of a part without what its file adds to it. */
const squashed = (html: string) =>
  html
    .replace(/ data-block="[^"]{0,60}"/g, '')
    .replace(/ (?:href|action)="[^"]{0,300}"/g, '')
    .replace(/&(?:amp|#39|apos|quot);/g, '')
    .replace(/[\s'"&]+/g, '')

const withoutCurrent = (html: string) => html.replace(/ aria-current="[^"]{0,20}"/g, '')

/** The one message to the model that takes a page's own copy of a shared part out; undefined if there is none. */
export function mendFramesPrompt(filename: string, text: string, shared: readonly string[]): string | undefined {
  const twice = [...ownFrames(text).keys()].filter((name) => shared.includes(name))
  if (twice.length === 0) return undefined
  const parts = twice.map((name) => `<${name}>`).join(' and ')
  const comments = twice.map((name) => `<!-- @component:${name} -->`).join(' ')
  return `${filename} has a ${parts} of its own beside that of all pages, so that it shows two. Write ${filename} again as a whole with writeFile, with ${comments} in the place of its own, and everything else as it is.`
}
