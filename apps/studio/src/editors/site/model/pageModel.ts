import type { LocalDocument, Patch } from '@atelier/documents'
import { nodeAttributes, type PageTree, trackTree } from '@atelier/site'
import { type CanvasTree, type Touched, touchedBy } from './plan.ts'

export interface PageChange {
  patches: readonly Patch[]
  touched: Touched
  origin: unknown
}

/** A live page as a tree that follows its document. Readers call `tree()` after a notification. */
export interface PageModel {
  tree(): PageTree
  canvas(): CanvasTree
  /** Counts up with every change. */
  version(): number
  /** Leaves these nodes out of the canvas too, beside those that are hidden in the page. */
  leaveOut(ids: readonly string[]): void
  subscribe(listener: () => void): () => void
  /** Like `subscribe`, with what changed. */
  observe(listener: (change: PageChange) => void): () => void
  close(): void
}

export function createPageModel(local: LocalDocument): PageModel {
  const tracked = trackTree(local.view)
  const listeners = new Set<() => void>()
  const observers = new Set<(change: PageChange) => void>()
  let version = 0
  let leftOut: ReadonlySet<string> = new Set()
  const notify = (change: PageChange) => {
    version += 1
    for (const observer of [...observers]) observer(change)
    for (const listener of [...listeners]) listener()
  }
  const stop = local.observe((patches, origin) => {
    if (patches.length === 0) return
    tracked.update(patches.map(({ key }) => key))
    notify({ patches, touched: touchedBy(patches), origin })
  })
  return {
    tree: () => tracked.tree(),
    canvas: () => canvasTree(tracked.tree(), leftOut),
    version: () => version,
    leaveOut(ids) {
      const before = leftOut
      leftOut = new Set(ids)
      const placed = before.symmetricDifference(leftOut)
      for (const id of placed) if (!tracked.tree().node(id)) placed.delete(id)
      if (placed.size > 0) notify({ patches: [], touched: { fields: new Set(), placed }, origin: undefined })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    observe(observer) {
      observers.add(observer)
      return () => {
        observers.delete(observer)
      }
    },
    close() {
      stop()
      listeners.clear()
      observers.clear()
    },
  }
}

/** The tree as the canvas draws it: hidden nodes are left out, as they are when the site is published. */
export function canvasTree(tree: PageTree, leftOut: ReadonlySet<string> = new Set()): CanvasTree {
  return {
    rootId: tree.root,
    node(id) {
      const node = tree.node(id)
      if (!node || node.hidden || leftOut.has(id)) return undefined
      if (node.kind !== 'element') return { kind: node.kind, attributes: [], text: node.text }
      return { kind: 'element', tag: node.tag, ns: node.ns, attributes: nodeAttributes(node) }
    },
    children(id) {
      const ids: string[] = []
      for (const child of tree.children(id)) if (!child.hidden && !leftOut.has(child.id)) ids.push(child.id)
      return ids
    },
    parent: (id) => tree.node(id)?.parent || undefined,
  }
}
