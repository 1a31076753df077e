const SOURCES = ['currentEntry', 'parentEntry', 'page', 'site', 'route', 'params'] as const
export type TokenSource = (typeof SOURCES)[number]

/**
 * `{source.field}`, perhaps with a format after a bar, and the backslashes before it. Two braces are the tokens of
 * other systems.
 */
const TOKEN = new RegExp(
  `(?<!\\\\)(\\\\*)(?<!\\{)\\{(${SOURCES.join('|')})\\.([A-Za-z_][\\w.-]{0,100})(?:\\|([a-z]{1,20}))?\\}(?!\\})`,
  'g',
)

/** A token as it is written in a text. */
export interface WrittenToken {
  /** `{page.title}`. */
  text: string
  source: TokenSource
  field: string
  format: string | undefined
  /** The number of backslashes before it: they count in pairs, and after an odd number the token is literal. */
  backslashes: number
}

/** Whether a text can hold a token at all: a fast test, run on every text of every page. */
export const mayHoldToken = (text: string) => text.includes('{')

export function holdsToken(text: string): boolean {
  return mayHoldToken(text) && text.search(TOKEN) >= 0
}

/** The text with something in place of each token and the backslashes in front of it. */
export function replaceTokens(text: string, replacement: (token: WrittenToken) => string): string {
  if (!mayHoldToken(text)) return text
  return text.replace(TOKEN, (whole, slashes: string, source: TokenSource, field: string, format: string | undefined) =>
    replacement({ text: whole.slice(slashes.length), source, field, format, backslashes: slashes.length }),
  )
}

/** The token that is all that a text holds, beside white space around it; undefined for any other text. */
export function wholeToken(text: string): WrittenToken | undefined {
  let only: WrittenToken | undefined
  let count = 0
  const rest = replaceTokens(text, (token) => {
    only = token
    count += 1
    return ''
  })
  return count === 1 && only?.backslashes === 0 && rest.trim() === '' ? only : undefined
}

/** Escapes every token of a text, so that it stays literal when tokens are filled in: `\{page.title}`. */
export function escapeTokens(text: string): string {
  return replaceTokens(text, ({ text: token, backslashes }) => '\\'.repeat(2 * backslashes + 1) + token)
}

/** A text as it reads if none of its tokens is filled in: backslashes before a token count in pairs. */
export function unescapeTokens(text: string): string {
  return text.includes('\\{') ? replaceTokens(text, literalToken) : text
}

/** A token that stays as it is, after its unescaped backslashes. */
export const literalToken = ({ text, backslashes }: WrittenToken): string =>
  '\\'.repeat(Math.floor(backslashes / 2)) + text
