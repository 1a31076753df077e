import type { Draft, Json } from '@atelier/documents'
import { type Attribute, birthValue, field, type Namespace, type NodeKind, type Place, ROOT_KEY } from './node.ts'
import { firstKeys, gapAt, keepOrders, sharedFirstKeys } from './order.ts'
import {
  classMembers,
  nodeAttribute,
  nodeAttributes,
  type PageNode,
  type PageTree,
  splitClasses,
  unorderedNames,
  VOID_TAGS,
} from './tree.ts'

/** A node that is in no document yet. */
export interface LooseNode {
  kind: NodeKind
  tag?: string
  ns?: Namespace
  attrs?: readonly Attribute[]
  text?: string
  /** The names of its values with literal tokens (`NodeBirth.plain`). */
  plain?: readonly string[]
  /** For a `<style>` or `<link>`: the id of its stylesheet (`NodeBirth.sheet`). */
  sheet?: string
  /** For a `<style>` that stays where it is and has no stylesheet yet: its text. */
  css?: string
  children?: readonly LooseNode[]
}

/** The planted nodes, as parallel lists: an import plants a node for each fifteen characters. */
export interface Planted {
  /** The ids of the outermost nodes, in order. */
  nodeIds: string[]
  /** The ids of all elements that were made, in document order. */
  elementIds: string[]
  /** The same elements. */
  elements: LooseNode[]
}

export const nothingPlanted = (): Planted => ({ nodeIds: [], elementIds: [], elements: [] })

/** Makes the body element of a page that has none. */
export function createRoot(
  page: Draft,
  newId: () => string,
  attrs: readonly Attribute[] = [],
  plain?: readonly string[],
): string {
  const id = newId()
  page.set(id, birthValue({ kind: 'element', tag: 'body', attrs, plain, at: ['', 'a0'] }))
  page.set(ROOT_KEY, id)
  return id
}

/** Writes nodes as children of `parentId`, before its child at `index` of all its children (see `childIndex`). */
export function plantNodes(
  page: Draft,
  tree: PageTree,
  parentId: string,
  index: number,
  nodes: readonly LooseNode[],
  newId: () => string,
): Planted {
  const gap = gapAt(tree.children(parentId), index, nodes.length)
  for (const { id, key } of gap.moved) page.set(field.at(id), [parentId, key])
  return plantList(page, parentId, gap.keys, nodes, newId)
}

/** Writes nodes as the only children of a node that has none yet. */
export function plantFirst(page: Draft, parentId: string, nodes: readonly LooseNode[], newId: () => string): Planted {
  return plantList(page, parentId, firstKeys(nodes.length), nodes, newId)
}

function plantList(
  page: Draft,
  parentId: string,
  keys: readonly string[],
  nodes: readonly LooseNode[],
  newId: () => string,
): Planted {
  const planted = nothingPlanted()
  const plant = (list: readonly LooseNode[], parent: string, orders: readonly string[]): void => {
    for (let i = 0; i < list.length; i += 1) {
      const node = list[i]
      if (!node) continue
      const id = plantOne(page, node, [parent, orders[i] ?? ''], newId, planted)
      if (parent === parentId) planted.nodeIds.push(id)
      const { children } = node
      if (children && children.length > 0) plant(children, id, sharedFirstKeys(children.length))
    }
  }
  plant(nodes, parentId, keys)
  return planted
}

/** Writes one node without what is inside it, and notes it in `planted` if it is an element. Returns its id. */
export function plantOne(page: Draft, node: LooseNode, at: Place, newId: () => string, planted: Planted): string {
  const id = newId()
  const birth = looseBirth(node, at)
  if (page.adopt) page.adopt(id, birth)
  else page.set(id, birth)
  if (node.kind === 'element') {
    planted.elementIds.push(id)
    planted.elements.push(node)
  }
  return id
}

/** The birth record of a loose node as it is stored: one object literal in nearly all cases. */
function looseBirth({ kind, tag, ns, attrs, text, plain, sheet }: LooseNode, at: Place): Json {
  if (plain !== undefined) return birthValue({ kind, tag, ns, attrs, text, plain, sheet, at })
  if (kind === 'element' && tag !== undefined && ns === undefined && text === undefined && sheet === undefined) {
    return attrs && attrs.length > 0 ? { kind, tag, attrs, at } : { kind, tag, at }
  }
  if (kind === 'text' && text !== undefined && tag === undefined && attrs === undefined) return { kind, text, at }
  return birthValue({ kind, tag, ns, attrs, text, sheet, at })
}

