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
  /** The model of an entry. */
  model?: string
  /** The name of that model. */
  modelName?: string
  locale?: string
  status?: string
}

/** The words of a project, each once, with a number: an item then has numbers in place of texts. */
export class Words {
  private readonly ids = new Map<string, number>()
  private readonly list: string[] = []

  idOf(word: string): number {
    const known = this.ids.get(word)
    if (known !== undefined) return known
    const id = this.list.push(word) - 1
    this.ids.set(word, id)
    return id
  }

  wordOf(id: number): string {
    return this.list[id] ?? ''
  }
}

/** An item with the words by which it is found, as the search of content makes them. */
export interface PreparedItem {
  item: SearchItem
  /** The numbers of its words, each once. */
  words: Uint32Array
  /** How much each of them counts: once for each place, five times for one in the name. */
  weights: Uint16Array
  /** The sum of the weights. */
  length: number
}

/** A word in the name counts as often as it does in content's own search. */
const IN_NAME = 5
/** More of the same word is no better. */
const MOST_WEIGHT = 65_535

export function prepareItem(
  item: SearchItem,
  name: readonly string[],
  text: readonly string[],
  words: Words,
): PreparedItem {
  const weights = new Map<number, number>()
  const add = (word: string, weight: number) => {
    if (word === '') return
    const id = words.idOf(word)
    weights.set(id, Math.min(MOST_WEIGHT, (weights.get(id) ?? 0) + weight))
  }
  for (const word of name) add(word, IN_NAME)
  for (const word of text) add(word, 1)
  return {
    item,
    words: Uint32Array.from(weights.keys()),
    weights: Uint16Array.from(weights.values()),
    length: name.length * IN_NAME + text.length,
  }
}
