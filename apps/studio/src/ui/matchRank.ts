/**
 * How well a label, or the keywords beside it, match what was typed into a search field: 0 is the label itself, and a
 * larger number is a weaker match. Returns undefined when they do not match.
 */
export function matchRank(label: string, keywords: string, typed: string): number | undefined {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return 0
  const name = label.toLowerCase()
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  if (name.split(' ').some((word) => word.startsWith(wanted))) return 2
  const words = `${name} ${keywords.toLowerCase()}`
  if (words.split(' ').some((word) => word.startsWith(wanted))) return 3
  if (words.includes(wanted)) return 4
  return wanted.split(/\s+/).every((word) => words.includes(word)) ? 5 : undefined
}

/** The items that match what was typed, the best first; of equal matches the order stays. */
export function bestMatches<Item extends { readonly label: string }>(
  items: readonly Item[],
  keywords: (item: Item) => string,
  typed: string,
): Item[] {
  return items
    .flatMap((item) => {
      const rank = matchRank(item.label, keywords(item), typed)
      return rank === undefined ? [] : [{ item, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}
