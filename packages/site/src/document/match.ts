import type { Namespace } from './node.ts'
import type { KnownNode } from './replace.ts'
import { nodeAttributes, type PageNode, type PageTree, splitClasses } from './tree.ts'

/** Below this likeness two elements are different ones. */
const LEAST_LIKENESS = 0.35
/** What the same start tag adds to the likeness, and what everything inside is worth. */
const SAME_START = 0.15
const SAME_CONTENT = 0.75
/** Longer lists of children are matched by equality alone. */
const LONGEST_LIST = 200
/** An equal subtree of fewer elements may stand elsewhere by chance. */
const LEAST_MOVED = 3

/** One element of the page or of its new version, with what it is compared by. */
interface Side<Node> {
  readonly node: Node
  readonly tag: string
  readonly parent: Side<Node> | undefined
  readonly children: Side<Node>[]
  /** The numbers of the start tag, and of the element with everything inside; equal ones have equal numbers. */
  start: number
  whole: number
  /** The number of elements, itself included. */
  size: number
  idAttribute: string | undefined
  /** The words directly in it. */
  words: readonly string[]
  match: boolean
}

type Old = Side<PageNode>
type New = Side<KnownNode>

/**
 * The elements of the page, in `children` of `parent`, of which those in `nodes` are new versions: what they name by
 * `uid`, equal `id` attributes, equal subtrees, and what is most alike among the children of elements that match. An element never
 * becomes one of another tag unless its `uid` says so. Linear but for lists of children that differ (at most 200 x 200).
 */
export function matchNodes(
  tree: PageTree,
  parent: PageNode,
  nodes: readonly KnownNode[],
  children: readonly PageNode[] = tree.children(parent.id),
): ReadonlyMap<KnownNode, PageNode> {
  const numbers = new Map<string, number>()
  const before = read<PageNode>(parent, numbers, {
    children: (node) => (node === parent ? children : tree.children(node.id)),
    attributes: nodeAttributes,
  })
  const root: KnownNode = { kind: 'element', tag: parent.tag, ns: parent.ns, children: nodes }
  const after = read<KnownNode>(root, numbers, {
    children: (node) => node.children ?? [],
    attributes: (node) => node.attrs ?? [],
  })
  const [oldRoot, newRoot] = [before[0], after[0]]
  const found = new Map<KnownNode, PageNode>()
  if (!oldRoot || !newRoot) return found
  const pairs: [Old, New][] = []

  const pair = (old: Old, node: New) => {
    if (old.match || node.match) return
    old.match = true
    node.match = true
    pairs.push([old, node])
    if (node !== newRoot) found.set(node.node, old.node)
  }
  /** Matches two equal subtrees, element by element; parts that are taken stay so. */
  const pairWhole = (old: Old, node: New) => {
    const stack: [Old, New][] = [[old, node]]
    for (let next = stack.pop(); next; next = stack.pop()) {
      const [one, other] = next
      pair(one, other)
      for (const [i, child] of one.children.entries()) {
        const twin = other.children[i]
        if (twin) stack.push([child, twin])
      }
    }
  }
  const pairEqualChildren = (old: Old, node: New) => {
    const [left, right] = [old.children.filter(isFree), node.children.filter(isFree)]
    for (const [one, other] of equalInOrder(left, right)) pairWhole(one, other)
  }

  pair(oldRoot, newRoot)
  for (const [old, node] of sameNames(before, after)) pair(old, node)
  for (const [old, node] of [...pairs]) pairEqualChildren(old, node)
  for (const [old, node] of equallyMany(before, after, LEAST_MOVED)) pairWhole(old, node)
  const likeness = createLikeness()
  for (let i = 0; i < pairs.length; i += 1) {
    const [old, node] = pairs[i] ?? [oldRoot, newRoot]
    pairEqualChildren(old, node)
    const [left, right] = [old.children.filter(isFree), node.children.filter(isFree)]
    if (left.length === 0 || right.length === 0) continue
    for (const [one, other] of alike(left, right, likeness)) pair(one, other)
    for (const [one, other] of onlyOfTheirTag(left.filter(isFree), right.filter(isFree))) pair(one, other)
  }
  for (const [old, node] of equallyMany(before, after, 1, 1)) pairWhole(old, node)
  return found
}

const isFree = ({ match }: { match: boolean }) => !match

interface Reading<Node> {
  children(node: Node): readonly Node[]
  attributes(node: Node): readonly (readonly [string, string])[]
}

