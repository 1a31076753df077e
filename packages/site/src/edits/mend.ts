import type { Edit } from './applyEdits.ts'
import { findMatches, sourceOf } from './find.ts'

/** The language of a text that is edited. */
export type TextKind = 'html' | 'css' | 'script'

/** An edit without the marks that a model left around its texts, with a sentence on what was taken off. */
export interface MendedEdit {
  edit: Edit
  note?: string
}

/** Lines by which some editors separate a search from its replacement. */
const OPENING = /^<{5,9}(?: ?(?:SEARCH|ORIGINAL|HEAD))?$/
const MIDDLE = /^={5,9}$/
const CLOSING = /^>{5,9}(?: ?(?:REPLACE|UPDATED|END))?$/
const FENCE = /^(?:```|~~~)[\w.+#/:-]{0,40}$/

/** The edit as it was meant; one that cannot be understood is `refused`. */
export function mendEdit(text: string, edit: Edit, kind: TextKind): MendedEdit {
  const notes: string[] = []
  let { search, replace } = edit
  const mend = (from: string, to: string, what: string) => {
    if (from !== to && !notes.includes(what)) notes.push(what)
    return to
  }
  search = mend(search, withoutLines(text, search, OPENING, MIDDLE), 'the marks')
  replace = mend(replace, withoutLines(text, replace, MIDDLE, CLOSING), 'the marks')
  search = mend(search, withoutFence(text, search), 'the Markdown fence')
  replace = mend(replace, withoutFence(text, replace), 'the Markdown fence')
  if (kind === 'html') replace = mend(replace, withoutWords(text, search, replace), 'the words of an answer')
  const left = leftover(text, search, replace) ?? (kind === 'html' ? jsxAttribute(text, replace) : undefined)
  if (left !== undefined) return { edit: { ...edit, refused: left } }
  const escapes = withoutEscapes(text, { ...edit, search, replace }, kind)
  search = mend(search, escapes.search, 'backslashes')
  replace = mend(replace, escapes.replace, 'backslashes')
  return {
    edit: { ...edit, search, replace },
    ...(notes.length > 0 ? { note: `${notes.join(' and ')} around or in it were left out` } : {}),
  }
}

const splitLines = (text: string) => text.split('\n')

/** A text without a first line and a last line of two forms, unless the source has such lines. */
function withoutLines(source: string, text: string, first: RegExp, last: RegExp): string {
  const lines = splitLines(text)
  const isMark = (line: string | undefined, form: RegExp) => {
    const bare = line?.trim() ?? ''
    return bare.length < 30 && form.test(bare) && !source.includes(bare)
  }
  while (lines.at(-1)?.trim() === '' && lines.length > 1 && isMark(lines.at(-2), last)) lines.pop()
  const from = isMark(lines[0], first) ? 1 : 0
  const to = lines.length > from && isMark(lines.at(-1), last) ? lines.length - 1 : lines.length
  return from === 0 && to === splitLines(text).length ? text : lines.slice(from, to).join('\n')
}

const isFence = (line: string) => line.length < 60 && FENCE.test(line.trim())

/** The content of the only fence of a text, if the words around it are no markup or code. */
function withoutFence(source: string, text: string): string {
  if (source.includes('```') || source.includes('~~~')) return text
  const lines = splitLines(text)
  const fences = lines.flatMap((line, i) => (isFence(line) ? [i] : []))
  const [open, close] = fences
  if (open === undefined || close === undefined || fences.length !== 2) return text
  const outside = [...lines.slice(0, open), ...lines.slice(close + 1)]
  return outside.some((line) => /[<>{};=]/.test(line)) ? text : lines.slice(open + 1, close).join('\n')
}

/** The beginnings of a sentence with which an assistant hands over its text, in ten languages. */
const HANDS_OVER =
  /^(?:(?:sure|certainly|of course|okay|absolutely|great)\b|here(?:['’]s| is| are)\b|below is\b|i(?:['’]ve| have)\b|hier (?:ist|sind|kommt)\b|natürlich\b|voici\b|bien sûr|aquí (?:está|tienes)|claro\b|aqui está|ecco\b|certo\b|işte\b|tabii\b|вот(?: |$)|конечно|以下|这是|好的|こちら|はい)/i