/** Whether a node counts in an index: everything except white space and comments. */
export function counts(node: PageNode): boolean {
  return node.kind === 'element' || (node.kind === 'text' && /[^\t\n\f\r ]/.test(node.text))
}

/**
 * The position among all children of `parentId` before its child number `index` (0-based, counting elements and
 * text as a user sees them: no white space, no comments). An `index` past the end, or undefined, means the end.
 */
export function childIndex(tree: PageTree, parentId: string, index?: number, without?: string): number {
  const children = tree.children(parentId)
  if (index === undefined) return children.length
  let seen = 0
  for (const [i, child] of children.entries()) {
    if (child.id === without || !counts(child)) continue
    if (seen === index) return i
    seen += 1
  }
  return children.length
}

/** Why `id` cannot become a child of `parentId`; undefined if it can. */
export function refuseParent(tree: PageTree, id: string, parentId: string): string | undefined {
  if (id === tree.root) return 'The body of a page cannot be moved.'
  if (id === tree.head || id === tree.html) return 'The head of a page cannot be moved.'
  const parent = tree.node(parentId)
  if (!parent) return `There is no node "${parentId}" to move it into.`
  if (!canHoldChildren(parent)) return `${describe(parent)} cannot hold other nodes.`
  for (let at: PageNode | undefined = parent; at; at = tree.node(at.parent)) {
    if (at.id === id) return `${describe(parent)} is inside the node that is to be moved.`
  }
  return undefined
}

export function canHoldChildren(node: PageNode): boolean {
  return node.kind === 'element' && !(node.ns === undefined && VOID_TAGS.has(node.tag))
}

/** `<section#id>` and the like, for a sentence. */
export function describe(node: PageNode): string {
  if (node.kind !== 'element') return node.kind === 'text' ? 'A text node' : 'A comment'
  return `<${node.tag}>`
}

/**
 * Moves a node to `index` (as `childIndex` counts, without the node itself).
 * @returns why it was refused; nothing is written then
 */
export function moveNode(
  page: Draft,
  tree: PageTree,
  id: string,
  parentId: string,
  index?: number,
): string | undefined {
  const node = tree.node(id)
  if (!node) return `There is no node "${id}".`
  const refused = refuseParent(tree, id, parentId)
  if (refused) return refused
  const children = tree.children(parentId)
  const place = childIndex(tree, parentId, index, id)
  const own = children.indexOf(node)
  const siblings = own < 0 ? children : children.toSpliced(own, 1)
  const target = own >= 0 && own < place ? place - 1 : place
  if (own >= 0 && own === target) return undefined
  const gap = gapAt(siblings, target, 1)
  for (const moved of gap.moved) page.set(field.at(moved.id), [parentId, moved.key])
  page.set(field.at(id), [parentId, gap.keys[0] ?? ''])
  return undefined
}

/** Sets the attributes and the tag of an element to those of another one. */
export function rewriteElement(page: Draft, node: PageNode, { tag, attrs }: LooseNode): void {
  if (tag !== undefined && tag !== node.tag) page.set(field.tag(node.id), tag)
  const own = nodeAttributes(node)
  if (sameAttributes(own, attrs ?? [])) return
  const wanted = new Map(attrs ?? [])
  for (const [name] of own) if (!wanted.has(name)) setAttribute(page, node, name, null)
  for (const [name, value] of wanted) setAttribute(page, node, name, value)
  orderAttributes(page, node, own, new Set(wanted.keys()))
}

/** Writes the order of an element's attributes if those that it keeps change theirs; those only added go behind. */
function orderAttributes(page: Draft, node: PageNode, own: readonly Attribute[], names: ReadonlySet<string>): void {
  const kept = own.flatMap(([name]) => (names.has(name) ? name : []))
  const known = new Set(kept)
  const order = [...names]
  const wanted = order.filter((name) => known.has(name))
  if (kept.every((name, i) => name === wanted[i])) return
  if (unorderedNames(node, names).every((name, i) => name === order[i])) page.delete(field.attributeOrder(node.id))
  else page.set(field.attributeOrder(node.id), order)
}

