import type { View } from '@atelier/documents'

/** One entry of a loop: its fields by name. */
export type LoopEntry = Readonly<Record<string, string | number>>

export interface LoopField {
  /** As in `{currentEntry.name}`. */
  name: string
  label: string
  /** `media` is the URL of a file, `date` milliseconds since the epoch. */
  kind: 'text' | 'url' | 'media' | 'number' | 'date'
}

export interface LoopFilter {
  /** As in the attribute `data-filter-<name>`. */
  name: string
  label: string
  /** The accepted values; any text if absent. */
  values?: readonly string[]
  accepts(entry: LoopEntry, value: string, around: { pageId: string }): boolean
}

/**
 * A source of loop entries. An implementation MUST return the same entries for the same documents, MUST give
 * every entry a field `id`, and MAY leave a field out of an entry that has no value for it.
 */
export interface LoopSource {
  /** As in `data-source-id`. */
  readonly id: string
  readonly label: string
  readonly fields: readonly LoopField[]
  /** Field names that entries can be ordered by. */
  readonly orders: readonly { id: string; label: string }[]
  readonly filters: readonly LoopFilter[]
  /** What the entries depend on: they may change whenever it does. */
  readonly dependency: 'pages' | 'media'
  /** All entries, in the order that they have without `data-order-by`. */
  entries(site: View): readonly LoopEntry[]
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
