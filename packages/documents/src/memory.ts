import type { Draft, Following, Json } from './view.ts'

/** So many new keys are put into the order one by one. */
const FEW = 16

/**
 * A view held in memory, with its keys in sorted order, so that the keys of one prefix are found without looking at
 * the others. New keys are put in order when keys are next asked for.
 */
export function createMemoryView(
  entries: Iterable<readonly [string, Json]> = [],
): Draft & { readonly size: number; readonly following: Following } {
  const values = new Map<string, Json>(entries)
  // Sorted on first use: loading a large document sorts once instead of inserting key by key.
  let sorted: string[] | undefined
  // Keys that have no place in it yet: a thousand of them cost one merge, not a thousand shifts of a long list.
  const unsorted = new Set<string>()
  const listeners: ((key: string) => void)[] = []

  function order(): string[] {
    if (!sorted) {
      sorted = [...values.keys()].sort(ascending)
      unsorted.clear()
    } else if (unsorted.size > FEW) {
      // Two runs in order, which the sort merges.
      sorted = [...sorted, ...[...unsorted].sort(ascending)].sort(ascending)
      unsorted.clear()
    } else if (unsorted.size > 0) {
      for (const key of unsorted) sorted.splice(lowerBound(sorted, key), 0, key)
      unsorted.clear()
    }
    return sorted
  }

  return {
    get size() {
      return values.size
    },
    get: (key) => values.get(key),
    has: (key) => values.has(key),
    keys(prefix = '') {
      const keys = order()
      if (prefix === '') return keys.slice()
      const from = lowerBound(keys, prefix)
      let to = from
      while (keys[to]?.startsWith(prefix)) to += 1
      return keys.slice(from, to)
    },
    set(key, value) {
      if (sorted && !values.has(key)) unsorted.add(key)
      values.set(key, value)
      for (const listener of listeners) listener(key)
    },
    delete(key) {
      if (!values.delete(key)) return
      if (!unsorted.delete(key)) sorted?.splice(lowerBound(sorted, key), 1)
      for (const listener of listeners) listener(key)
    },
    following: {
      written: () => [],
      onWrite(listener) {
        listeners.push(listener)
      },
    },
  }
}

function ascending(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function lowerBound(keys: readonly string[], wanted: string): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const key = keys[middle]
    if (key !== undefined && key < wanted) low = middle + 1
    else high = middle
  }
  return low
}
