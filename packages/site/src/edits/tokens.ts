/** One token of a text: a word, a number or a single sign. White space is the text between tokens. */
export interface Token {
  /** The first character in the text. */
  readonly from: number
  /** Behind the last character. */
  readonly to: number
  /** The form in which tokens are compared: the token as written, but `'` for both kinds of quotes. */
  readonly text: string
}

const token = /[\p{L}\p{M}_]+|\p{N}+|\S/gu

/** The tokens of a text in order, in linear time. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  for (const { index, 0: written } of text.matchAll(token)) {
    tokens.push({ from: index, to: index + written.length, text: written === '"' ? "'" : written })
  }
  return tokens
}

/**
 * Where `pattern` occurs in `tokens`, as indexes of its first token; occurrences may overlap. Knuth, Morris and Pratt.
 */
export function occurrences(tokens: readonly Token[], pattern: readonly Token[]): number[] {
  if (pattern.length === 0) return []
  const fallback = [0]
  for (let i = 1, matched = 0; i < pattern.length; i++) {
    while (matched > 0 && pattern[i]?.text !== pattern[matched]?.text) matched = fallback[matched - 1] ?? 0
    if (pattern[i]?.text === pattern[matched]?.text) matched++
    fallback.push(matched)
  }
  const found: number[] = []
  for (let i = 0, matched = 0; i < tokens.length; i++) {
    while (matched > 0 && tokens[i]?.text !== pattern[matched]?.text) matched = fallback[matched - 1] ?? 0
    if (tokens[i]?.text === pattern[matched]?.text) matched++
    if (matched === pattern.length) {
      found.push(i - matched + 1)
      matched = fallback[matched - 1] ?? 0
    }
  }
  return found
}

/** The number of the line, from 1, that holds a character. */
export function lineAt(text: string, index: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) line++
  return line
}
