import type { PageTree, SelectedNode } from '@atelier/site'
import { afterDelete, ancestors, isLayer, moveStep, stepFrom } from './rows.ts'

/** A selection with one node more, or less if it was in it already. */
export function toggled(selection: readonly string[], id: string): readonly string[] {
  return selection.includes(id) ? selection.filter((each) => each !== id) : [...selection, id]
}

/** The nodes of a selection in the order of the page, without those that stand inside another of them or are gone. */
export function outermost(tree: PageTree, ids: readonly string[]): string[] {
  const [only] = ids
  if (ids.length === 1 && only !== undefined) return tree.node(only) ? [only] : []
  const all = new Set(ids)
  const places = new Map<string, readonly number[]>()
  for (const id of all) {
    if (tree.node(id) && !ancestors(tree, id).some((above) => all.has(above))) places.set(id, nodePath(tree, id))
  }
  return [...places].sort(([, a], [, b]) => comparePaths(a, b)).map(([id]) => id)
}

/** The index of each ancestor among its siblings, from the root down to the node. */
function nodePath(tree: PageTree, id: string): number[] {
  return [...ancestors(tree, id), id].map((at) => {
    const parent = tree.node(at)?.parent
    return parent ? tree.children(parent).findIndex((each) => each.id === at) : 0
  })
}

function comparePaths(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/**
 * One step of a whole selection in each direction, by node: neighbours stay beside each other. Run `up` and `in` from
 * the first to the last, `down` and `out` from the last to the first.
 * @param ids as `outermost` returns them
 */
export function selectionMoves(tree: PageTree, ids: readonly string[]): Map<string, SelectedNode['moves']> {
  const all = new Set(ids)
  const moves = new Map<string, SelectedNode['moves']>()
  const beside = (id: string, by: -1 | 1): string | undefined => {
    const parent = tree.node(id)?.parent
    const layers = parent ? tree.children(parent).filter(isLayer) : []
    const other = layers[layers.findIndex((each) => each.id === id) + by]?.id
    return other !== undefined && all.has(other) ? other : undefined
  }
  for (const id of ids) {
    const before = beside(id, -1)
    const led = before === undefined ? undefined : moves.get(before)
    const into = led?.in
    moves.set(id, {
      up: before !== undefined && !led?.up ? undefined : moveStep(tree, id, 'up'),
      out: moveStep(tree, id, 'parent'),
      in: before === undefined ? moveStep(tree, id, 'child') : into && { ...into, index: into.index + 1 },
    })
  }
  for (const id of ids.toReversed()) {
    const after = beside(id, 1)
    const down = after !== undefined && !moves.get(after)?.down ? undefined : moveStep(tree, id, 'down')
    moves.set(id, { ...moves.get(id), down })
  }
  return moves
}

/** The selection after all of these are deleted: what `afterDelete` names for one, never one that goes too. */
export function nextAfterDelete(tree: PageTree, ids: readonly string[]): string | undefined {
  const all = new Set(ids)
  const last = ids.at(-1)
  if (last === undefined) return undefined
  if (all.size === 1) return afterDelete(tree, last)
  for (const step of ['down', 'up'] as const) {
    let at: string | undefined = last
    while (at !== undefined && all.has(at)) at = stepFrom(tree, at, step)
    if (at !== undefined) return at
  }
  return tree.node(last)?.parent || undefined
}

/** The node that a click on the canvas reaches: the nearest that is neither locked nor inside one that is. */
export function unlocked(tree: PageTree, id: string, locked: readonly string[]): string | undefined {
  if (locked.length === 0) return id
  const path = [...ancestors(tree, id), id]
  const first = path.findIndex((each) => locked.includes(each))
  return first < 0 ? id : path[first - 1]
}

/** The ids from one to another of a list, both included, the one that it ends at last; `to` alone if `from` is not in it. */
export function rangeOf(list: readonly string[], from: string | undefined, to: string): readonly string[] {
  const start = from === undefined ? -1 : list.indexOf(from)
  const end = list.indexOf(to)
  if (start < 0 || end < 0) return [to]
  return start <= end ? list.slice(start, end + 1) : list.slice(end, start + 1).toReversed()
}
