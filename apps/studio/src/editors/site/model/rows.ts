import { excerpt } from '@atelier/operation'
import { canHoldChildren, nodeAttribute, nodeClasses, type PageNode, type PageTree } from '@atelier/site'
import * as strings from './strings.ts'

/** One line of the layer tree. */
export interface LayerRow {
  id: string
  depth: number
  /** Its visible name: its own name, its text, or its first class. */
  title: string
  /** `section`, `h1`, `text`. */
  kind: string
  /** Has children that the layer tree would show. */
  branch: boolean
  open: boolean
  hidden: boolean
}

/** Elements that are labelled by their text, even if it is nested deeper. */
const wordy = /^(p|li|td|th|dt|dd|a|button|label|figcaption|h[1-6])$/
const blank = /^\s*$/
const shortest = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim()
  return excerpt(line, 48)
}

/** Whitespace between elements and comments are kept in the page but are not layers. */
export function isLayer(node: PageNode): boolean {
  return node.kind === 'element' || (node.kind === 'text' && !blank.test(node.text))
}

/** The layers among the children of a node. A tree replaces a list that changes: most are the same after an edit. */
const layersOf = new WeakMap<readonly PageNode[], readonly PageNode[]>()

/** An element whose only content is text is one layer, named by that text. */
export function layerChildren(tree: PageTree, id: string): readonly PageNode[] {
  const children = tree.children(id)
  const known = layersOf.get(children)
  if (known) return known
  const layers = children.filter(isLayer)
  const shown = layers.length === 1 && layers[0]?.kind === 'text' ? [] : layers
  layersOf.set(children, shown)
  return shown
}

/** @param partName the display name of a node that represents something else, as `partName` returns it */
export function layerTitle(tree: PageTree, node: PageNode, partName?: (node: PageNode) => string | undefined): string {
  if (node.label) return node.label
  const part = partName?.(node)
  if (part !== undefined) return part
  if (node.kind === 'text') return shortest(node.text)
  if (node.id === tree.root) return strings.page
  const inner = tree.children(node.id).filter(isLayer)
  if (wordy.test(node.tag) || inner.some((child) => child.kind === 'text')) {
    const text = shortest(rowText(tree, node.id))
    if (text !== '') return text
  }
  const id = nodeAttribute(node, 'id')
  if (id) return `#${id}`
  const [name] = nodeClasses(node)
  if (name) return `.${name}`
  const alt = nodeAttribute(node, 'alt') ?? nodeAttribute(node, 'aria-label')
  return alt ? shortest(alt) : node.tag
}

/** The text inside a node, as far as a title needs it. */
function rowText(tree: PageTree, id: string): string {
  let text = ''
  for (const node of tree.walk(id)) {
    if (node.kind === 'text') text += node.text
    if (text.length > 120) break
  }
  return text
}

type PartName = (node: PageNode) => string | undefined

/** The line of one node, by itself. */
export function layerRow(tree: PageTree, node: PageNode, partName?: PartName): LayerRow {
  return rowOf(tree, node, partName, { depth: 0, branch: false, open: false })
}

/** A title is computed when it is read: of a long page, few lines are in sight. */
function rowOf(
  tree: PageTree,
  node: PageNode,
  partName: PartName | undefined,
  place: Pick<LayerRow, 'depth' | 'branch' | 'open'>,
): LayerRow {
  let title: string | undefined
  return {
    ...place,
    id: node.id,
    get title() {
      title ??= layerTitle(tree, node, partName)
      return title
    },
    kind: node.kind === 'text' ? 'text' : node.tag.replace(/^(atelier|instatic)-/, ''),
    hidden: node.hidden,
  }
}

/** The lines that show, from the root on, with the children of open nodes only. */
export function layerRows(tree: PageTree, open: ReadonlySet<string>, partName?: PartName): LayerRow[] {
  const rows: LayerRow[] = []
  const root = tree.node(tree.root)
  if (!root) return rows
  const waiting: { node: PageNode; depth: number }[] = [{ node: root, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next
    const children = node.kind === 'element' ? layerChildren(tree, node.id) : []
    const isOpen = children.length > 0 && open.has(node.id)
    rows.push(rowOf(tree, node, partName, { depth, branch: children.length > 0, open: isOpen }))
    if (!isOpen) continue
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index]
      if (child) waiting.push({ node: child, depth: depth + 1 })
    }
  }
  return rows
}

