import { createDerived, type Json, type View } from '@atelier/documents'
import { nameReader } from './names.ts'
import { type Attribute, birthAttributes, isNames, type Namespace, type NodeBirth, type NodeKind } from './node.ts'
import { pageReader, sheetNodeReader } from './nodes.ts'
import { sharedFirstKeys } from './order.ts'
import { unescapeTokens } from './tokenText.ts'

/** A node in its current state: its birth record with its later edits applied. */
export interface PageNode {
  readonly id: string
  readonly kind: NodeKind
  /** Empty for text and comments. */
  readonly tag: string
  readonly ns: Namespace | undefined
  /** Text of a text or a comment, otherwise empty; tokens that are literal are escaped (`escapeTokens`). */
  readonly text: string
  /** The parent that it shows in; differs from the written one if that is missing or in a cycle. Empty for the root. */
  readonly parent: string
  readonly order: string
  readonly deleted: boolean
  readonly hidden: boolean
  readonly label: string | undefined
  readonly birth: NodeBirth
  /** Edits by field name (`attr:href`, `class:hero`, …). */
  readonly edits: ReadonlyMap<string, Json>
}

/**
 * A page's nodes as one tree, read from a view: read it again after writing. Nodes and lists that were taken from
 * it stay as they are; the next reading of the same view continues from this tree.
 */
export interface PageTree {
  /** The id of the body element; empty if the page has none. */
  readonly root: string
  /** The id of the head element; empty if the page has none of its own. */
  readonly head: string
  /** The id of the html element; empty if the page has none of its own. */
  readonly html: string
  /** A node that shows: neither it nor any of its ancestors is deleted. Those of the head count too. */
  node(id: string): PageNode | undefined
  /** The children that show, in order. */
  children(id: string): readonly PageNode[]
  /** Any node that was ever made and not purged, deleted ones too. */
  anyNode(id: string): PageNode | undefined
  /** The visible nodes that were made from a stylesheet of the site, in document order, below `id`. */
  sheetNodes(id: string): readonly PageNode[]
  /** The visible nodes of the body that a link can lead to by `#name`, in no particular order: see `nodeNames`. */
  named(name: string): IterableIterator<PageNode>
  /** The visible nodes in document order, starting at `id` (default: the root, so that the head is left out). */
  walk(id?: string): IterableIterator<PageNode>
}

const NO_CHILDREN: readonly PageNode[] = []

/** Elements that can have no children. HTML, serialising fragments, 13.3. */
export const VOID_TAGS: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
)

const pageOf = createDerived(pageReader)
const sheetNodesOf = createDerived(sheetNodeReader)
const nodesByNameOf = createDerived(nameReader)

function comparePaths(one: readonly number[], other: readonly number[]): number {
  const length = Math.min(one.length, other.length)
  for (let depth = 0; depth < length; depth += 1) {
    const difference = (one[depth] ?? 0) - (other[depth] ?? 0)
    if (difference !== 0) return difference
  }
  return one.length - other.length
}

/**
 * Reads a page. A node whose parent is missing, or is not an element, shows under the root; of the nodes in a cycle (two
 * users moved each other's ancestors at once) the one with the smallest id does. Both depend only on the content, so
 * every replica shows the same tree. The first read of a view costs one pass over its keys, each later one only what was
 * written since, also in a draft over a view that was read before.
 */
export function readTree(view: View): PageTree {
  const page = pageOf(view)
  const nodes = () => page.current().nodes

  function node(id: string): PageNode | undefined {
    const { nodes: all, root, head, html } = page.current()
    const found = all.get(id)
    for (let at = found; ; at = all.get(at.parent)) {
      if (at?.id === root) return found
      if (!at || at.deleted) return undefined
      if (at.id === head || at.id === html) return found
    }
  }

  return {
    get root() {
      const { root, nodes: all } = page.current()
      return all.has(root) ? root : ''
    },
    get head() {
      const { head, nodes: all } = page.current()
      return all.has(head) ? head : ''
    },
    get html() {
      const { html, nodes: all } = page.current()
      return all.has(html) ? html : ''
    },
    node,
    anyNode: (id) => nodes().get(id),
    children: (id) => page.current().lists.get(id) ?? NO_CHILDREN,
    sheetNodes(top) {
      const { lists } = page.current()
      const found: { at: PageNode; path: number[] }[] = []
      for (const id of sheetNodesOf(view).current()) {
        const at = node(id)
        const path: number[] = []
        let each = at
        while (each && each.id !== top) {
          const own = each
          path.unshift((lists.get(own.parent) ?? NO_CHILDREN).findIndex((sibling) => sibling.id === own.id))
          each = own.parent === '' ? undefined : node(own.parent)
        }
        if (at && each) found.push({ at, path })
      }
      return found.sort((a, b) => comparePaths(a.path, b.path)).map(({ at }) => at)
    },
    *named(name) {
      const { nodes: all, root } = page.current()
      const isInBody = (found: PageNode) => {
        let at: PageNode | undefined = found
        while (at && at.id !== root && !at.deleted) at = all.get(at.parent)
        return at?.id === root
      }
      const seen = new Set<string>()
      for (let at = nodesByNameOf(view).current().get(name); at; at = at.next) {
        const found = all.get(at.id)
        if (!found || seen.has(at.id)) continue
        seen.add(at.id)
        if (nodeNames(found).includes(name) && isInBody(found)) yield found
      }
    },
    *walk(from = page.current().root) {
      const start = node(from)
      const { lists } = page.current()
      const stack = start ? [start] : []
      for (let next = stack.pop(); next; next = stack.pop()) {
        yield next
        const children = lists.get(next.id) ?? NO_CHILDREN
        for (let i = children.length - 1; i >= 0; i -= 1) {
          const child = children[i]
          if (child) stack.push(child)
        }
      }
    },
  }
}

