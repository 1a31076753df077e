import type { PartContext } from '../context/context.ts'
import { addArc, addCircle, addConstraint, addLine, addPoint, addSpline } from '../document/changes.ts'
import type { Dimension } from '../document/inputs.ts'
import { type Edit, Refusal } from './write.ts'

type XY = readonly [x: number, y: number]

/** Draws in one sketch; points in mm. */
export interface Drawing {
  id: string
  point(at: XY, known?: string): string
  line(a: string, b: string): string
  circle(centre: string, radius: number): string
  arc(a: string, b: string, centre: string, ccw?: boolean): string
  spline(points: readonly string[], closed: boolean): string
  constrain: (
    type: Parameters<typeof addConstraint>[2],
    refs: Parameters<typeof addConstraint>[3],
    value?: Dimension,
  ) => string
  /** Lines from each point to the next, and from the last to the first. */
  outline(points: readonly string[]): string[]
}

/** The sketch that a call means. @throws Refusal if it names none and none is open */
export function sketchIdOf(context: PartContext, edit: Pick<Edit, 'part'>, sketchId: string | undefined): string {
  const id = sketchId ?? context.openSketch
  if (id === undefined)
    throw new Refusal('no_sketch', 'No sketch is open.', { hint: 'Name it by sketchId, or call enterSketch first.' })
  const found = edit.part.features.find((each) => each.id === id)
  if (found?.type === 'sketch') return id
  const known = edit.part.features.filter(({ type }) => type === 'sketch').map((each) => each.id)
  throw new Refusal('not_found', `There is no sketch “${id.slice(0, 60)}”.`, {
    hint: known.length > 0 ? `There are ${known.join(', ')}.` : 'createSketch makes one.',
  })
}

export function drawIn(
  context: PartContext,
  edit: Edit,
  { sketchId, construction }: { sketchId?: string; construction?: boolean },
): Drawing {
  return drawingOf(edit, sketchIdOf(context, edit, sketchId), construction)
}

export function drawingOf(edit: Edit, id: string, construction = false): Drawing {
  edit.touch(id)
  const drawing: Drawing = {
    id,
    point(at, known) {
      if (known === undefined) return addPoint(edit, id, ...at)
      if (!edit.part.points.some((point) => point.id === known && point.sketch === id))
        throw new Refusal('not_found', `There is no point “${known.slice(0, 60)}” in this sketch.`)
      return known
    },
    line: (a, b) => addLine(edit, id, a, b, construction),
    circle: (centre, radius) => addCircle(edit, id, centre, radius, construction),
    arc: (a, b, c, ccw = true) => addArc(edit, id, { a, b, c, ccw }, construction),
    spline: (points, closed) => addSpline(edit, id, points, { closed, construction }),
    constrain: (type, refs, value) => addConstraint(edit, id, type, refs, value),
    outline: (points) => points.map((a, i) => drawing.line(a, points[(i + 1) % points.length] ?? a)),
  }
  return drawing
}

/** Where a dimension is drawn before it is solved: its number, or a guess for an expression. */
export const guess = (dimension: Dimension, otherwise: number): number =>
  typeof dimension === 'number' ? dimension : otherwise

/** A rectangle whose sides are held level and upright. Its corners go around to the left from the lower left one. */
export function drawRectangle(drawing: Drawing, [x, y]: XY, [width, height]: XY) {
  const pointIds = (
    [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ] as const
  ).map((at) => drawing.point(at))
  const lineIds = drawing.outline(pointIds)
  const constraintIds = lineIds.map((line, i) => drawing.constrain(i % 2 === 0 ? 'horizontal' : 'vertical', { line }))
  return { pointIds, lineIds, constraintIds }
}

/** A rectangle with its measures as dimensions, held at a place: nothing of it is free. */
export function drawFixedRectangle(
  drawing: Drawing,
  edit: Edit,
  width: Dimension,
  height: Dimension,
  at: { centre?: XY; corner?: XY },
) {
  const [w, h] = [guess(edit.length(width), 10), guess(edit.length(height), 10)]
  const corner: XY = at.corner ?? [(at.centre?.[0] ?? 0) - w / 2, (at.centre?.[1] ?? 0) - h / 2]
  const drawn = drawRectangle(drawing, corner, [w, h])
  const [a = '', b = '', c = ''] = drawn.pointIds
  const sizes = [
    drawing.constrain('distance', { points: [a, b] }, edit.length(width)),
    drawing.constrain('distance', { points: [b, c] }, edit.length(height)),
  ]
  if (at.corner) {
    const held = [...sizes, drawing.constrain('fixed', { point: a })]
    return { ...drawn, constraintIds: [...drawn.constraintIds, ...held] }
  }
  // A diagonal with the fixed centre in its middle.
  const diagonal = addLine(edit, drawing.id, a, c, true)
  const centre = drawing.point(at.centre ?? [0, 0])
  const held = [
    drawing.constrain('fixed', { point: centre }),
    drawing.constrain('midpoint', { point: centre, line: diagonal }),
  ]
  return { ...drawn, constraintIds: [...drawn.constraintIds, ...sizes, ...held] }
}

/** A circle held at a place, its radius a dimension. */
export function drawFixedCircle(drawing: Drawing, edit: Edit, radius: Dimension, at: XY) {
  const centerPointId = drawing.point(at)
  const circleId = drawing.circle(centerPointId, guess(edit.length(radius), 5))
  const constraintIds = [
    drawing.constrain('fixed', { point: centerPointId }),
    drawing.constrain('radius', { arc: circleId }, edit.length(radius)),
  ]
  return { circleId, centerPointId, constraintIds }
}