/** The layers from the root down to a node, without the node. */
export function ancestors(tree: PageTree, id: string): string[] {
  const path: string[] = []
  for (let at = tree.node(id)?.parent; at; at = tree.node(at)?.parent) path.unshift(at)
  return path
}

export type Step = 'up' | 'down' | 'parent' | 'child'

/** Where an arrow key leads: up and down among siblings, left to the parent, right to the first child. */
export function stepFrom(tree: PageTree, id: string, step: Step): string | undefined {
  const node = tree.node(id)
  if (!node) return tree.root || undefined
  if (step === 'parent') return node.parent || undefined
  if (step === 'child') return layerChildren(tree, id)[0]?.id
  if (!node.parent) return undefined
  const siblings = layerChildren(tree, node.parent)
  const index = siblings.findIndex((each) => each.id === id)
  return siblings[index + (step === 'down' ? 1 : -1)]?.id
}

/** The selection after a node is deleted: the next sibling, else the one before, else the parent. */
export function afterDelete(tree: PageTree, id: string): string | undefined {
  return stepFrom(tree, id, 'down') ?? stepFrom(tree, id, 'up') ?? tree.node(id)?.parent
}

export interface Drop {
  parentId: string
  /** Among the layers of the parent, the dragged node left out: as the operation `moveNode` counts. */
  index: number
  /** The slot that the parent, an instance of a component, does not fill yet: it is made there first, and filled. */
  slot?: string
}

/**
 * Where nodes land when they are dropped on a row: in the upper or lower quarter beside it, in the middle into it.
 * @param dragged none of them, if something new is dropped
 */
export function dropAt(tree: PageTree, dragged: readonly string[], target: string, fraction: number): Drop | undefined {
  const node = tree.node(target)
  const above = new Set([target, ...ancestors(tree, target)])
  if (!node || dragged.some((id) => id === tree.root || above.has(id))) return undefined
  const layers = (id: string) => tree.children(id).filter((child) => isLayer(child) && !dragged.includes(child.id))
  const holds = canHoldChildren(node)
  const into = holds && (!node.parent || (fraction >= 0.25 && fraction <= 0.75))
  if (into) return { parentId: target, index: layers(target).length }
  const at = layers(node.parent).findIndex((each) => each.id === target)
  return { parentId: node.parent, index: fraction < 0.5 ? at : at + 1 }
}

/** The moves, one after the other, that bring nodes side by side to where they were dropped, as `moveNode` takes them. */
export function movesTo(
  tree: PageTree,
  ids: readonly string[],
  { parentId, index }: Drop,
): { nodeId: string; newParentId: string; newIndex: number }[] {
  let layers = tree.children(parentId).flatMap((child) => (isLayer(child) ? [child.id] : []))
  let last = layers.filter((id) => !ids.includes(id))[index - 1]
  return ids.map((nodeId) => {
    layers = layers.filter((id) => id !== nodeId)
    const newIndex = last === undefined ? 0 : layers.indexOf(last) + 1
    layers = layers.toSpliced(newIndex, 0, nodeId)
    last = nodeId
    return { nodeId, newParentId: parentId, newIndex }
  })
}

/**
 * Where one step by keyboard takes a node: up and down among its siblings, `parent` to after its parent,
 * `child` to the end of the sibling before it. Undefined if there is no such place.
 */
export function moveStep(tree: PageTree, id: string, step: Step): Drop | undefined {
  const node = tree.node(id)
  if (!node?.parent) return undefined
  const siblings = tree.children(node.parent).filter(isLayer)
  const at = siblings.findIndex((each) => each.id === id)
  if (step === 'up') return at > 0 ? { parentId: node.parent, index: at - 1 } : undefined
  if (step === 'down') return at < siblings.length - 1 ? { parentId: node.parent, index: at + 1 } : undefined
  if (step === 'parent') {
    const outer = tree.node(node.parent)?.parent
    if (!outer) return undefined
    const layers = tree.children(outer).filter(isLayer)
    return { parentId: outer, index: layers.findIndex((each) => each.id === node.parent) + 1 }
  }
  const before = siblings[at - 1]
  if (!before || !canHoldChildren(before)) return undefined
  return { parentId: before.id, index: tree.children(before.id).filter(isLayer).length }
}
