/** The text without the characters of `characters` at its end. Linear, unlike a pattern such as `/x+$/`. */
export function stripEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** The text without the characters of `characters` at both its ends. */
export function strip(text: string, characters: string): string {
  let start = 0
  while (start < text.length && characters.includes(text.charAt(start))) start += 1
  return stripEnd(text.slice(start), characters)
}

/**
 * Characters that a reader does not see, or sees in another place than the real one: controls, marks that turn the
 * direction of writing, and the tags in which a second text can hide. Joiners stay: scripts and pictures are written
 * with them.
 */
const UNSEEN =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/**
 * Makes text one line without invisible characters, cuts it, and keeps it from closing the block of a prompt that contains it.
 */
export function clean(text: string, length: number): string {
  const read = text.length > length * 8 ? `${text.slice(0, length * 8)}…` : text
  const line = read.replace(/\s+/g, ' ').replace(UNSEEN, '').replace(/</g, '‹').replace(/>/g, '›')
  return excerpt(line, length)
}

/** The text, or its beginning with an ellipsis: at most `length` characters. */
export function excerpt(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text
}

/** The message of a caught value. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
