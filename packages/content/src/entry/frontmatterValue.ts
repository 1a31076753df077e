import type { Json } from '@atelier/documents'
import { isList } from '../model/json.ts'

/** How the frontmatter of a document holds a value: in these lines, or not at all. */
export type FrontmatterForm = { lines: string[]; problem?: undefined } | ({ lines?: undefined } & Unwritable)

/** Why a document's file cannot hold a value: the end of a sentence that begins with the name of its field. */
export interface Unwritable {
  problem: string
  hint: string
}

/** The line ends of the format's readers. */
const LINE_END = /[\n\r\u2028\u2029]/
const NAME = /^\w[\w.-]*$/
const NUMBER = /^-?\d+(?:\.\d+)?$/
/** A text with one of these is quoted by the format's own writer. */
const QUOTED_FOR = /[:#{}[\]*&!|>'"%@`]/

/** Texts that a reader of YAML 1.1 or 1.2 takes for something else than a text. */
const YAML_WORDS: ReadonlySet<string> = new Set(
  ['~', 'null', 'y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', '.inf', '.nan', '=', '<<', '---', '...'].flatMap(
    (word) => [word, word.toUpperCase(), word.replace(/[a-z]/, (letter) => letter.toUpperCase())],
  ),
)
const YAML_FORMS = [
  // Whole numbers: binary, octal, decimal with underscores, hexadecimal, base 60.
  /^[-+]?0b[01_]+$/,
  /^[-+]?0o?[0-7_]+$/,
  /^[-+]?[0-9][0-9_]*$/,
  /^[-+]?0x[0-9a-fA-F_]+$/,
  /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/,
  // Numbers with decimals or an exponent.
  /^[-+]?(?:[0-9][0-9_]*)?\.[0-9_.]*(?:[eE][-+]?[0-9]+)?$/,
  /^[-+]?[0-9][0-9_]*[eE][-+]?[0-9]+$/,
  /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
  // Days and times.
  /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \t].*)?$/,
]

/** Whether any reader of YAML takes a text without quotes for a number, a day, a truth value or nothing. */
const isYamlValue = (text: string): boolean => YAML_WORDS.has(text) || YAML_FORMS.some((form) => form.test(text))

/**
 * The lines in which the frontmatter of a document holds a value. The tools of the format have two readers, neither of
 * them YAML: neither knows escapes, one takes lists for texts with their quotes, the other for numbers where they look
 * like some. Returned is only what both read as this value.
 */
export function frontmatterForm(name: string, value: Json): FrontmatterForm {
  if (!NAME.test(name) || name === '__proto__') {
    return { problem: 'is a name that the frontmatter of a document cannot hold', hint: 'Use letters, digits and _.' }
  }
  if (value === null) return { lines: [] }
  if (isList(value)) return listForm(name, value)
  if (typeof value === 'object') {
    return {
      problem: 'is an object, which the frontmatter of a document cannot hold',
      hint: 'Use a collection with a markdown field instead of a document.',
    }
  }
  const written = typeof value === 'string' ? textForm(value) : scalarForm(value)
  return typeof written === 'string' ? { lines: [`${name}: ${written}`] } : written
}

const MULTI_LINE: Unwritable = {
  problem: 'has several lines, which the frontmatter of a document cannot hold',
  hint: 'Write it in one line, or write it in the body.',
}

function scalarForm(value: number | boolean): string | Unwritable {
  const text = String(value)
  if (typeof value === 'boolean' || NUMBER.test(text)) return text
  return { problem: 'is a number that the frontmatter of a document cannot hold', hint: 'Use fewer digits.' }
}

function textForm(text: string): string | Unwritable {
  if (LINE_END.test(text)) return MULTI_LINE
  if (!text.isWellFormed()) return { problem: 'holds half a character', hint: 'Type it again.' }
  const bare = isBare(text)
  if (bare && !QUOTED_FOR.test(text) && !/^[-?,]/.test(text) && !isYamlValue(text)) return text
  if (!/["\\]/.test(text)) return `"${text}"`
  if (!text.includes("'")) return `'${text}'`
  if (bare) return text
  return {
    problem: 'has quotes that the frontmatter of a document cannot hold',
    hint: 'Use curly quotes, or one kind of straight quotes alone.',
  }
}

/** Whether every reader takes a text without quotes for itself. */
function isBare(text: string): boolean {
  if (text === '' || text !== text.trim() || text.startsWith('#') || /\s#/.test(text)) return false
  if (text === 'true' || text === 'false' || text === 'null' || NUMBER.test(text)) return false
  const [first, last] = [text[0], text.at(-1)]
  return !((first === '"' || first === "'") && first === last) && !(first === '[' && last === ']')
}

function listForm(name: string, items: readonly Json[]): FrontmatterForm {
  if (items.length === 0) return { lines: [`${name}: []`] }
  const texts: string[] = []
  for (const item of items) {
    if (typeof item !== 'string') {
      return {
        problem: 'is a list of other things than texts, which the frontmatter of a document cannot hold',
        hint: 'Use a collection with a markdown field instead of a document.',
      }
    }
    if (LINE_END.test(item)) return MULTI_LINE
    texts.push(item)
  }
  if (texts.every((text) => isBare(text) && text.isWellFormed())) {
    return { lines: [`${name}:`, ...texts.map((text) => `  - ${text}`)] }
  }
  if (texts.every(isInline)) return { lines: [`${name}: [${texts.join(', ')}]`] }
  return {
    problem: 'is a list with a text that the frontmatter of a document cannot hold',
    hint: 'Leave out empty texts, quotes around a text, and numbers beside texts with commas.',
  }
}

/** Whether a text can be between commas in brackets, where no reader takes anything for a number. */
const isInline = (text: string): boolean =>
  text !== '' && text === text.trim() && text.isWellFormed() && !/[,[\]"'\\]/.test(text) && !/(?:^|\s)#/.test(text)

/**
 * The line, from 1 on, at which a conflict of a merge begins that git has left in a text, with both of its sides and its
 * end; undefined if there is none. Fenced code may show one. Linear.
 */
export function conflictLine(text: string): number | undefined {
  if (!text.includes('<<<<<<< ')) return undefined
  let fence: string | undefined
  let begin: number | undefined
  let isSecond = false
  for (const [index, line] of text.split('\n').entries()) {
    const [, opened] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
    if (opened !== undefined) {
      if (fence === undefined) fence = opened
      else if (opened.startsWith(fence)) fence = undefined
      continue
    }
    if (fence !== undefined) continue
    if (line.startsWith('<<<<<<< ')) {
      begin = index + 1
      isSecond = false
    } else if (begin !== undefined && line.trimEnd() === '=======') isSecond = true
    else if (begin !== undefined && isSecond && line.startsWith('>>>>>>> ')) return begin
  }
  return undefined
}

/**
 * Why a document's file cannot hold a text under its frontmatter; undefined if it can. Blank lines at its ends are not
 * kept, and neither is an indent of its first line, which would change its meaning.
 */
export function refuseBody(text: string): Unwritable | undefined {
  if (conflictLine(text) !== undefined)
    return { problem: 'holds the marks of a merge conflict', hint: 'Keep one side, or fence the lines with ```.' }
  if (!text.isWellFormed()) return { problem: 'holds half a character', hint: 'Type it again.' }
  const start = text.trimStart()
  const before = text[text.length - start.length - 1]
  if (start === '' || before === undefined || before === '\n' || before === '\r') return undefined
  return { problem: 'begins with an indented line, whose indent the format drops', hint: 'Fence the code with ```.' }
}
