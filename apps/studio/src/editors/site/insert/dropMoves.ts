import { instanceAround, isComponent, type PageTree } from '@atelier/site'
import { ancestors, type Drop, isLayer } from '../model/rows.ts'
import { operations } from '../session/handles.ts'
import type { EditorSession } from '../session/session.ts'
import { type Box, type DropSpot, dropSpot, type Point } from './dropSpot.ts'
import { callsInSlot, MADE_SLOT } from './insertItem.ts'
import { shownSlots, slotSpot } from './slotSpot.ts'

/** Where the nodes of a page show. */
export interface ShownNodes {
  boxOf(nodeId: string): Box | undefined
  elementOf(nodeId: string): Element | undefined
}

/**
 * The place that a point of the page means: the slot of an instance under it, unless an element that fills the slot takes
 * it, otherwise what `dropSpot` says.
 */
export function spotOn(tree: PageTree, shown: ShownNodes, target: string, point: Point): DropSpot | undefined {
  const node = tree.node(target)
  const spot = dropSpot(tree, shown.boxOf, target, point)
  const instance = node && isComponent(node) ? target : instanceAround(tree, target)
  const element = instance === undefined ? undefined : shown.elementOf(instance)
  if (instance === undefined || !element) return spot
  if (spot && instanceAround(tree, spot.parentId) === instance) return spot
  return slotSpot(tree, instance, shownSlots(element), point) ?? spot
}

/** Moves nodes to a place as one step of undo. */
export async function moveTo(session: EditorSession, tree: PageTree, nodeIds: readonly string[], spot: DropSpot) {
  if (spot.slot === undefined) {
    const moves = movesTo(tree, nodeIds, spot)
    if (moves.length > 0) await session.runEach(operations.moveNode, moves)
    return
  }
  const moves = nodeIds.map((nodeId, newIndex) => ({
    name: operations.moveNode.id,
    input: { nodeId, newParentId: MADE_SLOT, newIndex },
  }))
  await session.run(operations.batch, { calls: callsInSlot(spot.parentId, spot.slot, moves) })
}

/** The gap that a point means for these nodes; nothing where one of them cannot go. */
export function dropOf(
  tree: PageTree,
  shown: ShownNodes,
  nodeIds: readonly string[],
  target: string,
  point: Point,
): DropSpot | undefined {
  // Over the dragged node itself one aims at what is around it.
  let over = target
  for (let at = tree.node(target); at?.parent; at = tree.node(at.parent)) if (nodeIds.includes(at.id)) over = at.parent
  const spot = spotOn(tree, shown, over, point)
  if (!spot) return undefined
  const around = new Set([spot.parentId, ...ancestors(tree, spot.parentId)])
  return nodeIds.some((id) => around.has(id)) ? undefined : spot
}

/**
 * The moves, one after the other, that bring nodes to a place together and in their order; none if they are there
 * already.
 * @param place counted among all layers of its parent, those that move included
 */
export function movesTo(tree: PageTree, nodeIds: readonly string[], place: Drop) {
  const layers = tree.children(place.parentId).flatMap((child) => (isLayer(child) ? child.id : []))
  const anchor = layers.slice(place.index).find((id) => !nodeIds.includes(id))
  const isThere =
    nodeIds.every((id) => layers.includes(id)) &&
    layers.indexOf(nodeIds[0] ?? '') + nodeIds.length ===
      (anchor === undefined ? layers.length : layers.indexOf(anchor))
  if (isThere) return []
  return nodeIds.map((nodeId) => {
    const own = layers.indexOf(nodeId)
    if (own >= 0) layers.splice(own, 1)
    const newIndex = anchor === undefined ? layers.length : layers.indexOf(anchor)
    layers.splice(newIndex, 0, nodeId)
    return { nodeId, newParentId: place.parentId, newIndex }
  })
}
