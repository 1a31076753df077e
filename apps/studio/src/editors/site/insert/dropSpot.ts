import { canHoldChildren, type PageNode, type PageTree } from '@atelier/site'
import { type Drop, isLayer } from '../model/rows.ts'

/** A box in the page's own pixels. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Where something lands, and the line that shows it. */
export interface DropSpot extends Drop {
  line: Box
  /** Whether the line lies between things below each other. */
  level: boolean
  /** The visible container, if that is not the parent's own box and name. */
  around?: { box: Box; name: string }
}

export interface Point {
  x: number
  y: number
}

/** So near to the edge of a box, in pixels of the page, one aims beside it and not into it. */
const EDGE = 12
/** Elements that hold text: what is dropped on one goes beside it. */
const TEXTUAL =
  /^(p|h[1-6]|a|span|em|strong|b|i|u|s|small|code|pre|button|label|summary|dt|figcaption|option|select|textarea|table|thead|tbody|tr|atelier-.*|instatic-.*)$/

/**
 * The place that a point of the page means: between the children of the box under it where they leave off, or beside that
 * box near its edge. Nothing where there is no such place.
 * @param boxOf a node's box on the page; undefined if it shows nowhere
 * @param target the innermost node under the point
 */
export function dropSpot(
  tree: PageTree,
  boxOf: (nodeId: string) => Box | undefined,
  target: string,
  point: Point,
): DropSpot | undefined {
  let holder = tree.node(target)
  /** The child of the holder that contains the target. */
  let inside: string | undefined
  while (holder && holder.id !== tree.root && !takes(holder, boxOf(holder.id), point)) {
    inside = holder.id
    holder = tree.node(holder.parent)
  }
  const around = holder && boxOf(holder.id)
  if (!holder || !around) return undefined
  const parentId = holder.id
  const layers = tree.children(parentId).filter(isLayer)
  const childAt = (index: number): Child | undefined => {
    const child = layers[index]
    const box = child && boxOf(child.id)
    return box && { index, box }
  }
  /** The next child in one direction that shows somewhere. */
  const shownFrom = (index: number, step: 1 | -1): Child | undefined => {
    for (let at = index + step; at >= 0 && at < layers.length; at += step) {
      const child = childAt(at)
      if (child) return child
    }
    return undefined
  }
  const nearest = nearestChild(
    layers.length,
    childAt,
    inside === undefined ? -1 : layers.findIndex(({ id }) => id === inside),
    point,
  )
  if (!nearest) {
    return { parentId, index: layers.length, level: true, line: edge(around, true, false) }
  }
  const before = shownFrom(nearest.index, -1)
  const after = shownFrom(nearest.index, 1)
  const level = ![before, after].some((other) => other && standBeside(nearest.box, other.box))
  const { left, top, width, height } = nearest.box
  const isAfter = level ? point.y > top + height / 2 : point.x > left + width / 2
  const other = isAfter ? after : before
  const line =
    other && standBeside(nearest.box, other.box) !== level
      ? between(nearest.box, other.box, level)
      : edge(nearest.box, level, isAfter)
  return { parentId, index: isAfter ? nearest.index + 1 : nearest.index, level, line }
}

/** A child by its place among the layers of its parent. */
interface Child {
  index: number
  box: Box
}

/** The child nearest to a point. Boxes of all children are read only if the point is in none that the pointer is on. */
function nearestChild(
  count: number,
  childAt: (index: number) => Child | undefined,
  under: number,
  point: Point,
): Child | undefined {
  const hit = childAt(under)
  if (hit && distance(hit.box, point) === 0) return hit
  let best: Child | undefined
  for (let index = 0; index < count; index += 1) {
    const child = childAt(index)
    if (child && !(best && distance(best.box, point) <= distance(child.box, point))) best = child
  }
  return best
}

function takes(node: PageNode, box: Box | undefined, { x, y }: Point): boolean {
  return (
    box !== undefined &&
    canHoldChildren(node) &&
    node.ns === undefined &&
    !TEXTUAL.test(node.tag) &&
    aimsInto(box, { x, y })
  )
}

/** Whether a point of a box means its inside, not what is beside it. */
export function aimsInto(box: Box, { x, y }: Point): boolean {
  const margin = (size: number) => Math.min(EDGE, size / 4)
  const across = x - box.left >= margin(box.width) && box.left + box.width - x >= margin(box.width)
  const along = y - box.top >= margin(box.height) && box.top + box.height - y >= margin(box.height)
  return across && along
}

const distance = ({ left, top, width, height }: Box, { x, y }: Point): number =>
  Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height))

/** Whether two boxes are in one row. */
function standBeside(one: Box, other: Box): boolean {
  const shared = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top)
  return shared > Math.min(one.height, other.height) / 2
}

/** The line in the middle of the gap between two boxes. */
function between(one: Box, other: Box, level: boolean): Box {
  const [first, second] = (level ? one.top <= other.top : one.left <= other.left) ? [one, other] : [other, one]
  const left = Math.min(one.left, other.left)
  const top = Math.min(one.top, other.top)
  if (level) {
    const right = Math.max(one.left + one.width, other.left + other.width)
    return { left, top: (first.top + first.height + second.top) / 2, width: right - left, height: 0 }
  }
  const bottom = Math.max(one.top + one.height, other.top + other.height)
  return { left: (first.left + first.width + second.left) / 2, top, width: 0, height: bottom - top }
}

/** The line at the edge of a box. */
function edge({ left, top, width, height }: Box, level: boolean, end: boolean): Box {
  if (level) return { left, top: end ? top + height : top, width, height: 0 }
  return { left: end ? left + width : left, top, width: 0, height }
}
