/**
 * A value with every occurrence of a path replaced by another file's: as a text, inside of one, in a list or an object.
 */
export function withPath(value: unknown, from: string, to: string): unknown {
  if (typeof value === 'string') return value.replaceAll(from, to).replaceAll(encodeURI(from), encodeURI(to))
  if (Array.isArray(value)) return value.map((each) => withPath(each, from, to))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withPath(inner, from, to)]))
}
