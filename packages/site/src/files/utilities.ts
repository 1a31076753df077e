import type { Draft } from '@atelier/documents'
import { everyRule } from '../css/rules.ts'
import { escapeName } from '../css/tokenize.ts'
import type { ParsedDocument } from '../html/document.ts'
import type { ParsedNode } from '../html/parse.ts'
import type { RefusedScript } from '../html/reader.ts'
import { siteFramework } from '../tokens/framework.ts'
import { readConfig } from '../utilities/config.ts'
import { isUtilityClass } from '../utilities/names.ts'
import { LONGEST_THEME, siteUtilities, turnOnUtilities } from '../utilities/settings.ts'
import { compileWithSheet } from '../utilities/sheet.ts'
import { plainCss } from '../utilities/source.ts'

/** The address of a script or stylesheet that makes the utilities of Tailwind. */
const ADDRESS = /^(?:https?:)?\/\/[^?#]{0,300}tailwind/i
/** The scripts of Tailwind 3, whose values differ from those of 4 in some places. */
const THIRD = /^(?:https?:)?\/\/(?:cdn\.tailwindcss\.com|[^?#]{0,300}tailwindcss@[23])/i
/** The number of utility classes in a page without any rule from which on it was written for Tailwind. */
const MANY_CLASSES = 10

/** The values of Tailwind 3 where 4 has others. */
const THIRD_THEME = `@theme {
  --default-ring-width: 3px;
  --default-ring-color: rgb(59 130 246 / 0.5);
  --radius-sm: 0.125rem;
  --shadow-sm: 0 1px 2px 0 rgb(0 0 0 / 0.05);
  --drop-shadow-sm: 0 1px 1px rgb(0 0 0 / 0.05);
  --blur-sm: 4px;
  --backdrop-blur-sm: 4px;
}
@layer base {
  *, ::after, ::before, ::backdrop, ::file-selector-button { border-color: var(--color-gray-200, currentcolor); }
  button:not(:disabled), [role="button"]:not(:disabled) { cursor: pointer; }
}`

/** The scripts and styles that a document brings for its utility classes, taken out of it. */
export interface BroughtUtilities {
  /** The scripts without those of Tailwind. */
  scripts: RefusedScript[]
  warnings: string[]
}

const attribute = ({ attrs = [] }: { attrs?: ParsedNode['attrs'] }, name: string) =>
  attrs.find(([each]) => each === name)?.[1] ?? ''

/** Whether an element loads the stylesheet of Tailwind from another server. */
export const isUtilitySheet = (node: ParsedNode): boolean =>
  node.tag === 'link' && /\bstylesheet\b/i.test(attribute(node, 'rel')) && ADDRESS.test(attribute(node, 'href').trim())

/**
 * Turns the utilities of a site on for a document that brings Tailwind's script, configuration or stylesheet, or that
 * has classes of it without rules. The configuration is read as data; no script of it is kept.
 */
export async function bringUtilities(
  site: Draft,
  { head, body, scripts }: Pick<ParsedDocument, 'head' | 'body' | 'scripts'>,
): Promise<BroughtUtilities> {
  const rest: RefusedScript[] = []
  const warnings: string[] = []
  const themes: string[] = []
  let isBrought = head.nodes.some(isUtilitySheet)
  for (const script of scripts) {
    const src = attribute(script, 'src').trim()
    const config = src === '' ? await readConfig(script.text) : undefined
    if (ADDRESS.test(src)) {
      isBrought = true
      if (THIRD.test(src)) themes.unshift(THIRD_THEME)
    } else if (config) {
      isBrought = true
      themes.push(config.theme)
      if (config.left.length > 0)
        warnings.push(`Of Tailwind’s configuration is left out: ${config.left.slice(0, 8).join(', ')}.`)
    } else rest.push(script)
  }
  isBrought ||= !head.nodes.some(isOtherFramework) && isWrittenForUtilities(site, body)
  if (isBrought) warnings.push(...(await turnOn(site, themes)))
  return { scripts: rest, warnings }
}

/** Turns the utilities on, with further rules of their theme. Returns what there is to say about it. */
async function turnOn(site: Draft, themes: readonly string[]): Promise<string[]> {
  const warnings: string[] = []
  let theme = siteUtilities(site)?.theme ?? ''
  for (const each of themes) {
    if (each.trim() === '' || theme.includes(each.trim())) continue
    const next = `${theme}\n${each}`.trim()
    const problem =
      next.length > LONGEST_THEME
        ? `it has more than ${LONGEST_THEME} characters`
        : (await compileWithSheet(next, [])).problem
    if (problem === undefined) theme = next
    else warnings.push(`The values for Tailwind’s classes are left out: ${problem}.`)
  }
  const before = siteUtilities(site)?.theme ?? ''
  const isNew = turnOnUtilities(site, theme.slice(before.length))
  if (isNew) warnings.push('Tailwind’s classes are styled by the site itself, as plain CSS; its script is not loaded.')
  return warnings
}

/** The CSS of a file without what only Tailwind understands; its theme becomes that of the site. */
export async function withoutTailwind(site: Draft, css: string): Promise<{ css: string; warnings: string[] }> {
  const plain = await plainCss(css, siteUtilities(site)?.theme ?? '')
  if (plain.theme === undefined) return { css, warnings: [] }
  return { css: plain.css, warnings: [...(await turnOn(site, [plain.theme])), ...plain.notes] }
}

/** Whether an element loads another framework, of which some classes are called the same. */
const isOtherFramework = (node: ParsedNode): boolean =>
  node.tag === 'link' && /bootstrap|bulma|foundation|tachyons|uikit|materialize/i.test(attribute(node, 'href'))

/** Whether a body has ten utility classes that no rule of the site styles. */
function isWrittenForUtilities(site: Draft, { attrs, nodes }: ParsedDocument['body']): boolean {
  const found = new Set<string>()
  const stack: { attrs?: ParsedNode['attrs']; children?: readonly ParsedNode[] }[] = [{ attrs, children: nodes }]
  for (let node = stack.pop(); node; node = stack.pop()) {
    for (const name of attribute(node, 'class').split(/\s+/)) if (isUtilityClass(name)) found.add(name)
    stack.push(...(node.children ?? []))
  }
  if (found.size < MANY_CLASSES) return false
  const { utilities } = siteFramework(site)
  const selectors = [...everyRule(site)].map(({ prelude }) => prelude).join('\n')
  const bare = [...found].filter((name) => !utilities.has(name) && !selectors.includes(`.${escapeName(name)}`))
  return bare.length >= MANY_CLASSES
}
