/** A value on one line, short enough for a list. */
export function excerpt(text: string, length = 120): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > length ? `${line.slice(0, length - 1)}…` : line
}
