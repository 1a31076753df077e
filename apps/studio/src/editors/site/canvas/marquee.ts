import type { PageTree } from '@atelier/site'
import type { Box } from '../insert/dropSpot.ts'
import { layerChildren } from '../model/rows.ts'

const touch = (one: Box, other: Box) =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height

const containsBox = (outer: Box, inner: Box) =>
  inner.left >= outer.left &&
  inner.top >= outer.top &&
  inner.left + inner.width <= outer.left + outer.width &&
  inner.top + inner.height <= outer.top + outer.height

/**
 * The layers that a frame drawn on the page touches: all of one parent. From where it began it goes down into the one
 * layer that holds it whole. Only the children on that way are looked at, not the page.
 * @param boxOf a node's box on the page; undefined if it shows nowhere
 */
export function marqueeHits(
  tree: PageTree,
  boxOf: (nodeId: string) => Box | undefined,
  from: string,
  frame: Box,
): string[] {
  let parent = tree.node(from)?.kind === 'element' ? from : tree.root
  // Scrolling elements stay as they are if the frame reaches out of them.
  for (let at = tree.node(parent); at?.parent; at = tree.node(at.parent)) {
    const box = boxOf(at.id)
    if (box && containsBox(box, frame)) break
    parent = at.parent
  }
  for (;;) {
    const touched = layerChildren(tree, parent).flatMap(({ id }) => {
      const box = boxOf(id)
      return box && touch(box, frame) ? { id, box } : []
    })
    const [only] = touched
    if (touched.length !== 1 || !only || !containsBox(only.box, frame) || layerChildren(tree, only.id).length === 0) {
      return touched.map(({ id }) => id)
    }
    parent = only.id
  }
}
