import { diffArrays } from 'diff'

/** A part of a text that two people changed in different ways. */
export interface WordConflict {
  base: string
  mine: string
  theirs: string
}

export interface MergedWords {
  /** Where there are conflicts, both: theirs, then mine. */
  text: string
  conflicts: readonly WordConflict[]
}

/** The maximum work of one comparison, as differences times items; a greater one counts as a change of the whole. */
const MAX_WORK = 2_000_000
const MAX_EDITS = 500

/** A text as words, white space and single signs, which together are the text. */
export function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}_]+|\s+|\S/gu) ?? []
}

/**
 * The edits of two people to one text, merged: every word that either of them changed is changed, added or removed.
 * Additions of both at one place are both kept, theirs first, unless they are the same.
 */
export function mergeWords(base: string, mine: string, theirs: string): MergedWords {
  const conflicts: WordConflict[] = []
  let text = ''
  for (const chunk of mergeLists(splitWords(base), splitWords(mine), splitWords(theirs), (word) => word)) {
    if (chunk.conflict) {
      const [b, m, t] = [chunk.base.join(''), chunk.mine.join(''), chunk.theirs.join('')]
      conflicts.push({ base: b, mine: m, theirs: t })
      text += bothOf(t, m)
    } else text += chunk.items.join('')
  }
  return { text, conflicts }
}

/** Two versions of one piece of text behind each other, with a space between words. */
function bothOf(theirs: string, mine: string): string {
  const needsSpace = /\S$/.test(theirs) && /^\S/.test(mine)
  return needsSpace ? `${theirs} ${mine}` : theirs + mine
}

export type MergeChunk<Item> =
  | { conflict: false; items: readonly Item[] }
  | { conflict: true; base: readonly Item[]; mine: readonly Item[]; theirs: readonly Item[] }

/**
 * Merges two versions of a list with what both began from (diff3). Where items are equal by `keyOf` but differ
 * otherwise, `same` says which is kept.
 */
export function mergeLists<Item>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
  keyOf: (item: Item) => string,
  same: (base: Item, mine: Item, theirs: Item) => Item = (_base, item) => item,
): MergeChunk<Item>[] {
  const inMine = matches(base.map(keyOf), mine.map(keyOf))
  const inTheirs = matches(base.map(keyOf), theirs.map(keyOf))
  const chunks: MergeChunk<Item>[] = []
  let [b, m, t] = [0, 0, 0]
  const take = (toB: number, toM: number, toT: number) => {
    const chunk = decide(base.slice(b, toB), mine.slice(m, toM), theirs.slice(t, toT), keyOf)
    if (chunk.conflict || chunk.items.length > 0) chunks.push(chunk)
    ;[b, m, t] = [toB, toM, toT]
  }
  for (const [at, item] of base.entries()) {
    const [mineAt, theirsAt] = [inMine[at], inTheirs[at]]
    const [own, other] = [mine[mineAt ?? -1], theirs[theirsAt ?? -1]]
    if (mineAt === undefined || theirsAt === undefined || own === undefined || other === undefined) continue
    take(at, mineAt, theirsAt)
    chunks.push({ conflict: false, items: [same(item, own, other)] })
    ;[b, m, t] = [at + 1, mineAt + 1, theirsAt + 1]
  }
  take(base.length, mine.length, theirs.length)
  return chunks
}

function decide<Item>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
  keyOf: (item: Item) => string,
): MergeChunk<Item> {
  const equal = (a: readonly Item[], b: readonly Item[]) =>
    a.length === b.length && a.every((item, i) => keyOf(item) === keyOf(b[i] ?? item))
  if (equal(mine, theirs) || equal(theirs, base)) return { conflict: false, items: mine }
  if (equal(mine, base)) return { conflict: false, items: theirs }
  // One side only added at an edge of what the other one rewrote.
  const [own, other] = [added(base, mine, equal), added(base, theirs, equal)]
  if (other) return { conflict: false, items: [...other.before, ...mine, ...other.after] }
  if (own) return { conflict: false, items: [...own.before, ...theirs, ...own.after] }
  return { conflict: true, base, mine, theirs }
}

/** The part before or behind `base` in a list that begins or ends with it; undefined if it does neither. */
function added<Item>(
  base: readonly Item[],
  list: readonly Item[],
  equal: (a: readonly Item[], b: readonly Item[]) => boolean,
): { before: readonly Item[]; after: readonly Item[] } | undefined {
  const extra = list.length - base.length
  if (extra < 0) return undefined
  if (equal(list.slice(extra), base)) return { before: list.slice(0, extra), after: [] }
  if (equal(list.slice(0, base.length), base)) return { before: [], after: list.slice(base.length) }
  return undefined
}

/** For each item of `a` the index of the one of `b` that it stayed; undefined for those that were removed. */
function matches(a: readonly string[], b: readonly string[]): (number | undefined)[] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  const found: (number | undefined)[] = a.map((_, i) => (i < start ? i : undefined))
  for (let i = 0; i < end; i += 1) found[a.length - 1 - i] = b.length - 1 - i
  const [insideA, insideB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (insideA.length === 0 || insideB.length === 0) return found
  const maxEditLength = Math.min(MAX_EDITS, Math.floor(MAX_WORK / (insideA.length + insideB.length)))
  const changes = diffArrays(insideA, insideB, { maxEditLength }) ?? []
  let [i, j] = [start, start]
  for (const { value, added, removed } of changes) {
    for (let n = 0; n < value.length; n += 1) {
      if (!added && !removed) found[i] = j
      if (!added) i += 1
      if (!removed) j += 1
    }
  }
  return found
}