type Readable = { kind: string; tag?: string; ns?: Namespace | undefined; text?: string }

/** All elements from `root` on in document order, which is the first. */
function read<Node extends Readable>(root: Node, numbers: Map<string, number>, how: Reading<Node>): Side<Node>[] {
  const number = (text: string) => {
    const known = numbers.get(text) ?? numbers.size
    numbers.set(text, known)
    return known
  }
  const sides: Side<Node>[] = []
  const stack: [Node, Side<Node> | undefined][] = [[root, undefined]]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [node, parent] = next
    const attributes = how.attributes(node)
    const side: Side<Node> = {
      node,
      tag: node.tag ?? '',
      parent,
      children: [],
      start: number(JSON.stringify([node.tag, node.ns ?? '', attributes.map(comparable).sort()])),
      whole: 0,
      size: 1,
      idAttribute: attributes.find(([name]) => name === 'id')?.[1],
      words: [],
      match: false,
    }
    parent?.children.push(side)
    sides.push(side)
    const words: string[] = []
    for (const child of how.children(node)) {
      if (child.kind === 'text') words.push(...(child.text ?? '').split(/\s+/).filter(Boolean))
    }
    side.words = words
    const inside = how.children(node).filter(({ kind }) => kind === 'element')
    for (const child of inside.toReversed()) stack.push([child, side])
  }
  // The innermost come last in document order.
  for (const side of sides.toReversed()) {
    for (const child of side.children) side.size += child.size
    const content = [side.words.join(' '), ...side.children.map(({ whole }) => whole)]
    side.whole = number(`${side.start} ${JSON.stringify(content)}`)
  }
  return sides
}

/** An attribute as text by which it is compared: the order of classes counts for nothing. */
function comparable([name, value]: readonly [string, string]): string {
  return JSON.stringify([name, name === 'class' ? splitClasses(value).sort() : value])
}

/** Elements that name each other: by `uid`, and by an `id` attribute that stands once on both sides. */
function* sameNames(before: readonly Old[], after: readonly New[]): Generator<[Old, New]> {
  const byUid = new Map(before.slice(1).map((side) => [side.node.id, side]))
  for (const [uid, node] of unique(after, ({ node }) => node.uid)) {
    const old = byUid.get(uid)
    if (old && old.node.ns === node.node.ns) yield [old, node]
  }
  const byId = unique(before.slice(1), ({ idAttribute }) => idAttribute)
  for (const [id, node] of unique(after, ({ idAttribute }) => idAttribute)) {
    const old = byId.get(id)
    if (old && old.tag === node.tag && old.node.ns === node.node.ns) yield [old, node]
  }
}

/** The sides that alone have their key. */
function unique<Each, Key>(sides: readonly Each[], keyOf: (side: Each) => Key | undefined): Map<Key, Each> {
  const found = new Map<Key, Each>()
  const twice = new Set<Key>()
  for (const side of sides) {
    const key = keyOf(side)
    if (key === undefined) continue
    if (found.has(key)) twice.add(key)
    found.set(key, side)
  }
  for (const key of twice) found.delete(key)
  return found
}

/** Equal subtrees in the same order: those at both ends, then the heaviest common subsequence of the rest. */
function* equalInOrder(left: readonly Old[], right: readonly New[]): Generator<[Old, New]> {
  let start = 0
  for (; ; start += 1) {
    const [old, node] = [left[start], right[start]]
    if (!old || !node || old.whole !== node.whole) break
    yield [old, node]
  }
  let [leftEnd, rightEnd] = [left.length, right.length]
  for (; leftEnd > start && rightEnd > start; leftEnd -= 1, rightEnd -= 1) {
    const [old, node] = [left[leftEnd - 1], right[rightEnd - 1]]
    if (!old || !node || old.whole !== node.whole) break
    yield [old, node]
  }
  const wanted = new Set(right.slice(start, rightEnd).map(({ whole }) => whole))
  const olds = left.slice(start, leftEnd).filter(({ whole }) => wanted.has(whole))
  const there = new Set(olds.map(({ whole }) => whole))
  const news = right.slice(start, rightEnd).filter(({ whole }) => there.has(whole))
  if (olds.length <= LONGEST_LIST && news.length <= LONGEST_LIST) {
    yield* heaviest(olds, news, (old, node) => (old.whole === node.whole ? old.size : 0))
    return
  }
  const queues = Map.groupBy(olds, ({ whole }) => whole)
  for (const node of news) {
    const old = queues.get(node.whole)?.shift()
    if (old) yield [old, node]
  }
}

