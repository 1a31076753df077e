/** One line, cut, and unable to close the block of a prompt that it stands in. */
export function clean(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').replace(/</g, '‹').replace(/>/g, '›')
  return line.length > length ? `${line.slice(0, length - 1).toWellFormed()}…` : line
}
