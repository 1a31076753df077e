import type { Draft } from '@atelier/documents'
import { deleteNode, type LooseNode, nothingPlanted, type Planted, plantOne, rewriteElement } from './edit.ts'
import { field } from './node.ts'
import { keepOrders } from './order.ts'
import type { PageNode, PageTree } from './tree.ts'

/** A node that may name the node of the page of which it is a new version. */
export interface KnownNode extends LooseNode {
  uid?: string
  children?: readonly KnownNode[]
}

/** Neighbours among the children of a node. */
export interface ChildRange {
  /** The index of the first one. */
  index: number
  count: number
}

export interface Replaced {
  planted: Planted
  /** The number of elements that stayed the same nodes. */
  keptCount: number
  /** The number of elements that were deleted. */
  deletedCount: number
}

/**
 * Makes `nodes` the content of `parent`, or puts them in place of the neighbours `replaced` among its children. If
 * exactly one element names an element inside these, it stays that node: it is moved and changed as far as it differs,
 * so that other users keep what they select or write there. Texts stay if they are the same, or the only ones.
 * Everything else is deleted or created.
 * @param place the children to replace: `count` of them from `index` on; all by default
 * @param staying the ids of nodes that stay although no new version is given: others wrote in them
 */
export function replaceChildren(
  page: Draft,
  tree: PageTree,
  parent: PageNode,
  nodes: readonly KnownNode[],
  newId: () => string,
  place: ChildRange = { index: 0, count: tree.children(parent.id).length },
  staying: ReadonlySet<string> = new Set(),
): Replaced {
  const siblings = tree.children(parent.id)
  const replaced = siblings.slice(place.index, place.index + place.count)
  const [before, behind] = [siblings.slice(0, place.index), siblings.slice(place.index + place.count)]
  const inside = new Map<string, PageNode>()
  for (const child of replaced) {
    for (const node of tree.walk(child.id)) if (node.kind === 'element') inside.set(node.id, node)
  }
  const kept = keptNodes(nodes, inside)
  const keptIds = new Set([...kept.values()].map(({ id }) => id))
  const planted = nothingPlanted()

  function fill(parentId: string, old: readonly PageNode[], children: readonly KnownNode[]): string[] {
    if (isUnchanged(old, children, kept)) {
      for (const [i, child] of children.entries()) {
        const node = old[i]
        if (node?.kind !== 'element') continue
        rewriteElement(page, node, child)
        fill(node.id, tree.children(node.id), child.children ?? [])
      }
      return old.map(({ id }) => id)
    }
    const same = sameTexts(old, children, kept)
    const versions = children.map((child) => kept.get(child) ?? same.get(child))
    const stays = new Set(versions)
    for (const each of old) {
      if (!stays.has(each) && !keptIds.has(each.id) && !staying.has(each.id)) deleteNode(page, each.id)
    }
    const own = versions.map((node) => (node?.parent === parentId ? node.order : undefined))
    const orders = parentId === parent.id ? ordersAmong(own) : keepOrders(own)
    return children.map((child, i) => {
      const before = versions[i]
      const order = orders[i] ?? ''
      if (!before) {
        const id = plantOne(page, child, [parentId, order], newId, planted)
        if (child.children) fill(id, [], child.children)
        return id
      }
      if (before.parent !== parentId || before.order !== order) page.set(field.at(before.id), [parentId, order])
      if (before.kind === 'element') {
        rewriteElement(page, before, child)
        fill(before.id, tree.children(before.id), child.children ?? [])
      } else if (before.text !== (child.text ?? '')) page.set(field.text(before.id), child.text ?? '')
      return before.id
    })
  }

  /** The orders of the new children; siblings that had the same key as a neighbour get new ones too. */
  function ordersAmong(own: readonly (string | undefined)[]): string[] {
    const orderOf = ({ order }: PageNode) => order
    const orders = keepOrders([...before.map(orderOf), ...own, ...behind.map(orderOf)])
    const places = [...before.entries(), ...behind.map((each, i) => [before.length + own.length + i, each] as const)]
    for (const [i, { id, order }] of places) {
      const now = orders[i] ?? ''
      if (now !== order) page.set(field.at(id), [parent.id, now])
    }
    return orders.slice(before.length, before.length + own.length)
  }

  planted.nodeIds = fill(parent.id, replaced, nodes)
  return { planted, keptCount: kept.size, deletedCount: inside.size - kept.size }
}

