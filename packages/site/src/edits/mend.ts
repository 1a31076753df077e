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
  const left = leftover(text, search, replace)
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
