/** The longest text, and the most brackets, commas and depth, that are taken for JSON within a value. */
const MAX_LENGTH = 4_000_000
const MAX_MARKS = 100_000
const MAX_DEPTH = 40

/**
 * The value of a JSON text, as models write it: a comma may precede a closing bracket. Undefined if the text is
 * not JSON even so, or is larger or deeper than an argument ever is.
 */
export function parseLooseJson(text: string): { value: unknown } | undefined {
  const strict = withoutTrailingCommas(text)
  if (strict === undefined) return undefined
  try {
    return { value: JSON.parse(strict) }
  } catch {
    // The caller says what was expected instead.
    return undefined
  }
}

/** The text without commas before a closing bracket; undefined if it is too large. One pass, outside of strings. */
function withoutTrailingCommas(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined
  let result = ''
  let copied = 0
  let depth = 0
  let marks = 0
  /** The comma that only white space follows so far. */
  let comma = -1
  let before = ''
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === ' ' || character === '\n' || character === '\r' || character === '\t') continue
    if (character === '"') at = stringEnd(text, at)
    else if (character === ',' || character === '{' || character === '[' || character === '}' || character === ']') {
      marks += 1
      if (character === '{' || character === '[') depth += 1
      if (depth > MAX_DEPTH || marks > MAX_MARKS) return undefined
      if (character === '}' || character === ']') {
        depth -= 1
        if (comma >= 0) {
          result += text.slice(copied, comma)
          copied = comma + 1
        }
      }
    }
    // A comma behind nothing, or behind another one, is not one too many at the end.
    comma = character === ',' && before !== ',' && before !== '[' && before !== '{' ? at : -1
    before = character
  }
  return result + text.slice(copied)
}

/** Where the string that begins at `from` ends. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === '\\') at += 1
    else if (character === '"') return at
  }
  return text.length
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Is a value an object with members, and no list? */
export function isRecord(value: Json | undefined): value is { readonly [key: string]: Json }
export function isRecord(value: unknown): value is Record<string, unknown>
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isList(value: Json | undefined): value is readonly Json[]
export function isList(value: unknown): value is readonly unknown[]
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}