/** The page's nodes by their new versions: each node has one at most, of the same kind of markup. */
function keptNodes(
  nodes: readonly KnownNode[],
  inside: ReadonlyMap<string, PageNode>,
): ReadonlyMap<KnownNode, PageNode> {
  /** The only node that names an id; undefined where several do. */
  const named = new Map<string, KnownNode | undefined>()
  const collect = (list: readonly KnownNode[]) => {
    for (const node of list) {
      if (node.uid !== undefined) named.set(node.uid, named.has(node.uid) ? undefined : node)
      if (node.children) collect(node.children)
    }
  }
  collect(nodes)
  const kept = new Map<KnownNode, PageNode>()
  for (const [uid, node] of named) {
    const old = inside.get(uid)
    if (node?.kind === 'element' && old && node.ns === old.ns) kept.set(node, old)
  }
  return kept
}

/**
 * Texts and comments that stay: equal ones in the same order, those that changed between neighbours that stayed, and
 * the only one left over on both sides.
 */
function sameTexts(
  old: readonly PageNode[],
  children: readonly KnownNode[],
  kept: ReadonlyMap<KnownNode, PageNode>,
): ReadonlyMap<KnownNode, PageNode> {
  const before = old.filter(({ kind }) => kind !== 'element')
  const same = new Map<KnownNode, PageNode>()
  const changed: KnownNode[] = []
  const keyOf = ({ kind, text = '' }: KnownNode | PageNode) => `${kind} ${text}`
  /** The places of equal texts, the last one first. */
  const places = new Map<string, number[]>()
  for (const [i, each] of [...before.entries()].reverse()) {
    const list = places.get(keyOf(each)) ?? []
    places.set(keyOf(each), list)
    list.push(i)
  }
  let from = 0
  for (const child of children) {
    if (child.kind === 'element') continue
    const equal = places.get(keyOf(child)) ?? []
    while ((equal.at(-1) ?? from) < from) equal.pop()
    const at = equal.at(-1)
    const match = at === undefined ? undefined : before[at]
    if (match && at !== undefined) {
      same.set(child, match)
      from = at + 1
    } else changed.push(child)
  }
  const anchors = new Map(old.map((node, i) => [node, i]))
  const taken = new Set([...same.values(), ...children.flatMap((child) => kept.get(child) ?? [])])
  let last = -1
  for (const child of children) {
    const version = kept.get(child) ?? same.get(child)
    const place = version && anchors.get(version)
    if (place !== undefined) last = Math.max(last, place)
    if (version || child.kind !== 'text' || isBlankText(child)) continue
    for (let node = old[last + 1]; node && !taken.has(node); node = old[last + 1]) {
      last += 1
      if (node.kind !== 'text' || isBlankText(node)) continue
      same.set(child, node)
      break
    }
  }
  const stays = new Set(same.values())
  const left = before.filter((each) => !stays.has(each) && (each.kind === 'comment' || !isBlankText(each)))
  const [only, another] = changed.filter((each) => !same.has(each) && (each.kind === 'comment' || !isBlankText(each)))
  const [remaining, further] = left
  if (only && remaining && !another && !further && only.kind === remaining.kind) same.set(only, remaining)
  return same
}

/** Whether the children are the present ones, in the same order. */
function isUnchanged(
  old: readonly PageNode[],
  children: readonly KnownNode[],
  kept: ReadonlyMap<KnownNode, PageNode>,
): boolean {
  return (
    old.length === children.length &&
    children.every((child, i) => {
      const node = old[i]
      if (child.kind === 'element') return kept.get(child) === node
      return node?.kind === child.kind && node.text === (child.text ?? '')
    })
  )
}

const isBlankText = ({ text = '' }: { readonly text?: string }) => text.trim() === ''
