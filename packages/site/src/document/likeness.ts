import type { KnownNode } from './replace.ts'
import type { PageNode } from './tree.ts'

/** Below this likeness two elements are different ones. */
const LEAST_LIKENESS = 0.35
/** The weight of an equal start tag in the likeness, and of everything inside. */
const SAME_START = 0.15
const SAME_CONTENT = 0.75
/**
 * The number of pairs of children up to which each is compared; of more only those that have something rare in common, or the
 * same place.
 */
const FEW_PAIRS = 400
const RARE = 8
const MOST_CANDIDATES = 3
const NEIGHBOURS = 1
/** So many words and elements are collected to compare what is in elements. */
const MOST_COLLECTED = 300_000

/** One element of the page or of its new version, with what it is compared by. */
export interface Side<Node> {
  readonly node: Node
  readonly tag: string
  readonly parent: Side<Node> | undefined
  readonly children: Side<Node>[]
  /** The numbers of the start tag, and of the element with everything inside. Equal items have one number in a match. */
  start: number
  whole: number
  /** The number of elements, itself included. */
  size: number
  idAttribute: string | undefined
  /** The words directly in it, with one space between them. */
  text: string
  match: boolean
}

export type Old = Side<PageNode>
export type New = Side<KnownNode>

/** Two elements that may match, with their places among their siblings. */
export interface Candidate {
  old: Old
  node: New
  i: number
  j: number
  weight: number
}

/** Candidates in the same order on both sides whose weights come to the most. Fenwick's tree of the best ends. */
export function heaviest(candidates: readonly Candidate[]): [Old, New][] {
  const sorted = candidates.toSorted((a, b) => a.i - b.i || b.j - a.j)
  const width = sorted.reduce((most, { j }) => Math.max(most, j + 1), 0)
  /** The heaviest chain that ends with a candidate, and the candidate before it. */
  const weights: number[] = []
  const previous: number[] = []
  const ends = new Int32Array(width + 1).fill(-1)
  const heavier = (one: number, other: number) => ((weights[other] ?? 0) > (weights[one] ?? 0) ? other : one)
  let best = -1
  for (const [at, { j, weight }] of sorted.entries()) {
    let before = -1
    for (let k = j; k > 0; k -= k & -k) before = heavier(before, ends[k] ?? -1)
    weights.push(weight + (weights[before] ?? 0))
    previous.push(before)
    for (let k = j + 1; k <= width; k += k & -k) ends[k] = heavier(ends[k] ?? -1, at)
    best = heavier(best, at)
  }
  const pairs: [Old, New][] = []
  for (let at = best; at >= 0; at = previous[at] ?? -1) {
    const found = sorted[at]
    if (found) pairs.push([found.old, found.node])
  }
  return pairs.reverse()
}

export interface Likeness {
  /** The likeness of two elements, from 0 to 0.9. */
  of(old: Old, node: New): number
  bagOf(side: Old | New): Bag
  /** Whether what is in elements has been collected as often as it may. */
  isSpent(): boolean
}

/** Children that are alike, in the same order on both sides. */
export function alike(left: readonly Old[], right: readonly New[], likeness: Likeness): [Old, New][] {
  const found: Candidate[] = []
  const compare = (i: number, j: number) => {
    const [old, node] = [left[i], right[j]]
    if (!old || !node || old.tag !== node.tag || old.node.ns !== node.node.ns) return
    const weight = likeness.of(old, node)
    if (weight >= LEAST_LIKENESS) found.push({ old, node, i, j, weight })
  }
  if (likeness.isSpent()) return []
  if (left.length * right.length <= FEW_PAIRS) {
    for (const i of left.keys()) for (const j of right.keys()) compare(i, j)
    return heaviest(found)
  }
  const holders = new Map<number | string, number[]>()
  for (const [i, old] of left.entries()) {
    if (likeness.isSpent()) return []
    for (const key of likeness.bagOf(old).counts.keys()) {
      const list = holders.get(key)
      if (!list) holders.set(key, [i])
      else if (list.length <= RARE) list.push(i)
    }
  }
  for (const [j, node] of right.entries()) {
    if (likeness.isSpent()) return []
    const shared = new Map<number, number>()
    for (const key of likeness.bagOf(node).counts.keys()) {
      const list = holders.get(key) ?? []
      if (list.length <= RARE) for (const i of list) shared.set(i, (shared.get(i) ?? 0) + 1)
    }
    const most = [...shared].sort(([, a], [, b]) => b - a).slice(0, MOST_CANDIDATES)
    const places = new Set(most.map(([i]) => i))
    const same = Math.round((j * left.length) / right.length)
    for (let i = same - NEIGHBOURS; i <= same + NEIGHBOURS; i += 1) places.add(i)
    for (const i of places) compare(i, j)
  }
  return heaviest(found)
}

export function createLikeness(): Likeness {
  let collected = 0
  const bags = new Map<Old | New, Bag>()
  const bagOf = (side: Old | New) => {
    const known = bags.get(side)
    if (known) return known
    const bag = countContent(side)
    bags.set(side, bag)
    collected += bag.total
    return bag
  }
  return {
    bagOf,
    isSpent: () => collected > MOST_COLLECTED,
    of(old, node) {
      const [before, after] = [bagOf(old), bagOf(node)]
      let shared = 0
      for (const [key, count] of before.counts) shared += Math.min(count, after.counts.get(key) ?? 0)
      const total = before.total + after.total
      const same = old.start === node.start ? SAME_START : 0
      // Two elements without any content are as alike as their start tags.
      return same + SAME_CONTENT * (total === 0 ? (same > 0 ? 1 : 0) : (2 * shared) / total)
    },
  }
}

/** The content of an element: words, and elements by number, each with how often it is there. */
interface Bag {
  counts: ReadonlyMap<number | string, number>
  total: number
}

/** The words in an element and the elements in it, each by its start tag and as a whole. */
function countContent(side: Old | New): Bag {
  const counts = new Map<number | string, number>()
  let total = 0
  const add = (key: number | string) => {
    counts.set(key, (counts.get(key) ?? 0) + 1)
    total += 1
  }
  const stack: (Old | New)[] = [side]
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next.text !== '') for (const word of next.text.split(' ')) add(word)
    if (next !== side) {
      add(next.whole)
      add(next.start)
    }
    stack.push(...next.children)
  }
  return { counts, total }
}