function sameAttributes(own: readonly Attribute[], others: readonly Attribute[]): boolean {
  return (
    own.length === others.length && own.every(([name, value], i) => others[i]?.[0] === name && others[i][1] === value)
  )
}

/** Marks a node as deleted, and with it its descendants. */
export function deleteNode(page: Draft, id: string): void {
  page.set(field.deleted(id), true)
}

/** Sets or, with null, removes one attribute. Class membership is written token by token, so that two edits merge. */
export function setAttribute(page: Draft, node: PageNode, name: string, value: string | null): void {
  if (name === 'class') {
    setClasses(page, node, splitClasses(value ?? ''))
    return
  }
  const now = nodeAttribute(node, name)
  if (now === (value ?? undefined)) return
  page.set(field.attribute(node.id, name), value)
}

/** Sets the classes of an element, in this order. Each is a separate value, so that two users' edits merge. */
export function setClasses(page: Draft, node: PageNode, tokens: readonly string[]): void {
  const members = classMembers(node)
  const orders = new Map(members.map(({ token, order }) => [token, order]))
  const wanted = new Set(tokens)
  for (const token of orders.keys()) if (!wanted.has(token)) page.set(field.class(node.id, token), false)
  const list = [...wanted]
  // Classes without a key come after all others, by name, so they need no key there.
  const hasNoKey = (token: string) => orders.has(token) && orders.get(token) === undefined
  let end = list.length
  for (let next: string | undefined; end > 0; end -= 1) {
    const token = list[end - 1] ?? ''
    if (!hasNoKey(token) || (next !== undefined && next < token)) break
    next = token
  }
  const keyed = list.slice(0, end)
  // After the removed classes too: another user may add one there meanwhile.
  const behind = members.findLast(({ order }) => order !== undefined)?.order
  const keys = keepOrders(
    keyed.map((token) => orders.get(token)),
    behind,
  )
  for (const [i, token] of keyed.entries()) {
    const key = keys[i] ?? ''
    if (orders.get(token) !== key) page.set(field.class(node.id, token), key)
  }
}

/**
 * Sets the whole text of a text node, a comment, or an element without child elements.
 * @returns why it was refused; nothing is written then
 */
export function setText(
  page: Draft,
  tree: PageTree,
  node: PageNode,
  text: string,
  newId: () => string,
): string | undefined {
  if (node.kind !== 'element') {
    if (node.text !== text) page.set(field.text(node.id), text)
    return undefined
  }
  if (!canHoldChildren(node)) return `${describe(node)} cannot hold text.`
  const children = tree.children(node.id)
  if (children.some((child) => child.kind === 'element')) return `${describe(node)} holds other elements.`
  const [first, ...rest] = children.filter((child) => child.kind === 'text')
  for (const each of rest) deleteNode(page, each.id)
  if (first) {
    if (first.text !== text) page.set(field.text(first.id), text)
  } else if (text !== '') plantNodes(page, tree, node.id, children.length, [{ kind: 'text', text }], newId)
  return undefined
}

/** Whether the value that a birth record lists as plain still counts. */
function isUnedited({ edits }: PageNode, name: string): boolean {
  if (name === '#text') return !edits.has('text')
  if (name !== 'class') return !edits.has(`attr:${name}`)
  return ![...edits.keys()].some((key) => key === 'attr:class' || key.startsWith('class:'))
}

/** A copy of a node and its descendants in their current state, in no document. Unedited values stay plain. */
export function looseCopy(tree: PageTree, node: PageNode): LooseNode {
  const copy: LooseNode = { kind: node.kind }
  const { text = '', attrs: authored = [], sheet } = node.birth
  const plain = node.birth.plain?.filter((name) => isUnedited(node, name)) ?? []
  if (plain.length > 0) copy.plain = plain
  if (node.kind !== 'element') return { ...copy, text: plain.length > 0 ? text : node.text }
  copy.tag = node.tag
  if (node.ns) copy.ns = node.ns
  if (sheet !== undefined) copy.sheet = sheet
  const attrs = nodeAttributes(node).map((attribute) =>
    plain.includes(attribute[0]) ? (authored.find(([name]) => name === attribute[0]) ?? attribute) : attribute,
  )
  if (attrs.length > 0) copy.attrs = attrs
  copy.children = tree.children(node.id).map((child) => looseCopy(tree, child))
  return copy
}
