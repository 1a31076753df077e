import { generateNKeysBetween } from 'fractional-indexing'
import type { PageNode } from './tree.ts'

/** Where `count` new siblings go, and which old ones must be given a new key to make room. */
export interface Gap {
  keys: string[]
  /** Siblings behind the gap that shared their key with the one before it. */
  moved: { id: string; key: string }[]
}

/**
 * Order keys for `count` nodes before the sibling at `index` (at the end where there is none). Two people who insert at
 * one place at once are given equal keys; to stand between two such siblings the later ones get new keys.
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
    // A key that no order key generator made: the list is numbered anew.
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

/** The first keys of any list: those of a shorter one begin those of a longer one. */
const beginning: string[] = []
const REMEMBERED = 4_096

/** The keys of `count` siblings that start a list. */
export function firstKeys(count: number): string[] {
  if (count > REMEMBERED) return generateNKeysBetween(null, null, count)
  return beginningOf(count).slice(0, count)
}

/** The same keys, or more of them: nobody may write to the list. */
export function sharedFirstKeys(count: number): readonly string[] {
  return count > REMEMBERED ? generateNKeysBetween(null, null, count) : beginningOf(count)
}

function beginningOf(count: number): readonly string[] {
  if (beginning.length < count)
    beginning.push(...generateNKeysBetween(beginning.at(-1) ?? null, null, count - beginning.length))
  return beginning
}
