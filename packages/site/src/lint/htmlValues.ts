import { excerpt } from '@atelier/operation'
import type { LooseNode } from '../document/edit.ts'
import { lintCss } from './cssLint.ts'
import type { MistakeKind, Mistakes } from './mistakes.ts'

const BLANK_ID: MistakeKind = {
  says: (list) => `An id holds no blanks, and nothing can refer to one that does: ${list}. Use hyphens.`,
}

const NO_VALUE: MistakeKind = {
  says: (list) => `HTML has no such value, so the usual one counts: ${list}.`,
}

const NO_NUMBER: MistakeKind = {
  says: (list) => `A whole number belongs there, so the usual one counts: ${list}.`,
}

const ONLY_HERE: MistakeKind = {
  says: (list) =>
    `Only the machine of its author has what is at ${list}: visitors see nothing. Use a file of the site, or an address of the web.`,
}

const HEAD_ONLY: MistakeKind = {
  says: (list) =>
    `${list} belongs into the head of a page and does nothing there: renamePage and setPageSettings set what it says, applyCss the styles.`,
}

const NO_COMPONENT: MistakeKind = {
  says: (list) => `${list} names no component, so it shows nothing: ref is its id.`,
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** The values of attributes that have no others, by element and attribute. HTML, 4.10 and 4.6. */
const VALUES: Readonly<Record<string, ReadonlySet<string>>> = {
  'input type': words(
    'hidden text search tel url email password date month week time datetime-local number range color checkbox radio file submit image reset button',
  ),
  'button type': words('submit reset button'),
  'form method': words('get post dialog'),
  'form enctype': words('application/x-www-form-urlencoded multipart/form-data text/plain'),
  'img loading': words('lazy eager'),
  'iframe loading': words('lazy eager'),
  'th scope': words('row col rowgroup colgroup'),
  'ol type': words('1 a i A I'),
  'video preload': words('none metadata auto'),
  'audio preload': words('none metadata auto'),
}
/** Names of windows that are meant for one of the words with `_`. */
const MEANT_TARGETS = words('blank new _new self parent top')
const NUMBERS = words('colspan rowspan tabindex maxlength minlength rows cols size start')

/** Addresses that lead to the machine of the author. */
const LOCAL =
  /^\s*(?:(?:blob|file|cid|content):|https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?![\w.-])|[a-z]:[\\/])/i
const URLS = words('src href srcset action poster data formaction')

/** Checks the value of an attribute that its element has. */
export function checkAttributeValue(tag: string, name: string, value: string, mistakes: Mistakes): void {
  const shown = `<${tag} ${name}="${excerpt(value, 60)}">`
  if (name === 'id' && /\s/.test(value.trim())) mistakes.add(BLANK_ID, shown)
  if (URLS.has(name) && LOCAL.test(value)) mistakes.add(ONLY_HERE, shown)
  if (value === '' || /[{}]/.test(value)) return
  const allowed = VALUES[`${tag} ${name}`]
  if (allowed && !allowed.has(value.trim().toLowerCase()) && !allowed.has(value.trim())) mistakes.add(NO_VALUE, shown)
  else if (name === 'target' && MEANT_TARGETS.has(value.trim().toLowerCase())) mistakes.add(NO_VALUE, shown)
  else if (NUMBERS.has(name) && !/^\s*-?\d{1,9}\s*$/.test(value)) mistakes.add(NO_NUMBER, shown)
}

/** Checks an element for what it cannot be in the body of a page. */
export function checkPlace({ tag = '', ns, attrs = [] }: LooseNode, mistakes: Mistakes): void {
  if (ns !== undefined) return
  const has = (name: string) => attrs.some(([each, value]) => each === name && value.trim() !== '')
  if (tag === 'title' || tag === 'base' || (tag === 'meta' && !has('itemprop'))) mistakes.add(HEAD_ONLY, `<${tag}>`)
  const value = (name: string) => attrs.find(([each]) => each === name)?.[1] ?? ''
  // One of another server works where it is.
  const isSheet = tag === 'link' && /\bstylesheet\b/i.test(value('rel')) && !/^(?:https?:)?\/\//i.test(value('href'))
  if (isSheet) mistakes.add(HEAD_ONLY, '<link rel="stylesheet">')
  if (tag === 'atelier-component' && !has('ref')) mistakes.add(NO_COMPONENT, '<atelier-component>')
}

/** How many different values of `style` are checked. */
const MOST_STYLES = 200

/** The declarations in `style` attributes that browsers drop, as sentences. */
export async function styleMistakes(nodes: readonly LooseNode[]): Promise<string[]> {
  const values = new Set<string>()
  const collect = (list: readonly LooseNode[]) => {
    for (const { attrs, children } of list) {
      const value = attrs?.find(([name]) => name === 'style')?.[1]
      if (value !== undefined && values.size < MOST_STYLES && !/[{}]/.test(value)) values.add(value)
      if (children) collect(children)
    }
  }
  collect(nodes)
  return await styleProblems(values)
}

/** The same of the values of `style` themselves. */
export async function styleProblems(values: Iterable<string>): Promise<string[]> {
  const css = [...values].map((value) => `x { ${value.replace(/\s+/g, ' ')} }`).join('\n')
  const said = css === '' ? [] : (await lintCss(css)).map(({ message }) => message)
  return [...new Set(said)].slice(0, 4)
}
