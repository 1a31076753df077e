import type { Patch } from '@atelier/documents'

/** What the canvas needs to know of one node; attributes are whole, with class tokens merged in. */
export interface CanvasNode {
  readonly kind: 'element' | 'text' | 'comment'
  readonly tag?: string
  /** A namespace URI or the short names `svg` and `math`; absent means HTML. */
  readonly ns?: string
  readonly attributes: readonly (readonly [name: string, value: string])[]
  readonly text?: string
  /** Shown inside it unchanged, if the element represents something that is not edited here. */
  readonly html?: string
}

export interface CanvasTree {
  readonly rootId: string
  node(id: string): CanvasNode | undefined
  children(id: string): readonly string[]
}

/** What a batch of patches can have changed on the canvas. */
export interface Touched {
  /** Nodes whose own attributes, tag or text may be others now. */
  fields: Set<string>
  /** Nodes that came, went or moved. */
  placed: Set<string>
}

/** Fields of a node that the canvas does not show. */
const unseen = new Set(['label'])
const placing = new Set(['at', 'deleted', 'hidden'])

/** Reads keys of a page document: `<nodeId>` is a birth, `<nodeId>/at` a place, and so on. */
export function touchedBy(patches: readonly Patch[]): Touched {
  const touched: Touched = { fields: new Set(), placed: new Set() }
  for (const { key } of patches) {
    const slash = key.indexOf('/')
    if (slash < 0) {
      touched.placed.add(key)
      touched.fields.add(key)
      continue
    }
    const id = key.slice(0, slash)
    const field = key.slice(slash + 1)
    if (unseen.has(field)) continue
    if (placing.has(field)) touched.placed.add(id)
    else touched.fields.add(id)
  }
  return touched
}

/** One parent whose shown children are not those of the tree any more. */
export interface ChildrenStep {
  parent: string
  children: readonly string[]
}

export interface Plan {
  /** From the root downwards, so that a parent is there before its children. */
  steps: ChildrenStep[]
  /** Shown nodes whose fields are to be written again. */
  fields: string[]
  /** Shown nodes that are in the tree no longer. */
  gone: string[]
}

/**
 * What to do to a rendered page so that it shows `tree`.
 * @param shown the children of every rendered node, as they are in the DOM
 */
export function planRender(shown: ReadonlyMap<string, readonly string[]>, tree: CanvasTree, touched: Touched): Plan {
  const plan: Plan = { steps: [], fields: [], gone: [] }
  for (const id of touched.fields) if (shown.has(id) && tree.node(id)) plan.fields.push(id)
  if (touched.placed.size === 0) return plan
  const alive = new Set<string>()
  const waiting = [tree.rootId]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    alive.add(id)
    const children = tree.children(id)
    const before = shown.get(id)
    if (before ? !sameOrder(before, children) : children.length > 0) plan.steps.push({ parent: id, children })
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index]
      if (child !== undefined) waiting.push(child)
    }
  }
  for (const id of shown.keys()) if (!alive.has(id)) plan.gone.push(id)
  return plan
}

function sameOrder(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((id, index) => id === b[index]))
}

/**
 * The largest set of items that may stay where they are when `before` becomes `after`: moving an element in the DOM
 * reloads its frames and drops focus, so as few as possible are moved. A longest increasing subsequence, O(n log n).
 */
export function keepInPlace(before: readonly string[], after: readonly string[]): Set<string> {
  const position = new Map(before.map((id, index) => [id, index]))
  const ids = after.filter((id) => position.has(id))
  const places = ids.map((id) => position.get(id) ?? 0)
  const tails: number[] = []
  const previous: number[] = []
  places.forEach((place, index) => {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((places[tails[middle] ?? 0] ?? 0) < place) low = middle + 1
      else high = middle
    }
    previous[index] = low > 0 ? (tails[low - 1] ?? -1) : -1
    tails[low] = index
  })
  const kept = new Set<string>()
  let at = tails.at(-1) ?? -1
  while (at >= 0) {
    const id = ids[at]
    if (id !== undefined) kept.add(id)
    at = previous[at] ?? -1
  }
  return kept
}
