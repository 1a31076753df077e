import type { Patch } from '@atelier/documents'

/** The facts that the canvas needs of one node; attributes are whole, with class tokens merged in. */
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
  /** The parent of a node. Without this function, all nodes are compared with those that are shown. */
  parent?(id: string): string | undefined
}

/** The parts of the canvas that a batch of patches can have changed. */
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

/** The state of the DOM: the children of every rendered node, and the parent that each was last put into. */
export interface Shown {
  readonly children: ReadonlyMap<string, readonly string[]>
  readonly parents: ReadonlyMap<string, string>
}

/** The steps after which a rendered page shows `tree`. Only the nodes at the placed positions are compared. */
export function planRender(shown: Shown, tree: CanvasTree, touched: Touched): Plan {
  const plan: Plan = { steps: [], fields: [], gone: [] }
  for (const id of touched.fields) if (shown.children.has(id) && tree.node(id)) plan.fields.push(id)
  if (touched.placed.size === 0) return plan
  const parentOf = tree.parent?.bind(tree)
  return parentOf ? planAround(plan, shown, tree, parentOf, touched.placed) : planWhole(plan, shown, tree)
}

function planWhole(plan: Plan, shown: Shown, tree: CanvasTree): Plan {
  const alive = new Set<string>()
  const waiting = [tree.rootId]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    alive.add(id)
    const children = tree.children(id)
    if (isOther(shown.children.get(id), children)) plan.steps.push({ parent: id, children })
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index]
      if (child !== undefined) waiting.push(child)
    }
  }
  for (const id of shown.children.keys()) if (!alive.has(id)) plan.gone.push(id)
  return plan
}

/**
 * The same for the placed nodes: their parents before and now, themselves, and the parents before and now of every node
 * that one of these lost or got. A node can change its parent without being placed, when a cycle or a missing parent is.
 */
function planAround(
  plan: Plan,
  shown: Shown,
  tree: CanvasTree,
  parentOf: (id: string) => string | undefined,
  placed: ReadonlySet<string>,
): Plan {
  const lists = new Map<string, ReadonlySet<string>>()
  const depths = new Map([[tree.rootId, 0]])
  const has = (parent: string, id: string) => {
    const list = lists.get(parent) ?? new Set(tree.children(parent))
    lists.set(parent, list)
    return list.has(id)
  }
  /** How deep a node stands below the root; Infinity if it does not. */
  const depthOf = (id: string): number => {
    const known = depths.get(id)
    if (known !== undefined) return known
    const above = parentOf(id)
    const depth = above !== undefined && has(above, id) ? depthOf(above) + 1 : Number.POSITIVE_INFINITY
    depths.set(id, depth)
    return depth
  }
  const asked = new Set<string>()
  const gone = new Set<string>()
  const waiting: string[] = []
  const ask = (id: string | undefined) => {
    if (id === undefined || asked.has(id)) return
    asked.add(id)
    waiting.push(id)
  }
  const askAround = (id: string) => {
    ask(shown.parents.get(id))
    ask(parentOf(id))
    ask(id)
  }
  for (const id of placed) askAround(id)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const before = shown.children.get(id)
    if (depthOf(id) === Number.POSITIVE_INFINITY) {
      if (before) gone.add(id)
      for (const child of before ?? []) askAround(child)
      continue
    }
    const children = tree.children(id)
    if (!isOther(before, children)) continue
    plan.steps.push({ parent: id, children })
    const now = new Set(children)
    for (const child of before ?? []) if (!now.has(child)) askAround(child)
    for (const child of children) if (shown.parents.get(child) !== id) ask(shown.parents.get(child))
  }
  plan.steps.sort((one, other) => depthOf(one.parent) - depthOf(other.parent))
  plan.gone = [...gone]
  return plan
}

const isOther = (before: readonly string[] | undefined, now: readonly string[]) =>
  before ? !sameOrder(before, now) : now.length > 0

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
