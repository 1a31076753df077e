import type { Json, View } from '@atelier/documents'
import {
  type Attribute,
  type Namespace,
  type NodeBirth,
  type NodeKind,
  ROOT_KEY,
  readBirth,
  readPlace,
  splitKey,
} from './node.ts'

/** A node as it stands now: its birth record under its later edits. */
export interface PageNode {
  readonly id: string
  readonly kind: NodeKind
  /** Empty for text and comments. */
  readonly tag: string
  readonly ns: Namespace | undefined
  /** Of a text or a comment, otherwise empty. */
  readonly text: string
  /** Where it shows; differs from what was written where that would be a cycle or a missing parent. Empty for the root. */
  readonly parent: string
  readonly order: string
  readonly deleted: boolean
  readonly hidden: boolean
  readonly label: string | undefined
  readonly birth: NodeBirth
  /** Edits by field name (`attr:href`, `class:hero`, …). */
  readonly edits: ReadonlyMap<string, Json>
}

/** A page's nodes as one tree. It is a reading of a view at one moment: read again after writing. */
export interface PageTree {
  /** The id of the body element; empty where the page has none. */
  readonly root: string
  /** A node that shows: neither it nor any of its ancestors is deleted. */
  node(id: string): PageNode | undefined
  /** The children that show, in order. */
  children(id: string): readonly PageNode[]
  /** Any node that was ever made and not purged, deleted ones too. */
  anyNode(id: string): PageNode | undefined
  /** The nodes that show, in document order, from `id` (default: the root) on. */
  walk(id?: string): IterableIterator<PageNode>
}

interface Entry {
  birth: NodeBirth
  edits: Map<string, Json> | undefined
}

const NO_EDITS: ReadonlyMap<string, Json> = new Map()
const NO_CHILDREN: readonly PageNode[] = []

/** Elements that can have no children. HTML, serialising fragments, 13.3. */
export const VOID_TAGS: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
)

/**
 * Reads a page. A node whose parent is missing, or is no element, shows under the root; of the nodes in a cycle (two
 * people moved each other's ancestors at once) the one with the smallest id does. Both depend on the content alone, so
 * every replica shows the same tree. Costs one pass over the keys.
 */
export function readTree(view: View): PageTree {
  const entries = new Map<string, Entry>()
  const edits = new Map<string, Map<string, Json>>()
  for (const key of view.keys()) {
    if (key === ROOT_KEY) continue
    const [id, name] = splitKey(key)
    const value = view.get(key)
    if (value === undefined) continue
    if (name === undefined) {
      const birth = readBirth(value)
      if (birth) entries.set(id, { birth, edits: undefined })
    } else {
      const own = edits.get(id)
      if (own) own.set(name, value)
      else edits.set(id, new Map([[name, value]]))
    }
  }
  for (const [id, own] of edits) {
    const entry = entries.get(id)
    if (entry) entry.edits = own
  }
  const root = view.get(ROOT_KEY)
  return linkTree(entries, typeof root === 'string' ? root : '')
}

/** A tree that follows its view: tell it which keys changed, and only their nodes are read again. */
export interface TrackedTree {
  tree(): PageTree
  /** Call after the view has changed. */
  update(keys: Iterable<string>): void
}

export function trackTree(view: View): TrackedTree {
  const entries = new Map<string, Entry>()
  let root = ''
  let current: PageTree | undefined
  const readKey = (key: string) => {
    if (key === ROOT_KEY) {
      const value = view.get(ROOT_KEY)
      root = typeof value === 'string' ? value : ''
      return
    }
    const [id, name] = splitKey(key)
    const entry = entries.get(id)
    if (name === undefined) {
      const birth = readBirth(view.get(key))
      if (!birth) entries.delete(id)
      else if (entry) entry.birth = birth
      else {
        const own = new Map<string, Json>()
        for (const other of view.keys(`${id}/`)) {
          const value = view.get(other)
          if (value !== undefined) own.set(other.slice(id.length + 1), value)
        }
        entries.set(id, { birth, edits: own.size > 0 ? own : undefined })
      }
    } else if (entry) {
      const value = view.get(key)
      const own = new Map(entry.edits)
      if (value === undefined) own.delete(name)
      else own.set(name, value)
      entry.edits = own.size > 0 ? own : undefined
    }
  }
  for (const key of view.keys()) if (!key.includes('/')) readKey(key)
  return {
    tree() {
      current ??= linkTree(entries, root)
      return current
    },
    update(keys) {
      for (const key of keys) readKey(key)
      current = undefined
    },
  }
}

function linkTree(entries: ReadonlyMap<string, Entry>, root: string): PageTree {
  const places = resolvePlaces(entries, root)
  const nodes = new Map<string, PageNode>()
  const lists = new Map<string, PageNode[]>()
  for (const [id, entry] of entries) {
    const [parent, order] = places.get(id) ?? ['', '']
    const node = makeNode(id, entry, id === root ? '' : parent, order)
    nodes.set(id, node)
    if (node.deleted || id === root) continue
    const siblings = lists.get(parent)
    if (siblings) siblings.push(node)
    else lists.set(parent, [node])
  }
  for (const siblings of lists.values()) if (siblings.length > 1) siblings.sort(byOrder)

  const shows = new Map<string, boolean>([[root, nodes.has(root)]])
  const showing = (id: string): boolean => {
    const path: string[] = []
    let at = id
    let answer = shows.get(at)
    while (answer === undefined) {
      path.push(at)
      const node = nodes.get(at)
      if (!node || node.deleted) answer = false
      else {
        at = node.parent
        answer = shows.get(at)
      }
    }
    for (const passed of path) shows.set(passed, answer)
    return answer
  }

  return {
    root: nodes.has(root) ? root : '',
    node: (id) => (showing(id) ? nodes.get(id) : undefined),
    anyNode: (id) => nodes.get(id),
    children: (id) => lists.get(id) ?? NO_CHILDREN,
    *walk(from = root) {
      const start = showing(from) ? nodes.get(from) : undefined
      const stack = start ? [start] : []
      for (let node = stack.pop(); node; node = stack.pop()) {
        yield node
        const children = lists.get(node.id)
        if (children) for (const child of children.toReversed()) stack.push(child)
      }
    },
  }
}

