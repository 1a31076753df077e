import type { Derivation, Json, View } from '@atelier/documents'
import {
  birthText,
  HEAD_KEY,
  HTML_KEY,
  isTopKey,
  type NodeBirth,
  type Place,
  ROOT_KEY,
  readBirth,
  readPlace,
  splitKey,
} from './node.ts'
import { layer, type Table } from './table.ts'
import type { PageNode } from './tree.ts'

/** A page's nodes, each in its place. It is mutable; nodes and lists in it are replaced, never changed. */
export interface PageNodes {
  /** The id that the page names as its body, whether or not that node exists. */
  root: string
  /** The ids that the page names as its head and html elements; empty if it names none, or another of these. */
  head: string
  html: string
  nodes: Table<PageNode>
  /** The children that are not deleted, in order. */
  lists: Table<readonly PageNode[]>
  /** Nodes whose written parent is missing or no element: they show under the root until it exists. */
  strays: Set<string>
  /** The nodes of each cycle, by the node of it that shows under the root. */
  cycles: Map<string, readonly string[]>
}

/** A birth record with its edits, before it is placed. */
interface Entry {
  birth: NodeBirth
  edits: ReadonlyMap<string, Json>
}

type Tops = Pick<PageNodes, 'root' | 'head' | 'html'>

const NO_EDITS: ReadonlyMap<string, Json> = new Map()

/**
 * Reads the nodes of a page, and follows it: an edit of a node's content costs that node and its parent's list, an edit
 * of the structure also the way up to the root.
 */
export const pageReader: Derivation<PageNodes> = {
  read: readNodes,
  over: ({ root, head, html, nodes, lists, strays, cycles }) => ({
    root,
    head,
    html,
    nodes: layer(nodes),
    lists: layer(lists),
    strays: new Set(strays),
    cycles: new Map(cycles),
  }),
  update(page, view, keys) {
    const named = [ROOT_KEY, HEAD_KEY, HTML_KEY].some((key) => keys.has(key))
    const tops = named ? readTops(view) : page
    const same = tops.root === page.root && tops.head === page.head && tops.html === page.html
    if (!same) Object.assign(page, readNodes(view))
    else placeNodes(page, changedEntries(page, view, keys))
  },
}

/** The ids of nodes that were made from a stylesheet of the site, so that no page has to be walked for them. */
export const sheetNodeReader: Derivation<Set<string>> = {
  read: (view) => new Set([...view.keys()].filter((key) => isSheetNode(view, key))),
  over: (ids) => new Set(ids),
  update(ids, view, keys) {
    for (const key of keys) {
      if (isSheetNode(view, key)) ids.add(key)
      else ids.delete(key)
    }
  },
}

function isSheetNode(view: View, key: string): boolean {
  return !isTopKey(key) && !key.includes('/') && readBirth(view.get(key))?.sheet !== undefined
}

function readTops(view: View): Tops {
  const [root, head, html] = [ROOT_KEY, HEAD_KEY, HTML_KEY].map((key) => {
    const id = view.get(key)
    return typeof id === 'string' ? id : ''
  })
  const own = (id = '', ...others: (string | undefined)[]) => (others.includes(id) ? '' : id)
  return { root: root ?? '', head: own(head, root), html: own(html, root, head) }
}

/** Whether a node is the html, head or body element of the page, which has no parent. */
function isTop({ root, head, html }: Tops, id: string): boolean {
  return id === root || (id !== '' && (id === head || id === html))
}

function readNodes(view: View): PageNodes {
  const tops = readTops(view)
  const entries = readEntries(view)
  return placeAll(tops, entries) ?? placeOneByOne(tops, entries)
}

function readEntries(view: View): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  const edits = new Map<string, Map<string, Json>>()
  for (const key of view.keys()) {
    if (isTopKey(key)) continue
    const value = view.get(key)
    if (value === undefined) continue
    const slash = key.indexOf('/')
    if (slash < 0) {
      const birth = readBirth(value)
      if (birth) entries.set(key, { birth, edits: NO_EDITS })
      continue
    }
    const [id, name] = [key.slice(0, slash), key.slice(slash + 1)]
    const own = edits.get(id)
    if (own) own.set(name, value)
    else edits.set(id, new Map([[name, value]]))
  }
  for (const [id, own] of edits) {
    const entry = entries.get(id)
    if (entry) entry.edits = own
  }
  return entries
}

/** A node that is being placed, with its parent and its children. */
interface Placing {
  node: PageNode
  above: Placing | undefined
  children: PageNode[]
  sorted: boolean
  /** The number of the upward walk that first passed it; 0 if none has. */
  walk: number
}

/**
 * A page read as a whole, with every node in its written place, as in nearly every page. Undefined if
 * some parent is missing, is not an element, or if there is a cycle.
 */