/** A tree that follows its view. */
export interface TrackedTree {
  /** The current tree; the same object until `update` is called. */
  tree(): PageTree
  /** Call after the view has changed. */
  update(keys: Iterable<string>): void
}

export function trackTree(view: View): TrackedTree {
  let current: PageTree | undefined
  return {
    tree() {
      current ??= readTree(view)
      return current
    },
    update() {
      current = undefined
    },
  }
}

/**
 * The current attributes in authored order, those added later after them by name, unless an edit gave them another
 * order; as edits write them, so that literal tokens are escaped (`escapeTokens`).
 */
export function nodeAttributes(node: PageNode): readonly Attribute[] {
  if (node.edits.size === 0) return birthAttributes(node.birth)
  const attributes = unorderedAttributes(node)
  const names = node.edits.get('attributes')
  if (!isNames(names)) return attributes
  const places = new Map(names.map((name, i) => [name, i]))
  const placeOf = ([name]: Attribute) => places.get(name) ?? names.length
  return attributes.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** The names of an element's attributes in the order that they have while no edit gave them another one. */
export function unorderedNames({ birth }: PageNode, names: ReadonlySet<string>): string[] {
  const authored = (birth.attrs ?? []).flatMap(([name]) => (names.has(name) ? name : []))
  const known = new Set(authored)
  const added = [...names].filter((name) => name !== 'class' && !known.has(name)).sort()
  return [...new Set([...authored, ...added, ...names])]
}

function unorderedAttributes(node: PageNode): Attribute[] {
  const authored = birthAttributes(node.birth)
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

/** The attributes as printed without filling in tokens, for the elements around the body. */
export function bareAttributes(node: PageNode): Attribute[] {
  return nodeAttributes(node).map(([name, value]) => [name, unescapeTokens(value)])
}

/** The current value of one attribute; undefined if there is none. */
export function nodeAttribute(node: PageNode, name: string): string | undefined {
  if (name === 'class') return classText(node)
  const edit = node.edits.get(`attr:${name}`)
  if (edit !== undefined) return typeof edit === 'string' ? edit : undefined
  return birthAttributes(node.birth).find(([each]) => each === name)?.[1]
}

/** Whether a visible node of the body has a name that a link can lead to. */
export function hasName(tree: PageTree, name: string): boolean {
  return tree.named(name).next().done === false
}

/** The names by which a link can lead to a node: its `id`, and the `name` of a link. */
export function nodeNames(node: PageNode): string[] {
  const names = [nodeAttribute(node, 'id'), node.tag === 'a' ? nodeAttribute(node, 'name') : undefined]
  return names.flatMap((name) => name || [])
}

/** The classes of an element, in their order. */
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

/** A class of an element and its order key; a class without a key comes after those with one, by name. */
export interface ClassMember {
  token: string
  order: string | undefined
}

/** The classes of an element in their order. The authored ones have the first keys, as siblings do. */
export function classMembers(node: PageNode): ClassMember[] {
  const members = new Map<string, string | undefined>()
  const tokens = splitClasses(authoredClass(node) ?? '')
  const keys = sharedFirstKeys(tokens.length)
  for (const [i, token] of tokens.entries()) members.set(token, keys[i])
  for (const [key, member] of node.edits) {
    if (!key.startsWith('class:')) continue
    const token = key.slice(6)
    if (member === false) members.delete(token)
    else if (typeof member === 'string') members.set(token, member)
    else if (member === true && !members.has(token)) members.set(token, undefined)
  }
  return [...members].map(([token, order]) => ({ token, order })).sort(byClassOrder)
}

function byClassOrder(a: ClassMember, b: ClassMember): number {
  if (a.order === b.order) return a.token < b.token ? -1 : 1
  return a.order !== undefined && (b.order === undefined || a.order < b.order) ? -1 : 1
}

/** The class attribute: the authored text with its spacing, as long as the classes are the authored ones. */
function classText(node: PageNode): string | undefined {
  const authored = authoredClass(node)
  if (node.edits.size === 0) return authored
  const tokens = classMembers(node).map(({ token }) => token)
  const before = splitClasses(authored ?? '')
  if (tokens.length === before.length && tokens.every((token, i) => token === before[i])) return authored
  return tokens.length > 0 ? tokens.join(' ') : undefined
}

function authoredClass(node: PageNode): string | undefined {
  const edited = node.edits.get('attr:class')
  if (edited !== undefined) return typeof edited === 'string' ? edited : undefined
  return birthAttributes(node.birth).find(([name]) => name === 'class')?.[1]
}