/** The place of every node after missing parents and cycles are resolved. */
function resolvePlaces(entries: ReadonlyMap<string, Entry>, root: string): Map<string, readonly [string, string]> {
  const places = new Map<string, readonly [string, string]>()
  for (const [id, { birth, edits }] of entries) {
    const at = (edits && readPlace(edits.get('at'))) ?? birth.at
    const parent = entries.get(at[0])
    const possible = parent?.birth.kind === 'element' && at[0] !== id
    places.set(id, possible || id === root ? at : [root, at[1]])
  }
  const settled = new Set<string>([root])
  for (const start of entries.keys()) {
    const path = new Set<string>()
    let id = start
    while (!settled.has(id)) {
      if (path.has(id)) {
        const [smallest = id] = cycleFrom(id, places).sort()
        places.set(smallest, [root, places.get(smallest)?.[1] ?? ''])
        break
      }
      path.add(id)
      id = places.get(id)?.[0] ?? root
    }
    for (const passed of path) settled.add(passed)
  }
  return places
}

function cycleFrom(id: string, places: ReadonlyMap<string, readonly [string, string]>): string[] {
  const cycle = [id]
  for (let at = places.get(id)?.[0]; at !== undefined && at !== id; at = places.get(at)?.[0]) cycle.push(at)
  return cycle
}

function makeNode(id: string, { birth, edits }: Entry, parent: string, order: string): PageNode {
  const text = edits?.get('text')
  const tag = edits?.get('tag')
  const label = edits?.get('label')
  return {
    id,
    kind: birth.kind,
    tag: typeof tag === 'string' && birth.kind === 'element' ? tag : (birth.tag ?? ''),
    ns: birth.ns,
    text: typeof text === 'string' ? text : (birth.text ?? ''),
    parent,
    order,
    deleted: edits?.get('deleted') === true,
    hidden: edits?.get('hidden') === true,
    label: typeof label === 'string' ? label : undefined,
    birth,
    edits: edits ?? NO_EDITS,
  }
}

/** Order keys compare by code units; equal keys (two people inserted at one place at once) by id. */
export function byOrder(a: PageNode, b: PageNode): number {
  if (a.order !== b.order) return a.order < b.order ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** The attributes as they stand, in authored order, those added later behind them by name. */
export function nodeAttributes(node: PageNode): readonly Attribute[] {
  const authored = node.birth.attrs ?? []
  if (node.edits.size === 0) return authored
  const attributes: Attribute[] = []
  const names = new Set<string>()
  for (const [name, value] of authored) {
    names.add(name)
    if (name === 'class') continue
    const edit = node.edits.get(`attr:${name}`)
    if (edit === undefined) attributes.push([name, value])
    else if (typeof edit === 'string') attributes.push([name, edit])
  }
  const added: Attribute[] = []
  for (const [key, value] of node.edits) {
    if (!key.startsWith('attr:') || typeof value !== 'string') continue
    const name = key.slice(5)
    if (!names.has(name) && name !== 'class') added.push([name, value])
  }
  added.sort((a, b) => (a[0] < b[0] ? -1 : 1))
  attributes.push(...added)
  const text = classText(node)
  if (text === undefined) return attributes
  const place = authored.findIndex(([name]) => name === 'class')
  const before =
    place < 0 ? attributes.length : authored.slice(0, place).filter(([name]) => hasAttribute(node, name)).length
  attributes.splice(before, 0, ['class', text])
  return attributes
}

/** One attribute as it stands; undefined where there is none. */
export function nodeAttribute(node: PageNode, name: string): string | undefined {
  if (name === 'class') return classText(node)
  const edit = node.edits.get(`attr:${name}`)
  if (edit !== undefined) return typeof edit === 'string' ? edit : undefined
  return node.birth.attrs?.find(([each]) => each === name)?.[1]
}

/** The classes of an element: the authored tokens without those taken away, then those added, by name. */
export function nodeClasses(node: PageNode): string[] {
  return splitClasses(classText(node) ?? '')
}

/** The tokens of a class attribute, each once. DOM, ordered set parser. */
export function splitClasses(text: string): string[] {
  return [...new Set(text.split(/[\t\n\f\r ]+/).filter(Boolean))]
}

function hasAttribute(node: PageNode, name: string): boolean {
  return nodeAttribute(node, name) !== undefined
}

/** The class attribute; the authored text itself, spacing and all, while membership is what was authored. */
function classText(node: PageNode): string | undefined {
  const edited = node.edits.get('attr:class')
  const authored =
    edited === undefined
      ? node.birth.attrs?.find(([name]) => name === 'class')?.[1]
      : typeof edited === 'string'
        ? edited
        : undefined
  let changed = false
  const tokens = new Set(splitClasses(authored ?? ''))
  const added: string[] = []
  for (const [key, member] of node.edits) {
    if (!key.startsWith('class:')) continue
    const token = key.slice(6)
    if (member === true && !tokens.has(token)) added.push(token)
    else if (member === false && tokens.delete(token)) changed = true
  }
  if (added.length === 0 && !changed) return authored
  const all = [...tokens, ...added.sort()]
  return all.length > 0 ? all.join(' ') : undefined
}
