/** The kinds of thing that a search finds. */
export const foundKinds = ['page', 'section', 'entry', 'collection', 'image', 'menuItem'] as const
export type FoundKind = (typeof foundKinds)[number]

/** A thing that a search finds. */
export interface SearchItem {
  kind: FoundKind
  /** As the operations take it; of an item of a menu its label. */
  id: string
  name: string
  /** The path of a page, the address of a menu's item, the path of a file. */
  slug?: string
  /** The id of the page that holds it. */
  where?: string
  /** Of an entry. */
  model?: string
  locale?: string
  status?: string
}

/** An item with the words by which it is found, as the search of content makes them. */
export interface PreparedItem {
  item: SearchItem
  /** How much each word counts: once for each place, five times for one in the name. */
  weights: ReadonlyMap<string, number>
  /** The sum of the weights. */
  length: number
}

/** A word in the name counts as often as it does in content's own search. */
const IN_NAME = 5

export function prepareItem(item: SearchItem, name: readonly string[], text: readonly string[]): PreparedItem {
  const weights = new Map<string, number>()
  for (const word of name) weights.set(word, (weights.get(word) ?? 0) + IN_NAME)
  for (const word of text) weights.set(word, (weights.get(word) ?? 0) + 1)
  return { item, weights, length: name.length * IN_NAME + text.length }
}
