import { readNumber } from '../../model/numberText.ts'

/** A completion of a value. */
export interface Suggestion {
  /** The text that takes the place of the word being typed. */
  text: string
  /** Its value, or its source. */
  hint?: string
  kind: 'token' | 'keyword' | 'unit' | 'property'
  /** A colour to be shown as a swatch. */
  color?: string
  /** The families that the text is shown in. */
  face?: string
}

export interface ValueSource {
  /** Tokens and custom properties that fit the property, the best first: `--space-m` with its value. */
  tokens: readonly { name: string; value: string; isColor?: boolean; isFont?: boolean }[]
  words: readonly string[]
  kinds: ReadonlySet<string>
}

const MAX_SUGGESTIONS = 60
const global = ['inherit', 'initial', 'unset', 'revert', 'revert-layer']
const unitsOf: readonly (readonly [kind: string, units: readonly string[]])[] = [
  ['length', ['px', 'rem', 'em', 'vw', 'vh', 'dvh', 'ch', 'cqw']],
  ['percentage', ['%']],
  ['flex', ['fr']],
  ['time', ['ms', 's']],
  ['angle', ['deg', 'turn']],
]

/** Where the word that ends at the caret begins. Brackets, commas, slashes and white space end a word. */
export function wordStart(text: string, caret: number): number {
  let start = caret
  while (start > 0 && !/[\s,/():]/.test(text.charAt(start - 1))) start -= 1
  // Inside `var(` the reference is replaced as a whole.
  return /var\($/i.test(text.slice(0, start)) ? start - 4 : start
}

/**
 * The completions of the word at the caret: tokens first, then units after a number, then keywords. An empty word
 * offers everything.
 */
export function suggestValues(source: ValueSource, text: string, caret = text.length): Suggestion[] {
  const word = text.slice(wordStart(text, caret), caret)
  const number = readNumber(word)
  if (number) return unitSuggestions(source.kinds, word, number.unit)
  const typed = word.replace(/^var\(/i, '').toLowerCase()
  const tokens = source.tokens.flatMap(({ name, value, isColor, isFont }): (Suggestion & { rank: number })[] => {
    const rank = rankOf(name, typed)
    const looks = isColor ? { color: value } : isFont ? { face: value } : {}
    return rank === undefined ? [] : [{ text: `var(${name})`, hint: value, kind: 'token', rank, ...looks }]
  })
  const isReference = /^var\(/i.test(word) || word.startsWith('--')
  const words = isReference ? [] : [...source.words, ...(typed === '' ? [] : global)]
  const keywords = words.flatMap((each): (Suggestion & { rank: number })[] => {
    const rank = rankOf(each, typed)
    return rank === undefined || each === typed ? [] : [{ text: each, kind: 'keyword', rank }]
  })
  return [...sorted(tokens), ...sorted(keywords)].slice(0, MAX_SUGGESTIONS)
}

/** The properties whose name the typed text can become, those that begin with it first. */
export function suggestProperties(names: readonly string[], typed: string): Suggestion[] {
  const text = typed.trim().toLowerCase()
  const found = names.flatMap((name): (Suggestion & { rank: number })[] => {
    const rank = rankOf(name, text)
    return rank === undefined ? [] : [{ text: name, kind: 'property', rank }]
  })
  return sorted(found).slice(0, MAX_SUGGESTIONS)
}

/**
 * The completions of a line `property: value` can become at the caret: a name of a property, or behind the colon a
 * value.
 */
export function suggestDeclaration(
  vocabulary: { names: readonly string[]; of(property: string): ValueSource },
  text: string,
  caret: number,
): Suggestion[] {
  const colon = text.indexOf(':')
  if (colon >= 0 && caret > colon) {
    return suggestValues(vocabulary.of(text.slice(0, colon).trim().toLowerCase()), text, caret)
  }
  if (text.trim() === '') return []
  const names = suggestProperties(vocabulary.names, text.slice(0, caret))
  return colon >= 0 ? names : names.map((each) => ({ ...each, text: `${each.text}: ` }))
}

/** The text with a suggestion in the place of the word at the caret, and where the caret then is. */
export function accept(text: string, caret: number, suggestion: Suggestion): { text: string; caret: number } {
  const start = wordStart(text, caret)
  const inFunction = suggestion.text.endsWith('()')
  // The bracket that closes `var(` may be there already.
  const rest = text.slice(caret).replace(/^\)/, text.slice(start, caret).startsWith('var(') ? '' : ')')
  const before = text.slice(0, start) + suggestion.text
  return { text: before + rest, caret: before.length - (inFunction ? 1 : 0) }
}

function unitSuggestions(kinds: ReadonlySet<string>, word: string, unit: string): Suggestion[] {
  const digits = word.slice(0, word.length - unit.length)
  return unitsOf
    .flatMap(([kind, units]) => (kinds.has(kind) ? units : []))
    .filter((each) => each.startsWith(unit) && each !== unit)
    .map((each) => ({ text: `${digits}${each}`, kind: 'unit' }))
}

/** The lower the better: begins with it, a part begins with it, holds it, holds its letters in their order. */
function rankOf(name: string, typed: string): number | undefined {
  if (typed === '') return 0
  const text = name.toLowerCase()
  const bare = text.replace(/^--/, '')
  if (text.startsWith(typed) || bare.startsWith(typed)) return 0
  if (bare.includes(`-${typed}`)) return 1
  if (text.includes(typed)) return 2
  let at = 0
  for (const letter of bare) if (letter === typed.charAt(at)) at += 1
  return at === typed.length && typed.length > 1 && bare.startsWith(typed.charAt(0)) ? 3 : undefined
}

function sorted(found: readonly (Suggestion & { rank: number })[]): Suggestion[] {
  return found.toSorted((a, b) => a.rank - b.rank).map(({ rank: _, ...suggestion }) => suggestion)
}
