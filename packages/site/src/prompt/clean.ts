/** Makes text one line, cuts it, and keeps it from closing the block of a prompt that contains it. */
export function clean(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').replace(/</g, '‹').replace(/>/g, '›')
  return line.length > length ? `${line.slice(0, length - 1).toWellFormed()}…` : line
}
