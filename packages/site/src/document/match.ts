import type { Namespace } from './node.ts'
import type { KnownNode } from './replace.ts'
import { nodeAttributes, type PageNode, type PageTree, splitClasses } from './tree.ts'

/** Below this likeness two elements are different ones. */
const LEAST_LIKENESS = 0.35
/** What the same start tag adds to the likeness, and what everything inside is worth. */
const SAME_START = 0.15
const SAME_CONTENT = 0.75
/** Longer lists of children are compared piece by piece. */
const LONGEST_LIST = 200
/** So many words and elements are looked up to compare what is in elements; it takes about 50 ms. */
const MOST_LOOKUPS = 1_000_000
/** Where lookups run short, each element is still compared with this many. */
const LEAST_REACH = 8
/** An equal subtree of fewer elements may stand elsewhere by chance. */
const LEAST_MOVED = 3

/** One element of the page or of its new version, with what it is compared by. */
interface Side<Node> {
  readonly node: Node
  readonly tag: string
  readonly parent: Side<Node> | undefined
  readonly children: Side<Node>[]
  /** The numbers of the start tag, and of the element with everything inside. What is equal has one number in a match. */
  start: number
  whole: number
  /** The number of elements, itself included. */
  size: number
  idAttribute: string | undefined
  /** The words directly in it, with one space between them. */
  text: string
  match: boolean
}

type Old = Side<PageNode>
type New = Side<KnownNode>

/**
 * The elements of the page, in `children` of `parent`, of which those in `nodes` are new versions: what they name by
 * `uid`, equal `id` attributes, equal subtrees, and what is most alike among the children of elements that match. An element never
 * becomes one of another tag unless its `uid` says so. Linear but for lists of children that differ, which are compared
 * at most 200 by 200, and by fewer the more there is to compare.
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
    if (left.length === 0 || right.length === 0) return
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
    // Those that have no rival need no comparison; after it further ones may have none.
    for (const [one, other] of onlyOfTheirTag(left, right)) pair(one, other)
    for (const [one, other] of alike(left.filter(isFree), right.filter(isFree), likeness)) pair(one, other)
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
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, numbers.size)
    return numbers.size - 1
  }
  const sides: Side<Node>[] = []
  const nodes = [root]
  const parents: (Side<Node> | undefined)[] = [undefined]
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    const parent = parents.pop()
    const attributes = how.attributes(node)
    const children = how.children(node)
    const side: Side<Node> = {
      node,
      tag: node.tag ?? '',
      parent,
      children: [],
      start: number(startOf(node, attributes)),
      whole: 0,
      size: 1,
      idAttribute: attributes.find(([name]) => name === 'id')?.[1],
      text: '',
      match: false,
    }
    parent?.children.push(side)
    sides.push(side)
    for (const { kind, text } of children) {
      const words = kind === 'text' && text !== undefined ? text.trim() : ''
      if (words !== '') side.text += `${side.text === '' ? '' : ' '}${words.replace(/\s+/g, ' ')}`
    }
    for (let i = children.length - 1; i >= 0; i -= 1) {
      const child = children[i]
      if (child?.kind !== 'element') continue
      nodes.push(child)
      parents.push(side)
    }
  }
  // The innermost come last in document order.
  for (let i = sides.length - 1; i >= 0; i -= 1) {
    const side = sides[i]
    if (!side) continue
    let content = `${side.start}`
    for (const child of side.children) {
      side.size += child.size
      content += ` ${child.whole}`
    }
    side.whole = number(`whole ${content}: ${side.text}`)
  }
  return sides
}

/** A start tag as text by which it is compared: the order of attributes and of classes counts for nothing. */
function startOf({ tag, ns }: Readable, attributes: readonly (readonly [string, string])[]): string {
  if (attributes.length === 0) return `start ${tag} ${ns ?? ''}`
  const each = attributes.map(([name, value]) => [name, name === 'class' ? splitClasses(value).sort() : value])
  return `start ${tag} ${ns ?? ''} ${JSON.stringify(each.length === 1 ? each : each.sort(byName))}`
}

const byName = ([one]: readonly unknown[], [other]: readonly unknown[]) => (String(one) < String(other) ? -1 : 1)

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

interface Likeness {
  /** What two elements have in common, from 0 to 0.9. */
  of(old: Old, node: New): number
  /** With how many others each of these can be compared, of as many lookups as are left; they count as made. */
  reach(olds: readonly Old[], others: number): number
}

function* alike(left: readonly Old[], right: readonly New[], likeness: Likeness): Generator<[Old, New]> {
  const longest = Math.max(left.length, right.length)
  if (longest > LONGEST_LIST) {
    const byStart = unique(left, ({ start }) => start)
    for (const [start, node] of unique(right, (side) => side.start)) {
      const old = byStart.get(start)
      if (old) yield [old, node]
    }
  }
  const [olds, news] = [left.filter(isFree), right.filter(isFree)]
  const reach = likeness.reach(olds, Math.min(LONGEST_LIST, news.length))
  for (let from = 0; reach > 0 && from < Math.min(olds.length, news.length); from += reach) {
    yield* heaviest(olds.slice(from, from + reach), news.slice(from, from + reach), (old, node) => {
      const value = old.tag === node.tag && old.node.ns === node.node.ns ? likeness.of(old, node) : 0
      return value >= LEAST_LIKENESS ? value : 0
    })
  }
}

function createLikeness(): Likeness {
  let left = MOST_LOOKUPS
  const bags = new Map<Old | New, Bag>()
  const bagOf = (side: Old | New) => {
    const known = bags.get(side)
    if (known) return known
    const bag = contentOf(side)
    bags.set(side, bag)
    left -= bag.total
    return bag
  }
  return {
    of(old, node) {
      const [before, after] = [bagOf(old), bagOf(node)]
      let shared = 0
      for (const [key, count] of before.counts) shared += Math.min(count, after.counts.get(key) ?? 0)
      const total = before.total + after.total
      const same = old.start === node.start ? SAME_START : 0
      // Two elements without any content are as alike as their start tags.
      return same + SAME_CONTENT * (total === 0 ? (same > 0 ? 1 : 0) : (2 * shared) / total)
    },
    reach(olds, others) {
      let each = 0
      for (const old of olds) {
        if (left <= 0) return 0
        each += 1 + bagOf(old).counts.size
      }
      const reach = Math.min(
        Math.max(olds.length, others),
        LONGEST_LIST,
        Math.max(LEAST_REACH, Math.floor(left / each)),
      )
      left -= each * Math.min(reach, others)
      return reach
    },
  }
}

/** What is in an element: words, and elements by number, each with how often it is there. */
interface Bag {
  counts: ReadonlyMap<number | string, number>
  total: number
}

/** The words in an element and the elements in it, each by its start tag and as a whole. */
function contentOf(side: Old | New): Bag {
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

/** Elements that are the only ones of their tag on both sides. */
function onlyOfTheirTag(left: readonly Old[], right: readonly New[]): [Old, New][] {
  const olds = unique(left, ({ tag }) => tag)
  return [...unique(right, ({ tag }) => tag)].flatMap(([tag, node]): [Old, New][] => {
    const old = olds.get(tag)
    return old && old.node.ns === node.node.ns ? [[old, node]] : []
  })
}
