import type { ChangeFeed, Draft, Json, View } from './view.ts'

/** Maximum new keys that may stay unsorted, and deleted ones in place, while only the keys of a prefix are read. */
const WAITING = 128

/**
 * A view held in memory, with its keys in sorted order, so that the keys of one prefix are found without looking at
 * the others. New keys are sorted when keys are next read.
 */
export function createMemoryView(entries: Iterable<readonly [string, Json]> = []): Draft & {
  readonly size: number
  readonly feed: ChangeFeed
  /** All that it holds, in the order of writing. */
  entries(): Iterable<readonly [string, Json]>
} {
  const values = new Map<string, Json>(entries)
  // Sorted on first use: loading a large document sorts once instead of inserting key by key.
  let sorted: string[] | undefined
  // Keys that have no place in it yet: a thousand of them cost one merge, not a thousand shifts of a long list.
  const unsorted = new Set<string>()
  // Deleted keys that still have one: likewise.
  const gone = new Set<string>()
  const listeners: ((key: string) => void)[] = []

  function order(): string[] {
    if (!sorted) {
      sorted = [...values.keys()].sort(ascending)
      unsorted.clear()
      gone.clear()
    }
    if (gone.size > 0) {
      sorted = sorted.filter((key) => !gone.has(key))
      gone.clear()
    }
    if (unsorted.size > 0) {
      insertSorted(sorted, [...unsorted].sort(ascending))
      unsorted.clear()
    }
    return sorted
  }

  function write(key: string, value: Json): void {
    if (sorted && !values.has(key) && !gone.delete(key)) unsorted.add(key)
    values.set(key, value)
    for (const listener of listeners) listener(key)
  }

  return {
    get size() {
      return values.size
    },
    get: (key) => values.get(key),
    has: (key) => values.has(key),
    keys(prefix = '') {
      if (prefix === '') return order().slice()
      const keys = sorted && unsorted.size + gone.size <= WAITING ? sorted : order()
      const from = lowerBound(keys, prefix)
      let to = from
      while (keys[to]?.startsWith(prefix)) to += 1
      const within = keys.slice(from, to)
      const found = gone.size > 0 ? within.filter((key) => !gone.has(key)) : within
      let isSorted = true
      for (const key of unsorted) {
        if (!key.startsWith(prefix)) continue
        found.push(key)
        isSorted = false
      }
      return isSorted ? found : found.sort(ascending)
    },
    entries: () => values.entries(),
    set: write,
    adopt: write,
    delete(key) {
      if (!values.delete(key)) return
      if (!unsorted.delete(key) && sorted) gone.add(key)
      for (const listener of listeners) listener(key)
    },
    feed: {
      written: () => [],
      onWrite(listener) {
        listeners.push(listener)
      },
    },
  }
}

/** Everything that a view holds, as one plain object. */
export function plainView(view: View): Record<string, Json> {
  const fields: [string, Json][] = []
  for (const key of view.keys()) {
    const value = view.get(key)
    if (value !== undefined) fields.push([key, value])
  }
  return Object.fromEntries(fields)
}

function ascending(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Puts keys, in order and none of them there yet, into a list in order, each of which moves once. */
function insertSorted(sorted: string[], keys: readonly string[]): void {
  let from = sorted.length
  // Made longer first: a write behind its end would make a list of another, slower kind.
  for (const key of keys) sorted.push(key)
  for (let left = keys.length; left > 0; left -= 1) {
    const key = keys[left - 1] ?? ''
    const place = lowerBound(sorted, key, from)
    for (let i = from - 1; i >= place; i -= 1) sorted[i + left] = sorted[i] ?? ''
    sorted[place + left - 1] = key
    from = place
  }
}

function lowerBound(keys: readonly string[], wanted: string, end = keys.length): number {
  let low = 0
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    const key = keys[middle]
    if (key !== undefined && key < wanted) low = middle + 1
    else high = middle
  }
  return low
}
