import type { Documents } from '@atelier/documents'
import { documents as listed, parseCss, readTree } from '@atelier/site'
import type { Plan } from '../plan/plan.ts'
import { readTags } from '../steps/markup/tags.ts'
import { standInParts, standInStyles } from '../steps/standIn/standIn.ts'
import { styleNames } from '../steps/styles/styleNames.ts'
import { unstyledClasses } from '../steps/styles/unstyledClasses.ts'
import { hasPackageStyles } from './pageStyles.ts'
import type { FileCall, SiteFiles } from './siteFiles.ts'

const FRAMES = ['header', 'nav', 'footer'] as const
const fileOf = (name: string) => `_components/${name}.html`

/**
 * Makes the header, navigation and footer of a page those of all pages, if the shared ones are placeholders that the model
 * did not write. Placeholders that a page with a frame of its own has no use for are removed. Returns the names of the
 * elements that the page still has beside the shared ones.
 */
export async function settleFrames(
  { files, documents }: { files: SiteFiles; documents: Documents },
  plan: Plan,
  filename: string,
  by: FileCall,
): Promise<string[]> {
  const text = await files.read(filename, by)
  if (text === undefined) return []
  const own = framesIn(text)
  if (own.size === 0) return []
  const lifted: Record<string, string> = {}
  const needless = new Set<string>()
  const isStandInPart = async (part: string) => {
    const shared = await files.read(fileOf(part), by)
    return shared !== undefined && isStandIn(plan, part, shared)
  }
  for (const [name, { html, isWrapped }] of own) {
    // A page whose navigation is in no header has that in place of one.
    const part = name === 'nav' && !own.has('header') ? 'header' : name
    if (!(await isStandInPart(part))) continue
    // The wrapper is part of its looks, so it is not moved out.
    if (isWrapped) needless.add(part)
    else lifted[fileOf(part)] = withoutCurrent(html)
  }
  const hasTop = own.has('header') || own.has('nav')
  if (hasTop && !own.has('footer') && (await isStandInPart('footer'))) needless.add('footer')
  await removeParts(files, documents, needless, by)
  // The page is written again: what is a shared part by now is taken for it.
  await files.write({ ...lifted, [filename]: text }, by)
  const left = ownFrames((await files.read(filename, by)) ?? '')
  const shared: string[] = []
  for (const name of left.keys()) if ((await files.read(fileOf(name), by)) !== undefined) shared.push(name)
  return shared
}

/** Takes shared parts out of the template of all pages. */
async function removeParts(
  files: SiteFiles,
  documents: Documents,
  names: ReadonlySet<string>,
  by: FileCall,
): Promise<void> {
  if (names.size === 0) return
  const documentsOf = documents.inProject(by.project.id)
  const site = await documentsOf.open(by.project.site_document_id)
  const template = site && listed(site).find((entry) => entry.template?.target.kind === 'everywhere')
  const page = template && (await documentsOf.open(template.id))
  if (!page) return
  const tree = readTree(page)
  for (const { id, tag } of tree.children(tree.root)) {
    if (names.has(tag)) await files.call('deleteNode', { nodeId: id }, by)
  }
}

/**
 * Leaves only the custom properties of a placeholder stylesheet, which the model did not write, if its pages bring styles
 * of their own: its rules would mix with these. They come back once a page needs them.
 * @param hasUtilities whether the site styles utility classes itself
 */
export async function settleStyles(files: SiteFiles, plan: Plan, by: FileCall, hasUtilities: boolean): Promise<void> {
  const css = await files.read('styles.css', by)
  const standIn = standInStyles(plan)
  const tokens = tokenRules(standIn)
  const [now, whole] = [squashed(css ?? ''), squashed(standIn)]
  if (css === undefined || (now !== whole && now !== squashed(tokens))) return
  const wanted = (await needsStandIn(files, plan, by, standIn, hasUtilities)) ? standIn : tokens
  if (squashed(wanted) !== now) await files.write({ 'styles.css': wanted }, by)
}

/** Whether a shared part or a page has only the placeholder stylesheet for its classes. */
async function needsStandIn(
  files: SiteFiles,
  plan: Plan,
  by: FileCall,
  standIn: string,
  hasUtilities: boolean,
): Promise<boolean> {
  for (const name of FRAMES) {
    const text = await files.read(fileOf(name), by)
    if (text !== undefined && isStandIn(plan, name, text)) return true
  }
  const known = styleNames(standIn).classes
  for (const { filename } of plan.pages) {
    const text = await files.read(filename, by)
    if (text === undefined) continue
    if (hasPackageStyles(text)) continue
    const own = styleNames(ownCss(text)).classes
    if (own.size === 0 && !hasUtilities) return true
    const { names } = unstyledClasses(text, '', hasUtilities)
    if (names.some((name) => known.has(name))) return true
  }
  return false
}

/** The rules for `:root` of a stylesheet. */
function tokenRules(css: string): string {
  const { items } = parseCss(css)
  const tokens = items.flatMap((item, index) => {
    const isTokens = item.kind === 'style' && item.prelude.trim().startsWith(':root')
    return isTokens ? [css.slice(item.start, items[index + 1]?.start ?? css.length).trim()] : []
  })
  return `${tokens.join('\n')}\n`
}

/** The text of the `<style>` elements of a page. */
const ownCss = (text: string) =>
  [...readTags(text)]
    .flatMap(({ name, end, content }) => (name === 'style' && content ? [text.slice(end, content.end)] : []))
    .join('\n')

/** An element that belongs to the frame of a page. */
interface Frame {
  html: string
  /** Whether it stands within another element of the page. */
  isWrapped: boolean
}

/** The outermost headers, navigations and footers of the body of a page, by the name of their element. */
function framesIn(text: string): Map<string, Frame> {
  const found = new Map<string, Frame>()
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
    if (element && isFrame && !found.has(name))
      found.set(name, { html: text.slice(element.start, end), isWrapped: open.some((each) => each.name === 'div') })
  }
  return found
}

/** The HTML of these elements. */
const ownFrames = (text: string): Map<string, string> =>
  new Map([...framesIn(text)].map(([name, { html }]) => [name, html]))

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