/** Pairs in the same order whose weights come to the most. */
function heaviest(left: readonly Old[], right: readonly New[], weight: (old: Old, node: New) => number): [Old, New][] {
  const width = right.length + 1
  const weights = new Float64Array(left.length * right.length)
  const best = new Float64Array((left.length + 1) * width)
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      const [old, node] = [left[i], right[j]]
      const own = old && node ? weight(old, node) : 0
      weights[i * right.length + j] = own
      const skipped = Math.max(best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0)
      const taken = own > 0 ? own + (best[(i + 1) * width + j + 1] ?? 0) : 0
      best[i * width + j] = Math.max(skipped, taken)
    }
  }
  const pairs: [Old, New][] = []
  for (let [i, j] = [0, 0]; i < left.length && j < right.length; ) {
    const [old, node] = [left[i], right[j]]
    const own = weights[i * right.length + j] ?? 0
    const now = best[i * width + j] ?? 0
    if (old && node && own > 0 && now === own + (best[(i + 1) * width + j + 1] ?? 0)) {
      pairs.push([old, node])
      i += 1
      j += 1
    } else if (now === (best[(i + 1) * width + j] ?? 0)) i += 1
    else j += 1
  }
  return pairs
}

/** Free equal subtrees wherever they stand, if both sides have equally many, the largest first. */
function equallyMany(before: readonly Old[], after: readonly New[], least: number, most = Number.POSITIVE_INFINITY) {
  const olds = Map.groupBy(
    before.filter((side) => isFree(side) && side.size >= least),
    ({ whole }) => whole,
  )
  const news = Map.groupBy(
    after.filter((side) => isFree(side) && side.size >= least),
    ({ whole }) => whole,
  )
  const pairs: [Old, New][] = []
  for (const [whole, nodes] of news) {
    const there = olds.get(whole)
    if (there?.length !== nodes.length || nodes.length > most) continue
    for (const [i, old] of there.entries()) {
      const node = nodes[i]
      if (node) pairs.push([old, node])
    }
  }
  return pairs.sort(([a], [b]) => b.size - a.size)
}

type Likeness = (old: Old, node: New) => number

function alike(left: readonly Old[], right: readonly New[], likeness: Likeness): [Old, New][] {
  if (left.length > LONGEST_LIST || right.length > LONGEST_LIST) return []
  return heaviest(left, right, (old, node) => {
    const value = old.tag === node.tag && old.node.ns === node.node.ns ? likeness(old, node) : 0
    return value >= LEAST_LIKENESS ? value : 0
  })
}

/** What two elements have in common, from 0 to 0.9. */
function createLikeness(): Likeness {
  const bags = new Map<Old | New, ReadonlyMap<string, number>>()
  const bagOf = (side: Old | New) => {
    const bag = bags.get(side) ?? contentOf(side)
    bags.set(side, bag)
    return bag
  }
  return (old, node) => {
    const [left, right] = [bagOf(old), bagOf(node)]
    let shared = 0
    for (const [key, count] of left) shared += Math.min(count, right.get(key) ?? 0)
    const total = sum(left) + sum(right)
    const same = old.start === node.start ? SAME_START : 0
    // Two elements without any content are as alike as their start tags.
    return same + SAME_CONTENT * (total === 0 ? (same > 0 ? 1 : 0) : (2 * shared) / total)
  }
}

const sum = (bag: ReadonlyMap<string, number>) => bag.values().reduce((all, count) => all + count, 0)

/** The words in an element and the elements in it, each by its start tag and as a whole. */
function contentOf(side: Old | New): ReadonlyMap<string, number> {
  const bag = new Map<string, number>()
  const add = (key: string) => bag.set(key, (bag.get(key) ?? 0) + 1)
  const stack: (Old | New)[] = [side]
  for (let next = stack.pop(); next; next = stack.pop()) {
    for (const word of next.words) add(word)
    if (next !== side) {
      add(`whole ${next.whole}`)
      add(`start ${next.start}`)
    }
    stack.push(...next.children)
  }
  return bag
}

/** Elements that are the only ones of their tag on both sides. */
function onlyOfTheirTag(left: readonly Old[], right: readonly New[]): [Old, New][] {
  const olds = unique(left, ({ tag }) => tag)
  return [...unique(right, ({ tag }) => tag)].flatMap(([tag, node]): [Old, New][] => {
    const old = olds.get(tag)
    return old && old.node.ns === node.node.ns ? [[old, node]] : []
  })
}