function placeAll(tops: Tops, entries: ReadonlyMap<string, Entry>): PageNodes | undefined {
  const placing = new Map<string, Placing>()
  for (const [id, entry] of entries) {
    const [parent, order] = writtenPlace(entry)
    const node = makeNode(id, entry, isTop(tops, id) ? '' : parent, order)
    placing.set(id, { node, above: undefined, children: [], sorted: true, walk: 0 })
  }
  const nodes = new Map<string, PageNode>()
  for (const [id, each] of placing) {
    const { node } = each
    nodes.set(id, node)
    if (isTop(tops, id)) continue
    const above = placing.get(node.parent)
    if (above?.node.kind !== 'element') return undefined
    each.above = above
    if (node.deleted) continue
    const last = above.children.at(-1)
    if (last && byOrder(last, node) > 0) above.sorted = false
    above.children.push(node)
  }
  const lists = new Map<string, readonly PageNode[]>()
  let walk = 0
  for (const [id, each] of placing) {
    walk += 1
    for (let at: Placing | undefined = each; at; at = at.above) {
      if (at.walk === walk) return undefined
      if (at.walk !== 0) break
      at.walk = walk
    }
    if (each.children.length === 0) continue
    lists.set(id, each.sorted ? each.children : each.children.sort(byOrder))
  }
  return { ...tops, nodes, lists, strays: new Set<string>(), cycles: new Map<string, readonly string[]>() }
}

function placeOneByOne(tops: Tops, entries: ReadonlyMap<string, Entry>): PageNodes {
  const page: PageNodes = { ...tops, nodes: new Map(), lists: new Map(), strays: new Set(), cycles: new Map() }
  placeNodes(page, entries)
  return page
}

/** The current nodes of some keys; undefined for a node that no longer exists. */
function changedEntries(page: PageNodes, view: View, keys: Iterable<string>): Map<string, Entry | undefined> {
  const births = new Set<string>()
  const fields: (readonly [id: string, name: string, key: string])[] = []
  for (const key of keys) {
    const [id, name] = splitKey(key)
    if (name !== undefined) fields.push([id, name, key])
    else if (!isTopKey(key)) births.add(id)
  }
  const changed = new Map<string, Entry | undefined>()
  for (const id of births) {
    const birth = readBirth(view.get(id))
    const old = page.nodes.get(id)
    if (birth) changed.set(id, { birth, edits: old ? old.edits : readEdits(view, id) })
    else if (old) changed.set(id, undefined)
  }
  const copied = new Map<string, Map<string, Json>>()
  for (const [id, name, key] of fields) {
    const entry = changed.has(id) ? changed.get(id) : page.nodes.get(id)
    if (!entry) continue
    const edits = copied.get(id) ?? new Map(entry.edits)
    copied.set(id, edits)
    const value = view.get(key)
    if (value === undefined) edits.delete(name)
    else edits.set(name, value)
    changed.set(id, { birth: entry.birth, edits })
  }
  return changed
}

function readEdits(view: View, id: string): ReadonlyMap<string, Json> {
  let edits: Map<string, Json> | undefined
  for (const key of view.keys(`${id}/`)) {
    const value = view.get(key)
    if (value === undefined) continue
    edits ??= new Map()
    edits.set(key.slice(id.length + 1), value)
  }
  return edits ?? NO_EDITS
}

/** Adds changed nodes to the page, and places all nodes again whose place depends on them. */
function placeNodes(page: PageNodes, entries: ReadonlyMap<string, Entry | undefined>): void {
  const { nodes, lists, strays } = page
  const entryOf = (id: string): Entry | undefined => (entries.has(id) ? entries.get(id) : nodes.get(id))
  const places = resolvePlaces(page, entries, entryOf)

  const moves = new Map<string, { gone: PageNode[]; come: PageNode[] }>()
  function movesOf(parent: string) {
    const known = moves.get(parent)
    if (known) return known
    const made = { gone: [], come: [] }
    moves.set(parent, made)
    return made
  }
  function write(id: string, entry: Entry | undefined): void {
    const old = nodes.get(id)
    if (old && !old.deleted && !isTop(page, id)) movesOf(old.parent).gone.push(old)
    if (!entry) {
      nodes.delete(id)
      strays.delete(id)
      return
    }
    const [parent, order] = places.get(id) ?? (old ? [old.parent, old.order] : writtenPlace(entry))
    const node = makeNode(id, entry, isTop(page, id) ? '' : parent, order)
    nodes.set(id, node)
    if (!node.deleted && !isTop(page, id)) movesOf(parent).come.push(node)
  }
  for (const [id, entry] of entries) write(id, entry)
  for (const id of places.keys()) if (!entries.has(id)) write(id, nodes.get(id))
  for (const [parent, { gone, come }] of moves) {
    const list = changeList(lists.get(parent) ?? [], gone, come)
    if (list.length > 0) lists.set(parent, list)
    else lists.delete(parent)
  }
}

