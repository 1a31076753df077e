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

/** Makes text one line, cuts it, and keeps it from closing the block of a prompt that contains it. */
export function clean(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').replace(/</g, '‹').replace(/>/g, '›')
  return line.length > length ? `${line.slice(0, length - 1).toWellFormed()}…` : line
}
