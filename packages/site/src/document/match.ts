import { alike, createLikeness, heaviest, type New, type Old, type Side } from './likeness.ts'
import type { Namespace } from './node.ts'
import type { KnownNode } from './replace.ts'
import { nodeAttributes, type PageNode, type PageTree, splitClasses } from './tree.ts'

/** Longer lists of equal children are matched in the order in which they stand. */
const LONGEST_LIST = 200
/** An equal subtree of fewer elements may stand elsewhere by chance. */
const LEAST_MOVED = 3

/**
 * The elements of the page, in `children` of `parent`, of which those in `nodes` are new versions: what they name by
 * `uid`, equal `id` attributes, equal subtrees, and what is most alike among the children of elements that match, or the
 * only one of its start tag or tag there. An element never
 * becomes one of another tag unless its `uid` says so. Takes time in proportion to the elements, their words and, up to a
 * bound, their depth.
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
    for (const [one, other] of onlyOnes(left, right, tagOf)) pair(one, other)
    for (const [one, other] of alike(left.filter(isFree), right.filter(isFree), likeness)) pair(one, other)
    for (const [one, other] of onlyOnes(left.filter(isFree), right.filter(isFree), ({ start }) => start))
      pair(one, other)
    for (const [one, other] of onlyOnes(left.filter(isFree), right.filter(isFree), tagOf)) pair(one, other)
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
      start: number(startTagText(node, attributes)),
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
function startTagText({ tag, ns }: Readable, attributes: readonly (readonly [string, string])[]): string {
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

/** The items of each side whose key is unique. */
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
    const equal = olds.flatMap((old, i) =>
      news.flatMap((node, j) => (old.whole === node.whole ? [{ old, node, i, j, weight: old.size }] : [])),
    )
    yield* heaviest(equal)
    return
  }
  const queues = Map.groupBy(olds, ({ whole }) => whole)
  for (const node of news) {
    const old = queues.get(node.whole)?.shift()
    if (old) yield [old, node]
  }
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

const tagOf = ({ tag }: Old | New) => tag

/** Elements that are the only ones of a key on both sides, which includes their tag. */
function onlyOnes<Key>(left: readonly Old[], right: readonly New[], keyOf: (side: Old | New) => Key): [Old, New][] {
  const olds = unique(left, keyOf)
  return [...unique(right, keyOf)].flatMap(([key, node]): [Old, New][] => {
    const old = olds.get(key)
    return old && old.node.ns === node.node.ns ? [[old, node]] : []
  })
}