/** The end of an answer. */
const SIGNS_OFF =
  /^(?:let me know\b|hope (?:this|that)\b|i(?:['’]ve| have)? (?:changed|updated|replaced|kept|added)\b|this (?:changes|updates|replaces)\b|(?:sag|lass) mir\b|ich habe\b)/i

/** A replacement of markup without the sentences of an assistant in lines of their own before and behind it. */
function withoutWords(source: string, search: string, replace: string): string {
  if (!search.trimStart().startsWith('<')) return replace
  const lines = splitLines(replace)
  const isWords = (line: string | undefined, form: RegExp) => {
    const bare = line?.trim() ?? ''
    return bare.length < 200 && !bare.includes('<') && form.test(bare) && !source.includes(bare)
  }
  const first = lines.findIndex((line) => line.trim() !== '')
  const last = lines.findLastIndex((line) => line.trim() !== '')
  const next = lines.slice(first + 1).find((line) => line.trim() !== '')
  const opens = isWords(lines[first], HANDS_OVER) && /[:：!.]$/.test(lines[first]?.trim() ?? '')
  const from = opens && next?.trimStart().startsWith('<') ? first + 1 : 0
  const before = lines.slice(from, last).findLast((line) => line.trim() !== '')
  const to = isWords(lines[last], SIGNS_OFF) && before?.trimEnd().endsWith('>') ? last : lines.length
  return from === 0 && to === lines.length ? replace : lines.slice(from, to).join('\n').trim()
}

/** Why a replacement is no HTML: an attribute of JSX, whose quotes would be read as those of attributes. */
function jsxAttribute(source: string, replace: string): string | undefined {
  if (!/\sstyle=\{\{/.test(replace) || /<(?:pre|code)\b/i.test(replace) || source.includes('style={{')) return undefined
  return 'The replacement has “style={{”, which is JSX and no browser reads. Write style="color: red" as HTML has it.'
}

/** Why an edit cannot be understood: marks or fences that are left in it. */
function leftover(source: string, search: string, replace: string): string | undefined {
  for (const line of splitLines(replace)) {
    const bare = line.trim()
    if (bare.length >= 60 || source.includes(bare) || search.includes(bare)) continue
    if ((bare.startsWith('<<<<<') && OPENING.test(bare)) || (bare.startsWith('>>>>>') && CLOSING.test(bare))) {
      return `The replacement holds the line ${bare}, which separates edits. Send each edit as an operation of its own, without such lines.`
    }
    if (isFence(bare) && !/<pre\b/i.test(replace)) {
      return 'The replacement holds a Markdown fence. Send only the text of the file.'
    }
  }
  return undefined
}

/**
 * An edit without the backslashes of a text that was escaped twice: if its search is found only without them, or if its
 * replacement has them where HTML or CSS has none.
 */
function withoutEscapes(text: string, edit: Edit, kind: TextKind): Pick<Edit, 'search' | 'replace'> {
  const { search, replace, expectedReplacements = 1 } = edit
  if (!search.includes('\\') && !replace.includes('\\')) return edit
  if (search.includes('\\') && !text.includes(search)) {
    const bare = unescaped(search)
    const found = findMatches(sourceOf(text, kind === 'html'), bare, expectedReplacements)
    if ('matches' in found) return { search: bare, replace: unescaped(replace) }
  }
  if (kind === 'script' || text.includes('\\"') || /<(?:script|pre|code|textarea)\b/i.test(replace)) return edit
  const quotes = kind === 'html' && /=\\["']/.test(replace)
  const sign = kind === 'html' ? />\\n|\\n {0,20}</ : /[{};]\\n/
  const lines = !replace.includes('\n') && sign.test(replace)
  if (!quotes && !lines) return edit
  return { search, replace: unescaped(replace) }
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
])

/** A text with `\"`, `\'`, `\n` and `\t` as the characters that they represent. */
function unescaped(text: string): string {
  return text.replace(/\\(["'nt])/g, (_, sign: string) => ESCAPES.get(sign) ?? sign)
}
