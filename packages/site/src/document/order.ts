import { generateNKeysBetween } from 'fractional-indexing'
import type { PageNode } from './tree.ts'

/** The order keys of new siblings, and the existing siblings that need a new key to make room. */
export interface Gap {
  keys: string[]
  /** Siblings after the gap that shared their key with the one before it. */
  moved: { id: string; key: string }[]
}

/**
 * Order keys for `count` nodes before the sibling at `index` (at the end if there is none). Two users who insert at
 * one place at once get equal keys; an insertion between two such siblings gives the later ones new keys.
 */
export function gapAt(siblings: readonly Pick<PageNode, 'id' | 'order'>[], index: number, count: number): Gap {
  const before = index > 0 ? (siblings[index - 1]?.order ?? null) : null
  let end = index
  while (end < siblings.length && siblings[end]?.order === before) end += 1
  const after = siblings[end]?.order ?? null
  const shared = siblings.slice(index, end)
  let keys: string[]
  try {
    keys = generateNKeysBetween(before, after, count + shared.length)
  } catch {
    // A key that no order key generator made: the whole list gets new keys.
    const all = firstKeys(siblings.length + count)
    const rest = [...all.slice(0, index), ...all.slice(index + count)]
    return {
      keys: all.slice(index, index + count),
      moved: siblings.map(({ id }, i) => ({ id, key: rest[i] ?? '' })),
    }
  }
  return {
    keys: keys.slice(0, count),
    moved: shared.map(({ id }, i) => ({ id, key: keys[count + i] ?? '' })),
  }
}

/** The first keys of any list: the keys of a shorter list are a prefix of those of a longer one. */
const beginning: string[] = []
const REMEMBERED = 4_096

/** The order keys of the first `count` siblings of a list. */
export function firstKeys(count: number): string[] {
  if (count > REMEMBERED) return generateNKeysBetween(null, null, count)
  return beginningOf(count).slice(0, count)
}

/** The same keys, or more of them. Callers MUST NOT change the list. */
export function sharedFirstKeys(count: number): readonly string[] {
  return count > REMEMBERED ? generateNKeysBetween(null, null, count) : beginningOf(count)
}

function beginningOf(count: number): readonly string[] {
  if (beginning.length < count)
    beginning.push(...generateNKeysBetween(beginning.at(-1) ?? null, null, count - beginning.length))
  return beginning
}

/**
 * Order keys for a list, from the keys that its members already have. As many as possible stay: the longest
 * run that is in the right order.
 * @param behind the keys added at the end come after this key
 */
export function keepOrders(given: readonly (string | undefined)[], behind?: string): string[] {
  if (isIncreasing(given)) return [...given]
  const staying = longestRun(given)
  const orders: string[] = []
  try {
    for (let i = 0; i < given.length; ) {
      if (staying.has(i)) {
        orders.push(given[i] ?? '')
        i += 1
        continue
      }
      let end = i
      while (end < given.length && !staying.has(end)) end += 1
      const last = orders.at(-1)
      const after = end === given.length && behind !== undefined && !(last && last > behind) ? behind : last
      orders.push(...generateNKeysBetween(after ?? null, given[end] ?? null, end - i))
      i = end
    }
    return orders
  } catch {
    // A key that no order key generator made: the whole list gets new keys.
    return firstKeys(given.length)
  }
}

function isIncreasing(values: readonly (string | undefined)[]): values is readonly string[] {
  let last = ''
  for (const [i, value] of values.entries()) {
    if (value === undefined || (i > 0 && value <= last)) return false
    last = value
  }
  return true
}

/** The indexes of a longest strictly increasing run of the values; undefined values are in no run. Patience sorting. */
function longestRun(values: readonly (string | undefined)[]): ReadonlySet<number> {
  const ends: number[] = []
  const previous = new Map<number, number>()
  for (const [i, value] of values.entries()) {
    if (value === undefined) continue
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const end = values[ends[middle] ?? -1]
      if (end !== undefined && end < value) low = middle + 1
      else high = middle
    }
    const before = ends[low - 1]
    if (before !== undefined) previous.set(i, before)
    ends[low] = i
  }
  const run = new Set<number>()
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) run.add(at)
  return run
}
