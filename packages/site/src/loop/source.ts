import type { View } from '@atelier/documents'

/** One entry of a loop: its fields by name. */
export type LoopEntry = Readonly<Record<string, string | number>>

export interface LoopField {
  /** As in `{currentEntry.name}`. */
  name: string
  label: string
  /** `media` is the URL of a file, `date` milliseconds since the epoch, `rich` a long text that `|html` shows as HTML. */
  kind: 'text' | 'url' | 'media' | 'number' | 'date' | 'rich'
}

export interface LoopFilter {
  /** As in the attribute `data-filter-<name>`. */
  name: string
  label: string
  /** The accepted values; any text if absent. */
  values?: readonly string[]
  accepts(entry: LoopEntry, value: string, around: LoopAround): boolean
}

/** Where a loop stands. */
export interface LoopAround {
  pageId: string
  /** The entry that the page shows, if it is the page of one. */
  entryId?: string
}

/**
 * A source of loop entries. An implementation MUST return the same entries for the same documents, MUST give
 * every entry a field `id`, and MAY leave a field out of an entry that has no value for it.
 */
export interface LoopSource {
  /** As in `data-source-id`. */
  readonly id: string
  readonly label: string
  /** As in `data-table-id`, of a source that reads one collection of several. */
  readonly table?: string
  /** The locale that its entries are in, of a source whose entries differ by locale. */
  readonly locale?: string
  readonly fields: readonly LoopField[]
  /** Field names that entries can be ordered by. */
  readonly orders: readonly { id: string; label: string }[]
  readonly filters: readonly LoopFilter[]
  /** The dependencies of the entries: they may change whenever it does. */
  readonly dependency: 'pages' | 'media' | `content:${string}`
  /**
   * All entries, in the order that they have without `data-order-by`.
   * @param locale the page's own language, if it has one
   */
  entries(site: View, locale?: string): readonly LoopEntry[]
  /** One entry by its id, if the source can tell. */
  find?(id: string): LoopEntry | undefined
  /** The value of a field that entries do not hold themselves, such as one of a related entry; undefined if there is none. */
  value?(entry: LoopEntry, name: string): string | number | undefined
  /** The entries that a field of an entry leads to, each in its own source. */
  related?(entry: LoopEntry, name: string): readonly { source: LoopSource; entry: LoopEntry }[]
  /** The language of a text that is not translated to that of the source yet; undefined for every other value. */
  language?(entry: LoopEntry, name: string): string | undefined
  /** A long text as HTML that was not cleaned yet; undefined if the field is no long text. */
  html?(entry: LoopEntry, name: string): string | undefined
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Orders entries by a field: numbers as numbers, texts as a reader expects; those without the field last. */
export function orderEntries(entries: readonly LoopEntry[], orderBy: string, descending: boolean): LoopEntry[] {
  const sign = descending ? -1 : 1
  return entries.toSorted((a, b) => {
    const [x, y] = [a[orderBy], b[orderBy]]
    if (x === undefined || y === undefined) return x === y ? 0 : x === undefined ? 1 : -1
    if (typeof x === 'number' && typeof y === 'number') return sign * (x - y)
    return sign * collator.compare(String(x), String(y))
  })
}