/** The nodes to place, or to place again, with their places after missing parents and cycles are resolved. */
function resolvePlaces(
  page: PageNodes,
  entries: ReadonlyMap<string, Entry | undefined>,
  entryOf: (id: string) => Entry | undefined,
): Map<string, Place> {
  const { root, nodes, strays, cycles } = page
  const isElement = (id: string) => entryOf(id)?.birth.kind === 'element'
  const unplaced = new Set<string>()
  const lost = new Set<string>()
  let found = false
  for (const [id, entry] of entries) {
    const old = nodes.get(id)
    const [was, is] = [old?.birth.kind === 'element', entry?.birth.kind === 'element']
    if (was && !is) lost.add(id)
    if (is && !was) found = true
    if (entry && !(old && samePlace(writtenPlace(old), writtenPlace(entry)))) unplaced.add(id)
  }
  if (found) {
    for (const id of strays) {
      const entry = entryOf(id)
      if (entry && isElement(writtenPlace(entry)[0])) unplaced.add(id)
    }
  }
  if (lost.size > 0) {
    for (const [id] of nodes.entries()) {
      const entry = entryOf(id)
      if (entry && lost.has(writtenPlace(entry)[0])) unplaced.add(id)
    }
  }
  for (const [smallest, members] of cycles) {
    if (!members.some((id) => unplaced.has(id) || !entryOf(id))) continue
    cycles.delete(smallest)
    for (const id of members) if (entryOf(id)) unplaced.add(id)
  }

  const places = new Map<string, Place>()
  for (const id of unplaced) {
    const entry = entryOf(id)
    if (!entry) continue
    const at = writtenPlace(entry)
    const stands = isTop(page, id) || (isElement(at[0]) && at[0] !== id)
    places.set(id, stands ? at : [root, at[1]])
    if (stands) strays.delete(id)
    else strays.add(id)
  }
  const parentOf = (id: string) => places.get(id)?.[0] ?? nodes.get(id)?.parent ?? root
  // The upward walk that first passed each node.
  const passed = new Map<string, string>([page.html, page.head, root].map((id) => [id, '']))
  for (const start of unplaced) {
    let id = start
    for (; !passed.has(id); id = parentOf(id)) passed.set(id, start)
    if (passed.get(id) !== start || isTop(page, id)) continue
    const members = cycleFrom(id, parentOf).sort()
    const [smallest = id] = members
    places.set(smallest, [root, places.get(smallest)?.[1] ?? nodes.get(smallest)?.order ?? ''])
    cycles.set(smallest, members)
  }
  return places
}

function cycleFrom(id: string, parentOf: (id: string) => string): string[] {
  const cycle = [id]
  for (let at = parentOf(id); at !== id; at = parentOf(at)) cycle.push(at)
  return cycle
}

function writtenPlace({ birth, edits }: Entry): Place {
  return readPlace(edits.get('at')) ?? birth.at
}

function samePlace(a: Place, b: Place): boolean {
  return a[0] === b[0] && a[1] === b[1]
}

/** A list with more changes than this is sorted as a whole. */
const MANY_CHANGES = 16

function changeList(
  list: readonly PageNode[],
  gone: readonly PageNode[],
  come: readonly PageNode[],
): readonly PageNode[] {
  if (gone.length + come.length > MANY_CHANGES) {
    const left = new Set(gone)
    return [...(left.size > 0 ? list.filter((node) => !left.has(node)) : list), ...come].sort(byOrder)
  }
  const [only] = come
  // By far the most frequent case: one copy, without a second one to make room.
  if (only && come.length === 1 && gone.length === 0) return list.toSpliced(placeIn(list, only), 0, only)
  const changed = list.slice()
  for (const node of gone) changed.splice(placeIn(changed, node), 1)
  for (const node of come) changed.splice(placeIn(changed, node), 0, node)
  return changed
}

/** The index of a node in a sorted list, or the index at which it would be inserted. */
function placeIn(list: readonly PageNode[], wanted: PageNode): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const node = list[middle]
    if (node && byOrder(node, wanted) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Order keys compare by code units; equal keys (two users inserted at one place at once) by id. */
function byOrder(a: PageNode, b: PageNode): number {
  if (a.order !== b.order) return a.order < b.order ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

function makeNode(id: string, { birth, edits }: Entry, parent: string, order: string): PageNode {
  if (edits.size === 0) {
    const { kind, tag = '', ns } = birth
    return {
      id,
      kind,
      tag,
      ns,
      text: birthText(birth),
      parent,
      order,
      deleted: false,
      hidden: false,
      label: undefined,
      birth,
      edits,
    }
  }
  const text = edits.get('text')
  const tag = edits.get('tag')
  const label = edits.get('label')
  return {
    id,
    kind: birth.kind,
    tag: typeof tag === 'string' && birth.kind === 'element' ? tag : (birth.tag ?? ''),
    ns: birth.ns,
    text: typeof text === 'string' ? text : birthText(birth),
    parent,
    order,
    deleted: edits.get('deleted') === true,
    hidden: edits.get('hidden') === true,
    label: typeof label === 'string' ? label : undefined,
    birth,
    edits,
  }
}
