/** Values that one statement asks about: a database takes no more than some ten thousand. */
const AT_ONCE = 5000

export function* inParts(values: Iterable<string>): Generator<string[]> {
  const all = [...values]
  for (let from = 0; from < all.length; from += AT_ONCE) yield all.slice(from, from + AT_ONCE)
}
