import type { SketchEntity } from '../document/part.ts'
import { FeatureError } from '../error/featureError.ts'
import type { V2 } from '../geometry/vector.ts'
import {
  apart,
  arcPoint,
  areaOf,
  crossings,
  curveOf,
  isLoop,
  NEAR,
  rayHits,
  reversed,
  type Segment,
  straightened,
} from './segment.ts'
import { pieceAt } from './spline.ts'

/** A closed outline, its segments one behind the other. */
export interface Outline {
  segments: Segment[]
  /** Positive if it turns to the left. */
  area: number
}

/** A piece of a profile: an outline to the left, and the holes in it, to the right. */
export interface Region {
  outer: Outline
  holes: Outline[]
}

/** Where the points of a sketch are, and the radii of its circles. */
export interface SolvedSketch {
  points: ReadonlyMap<string, V2>
  radii: ReadonlyMap<string, number>
  entities: readonly SketchEntity[]
}

/** The most segments of one profile. */
const MAX_SEGMENTS = 4_000

/** The segment of an entity. @throws FeatureError if a point of it is not there */
export function segmentOf({ points, radii }: Pick<SolvedSketch, 'points' | 'radii'>, entity: SketchEntity): Segment {
  const at = (id: string): V2 => {
    const point = points.get(id)
    if (!point) throw new FeatureError('not_found', `A point of ${entity.id} is not there.`, { refs: [entity.id] })
    return point
  }
  switch (entity.kind) {
    case 'line':
      return { kind: 'line', entity: entity.id, a: at(entity.a), b: at(entity.b) }
    case 'circle': {
      const [c, r] = [at(entity.c), radii.get(entity.id) ?? entity.r]
      const start: V2 = [c[0] + r, c[1]]
      return { kind: 'arc', entity: entity.id, a: start, b: start, c, r, ccw: true, full: true }
    }
    case 'arc': {
      const [a, b, c] = [at(entity.a), at(entity.b), at(entity.c)]
      return { kind: 'arc', entity: entity.id, a, b, c, r: apart(a, c), ccw: entity.ccw }
    }
    case 'spline': {
      const through = entity.points.map(at)
      const [a, last] = [through[0], through.at(-1)]
      const apartEach = through.every((point, i) => i === 0 || apart(point, through[i - 1] ?? point) > NEAR)
      if (!a || !last || !apartEach || (entity.closed === true && apart(a, last) < NEAR))
        throw new FeatureError('invalid_value', `Two points of ${entity.id} lie in one place.`, { refs: [entity.id] })
      const closed = entity.closed === true
      return { kind: 'spline', entity: entity.id, a, b: closed ? a : last, through, closed }
    }
  }
}

/**
 * The regions of a sketch, even-odd: all closed outlines without construction.
 * @throws FeatureError if an outline is open, crosses another or itself, or if there is none
 */
export function profileOf(sketch: SolvedSketch): Region[] {
  const drawn = sketch.entities.filter(({ construction }) => !construction)
  const segments = drawn.map((entity) => segmentOf(sketch, entity))
  if (segments.length === 0)
    throw new FeatureError('empty_profile', 'The sketch has no outline.', {
      hint: 'Draw a closed outline in it first.',
    })
  if (segments.length > MAX_SEGMENTS)
    throw new FeatureError(
      'sketch_too_large',
      `The sketch has ${segments.length} lines and arcs, of at most ${MAX_SEGMENTS}.`,
    )
  for (const segment of segments) {
    if (segment.kind === 'spline') continue
    const size = segment.kind === 'arc' ? segment.r : apart(segment.a, segment.b)
    if (size < NEAR)
      throw new FeatureError('invalid_value', `${segment.entity} has no length.`, {
        refs: [segment.entity],
        points: [[...segment.a]],
      })
  }
  refuseCrossings(segments)
  return nest(chain(segments))
}

function refuseCrossings(all: readonly Segment[]): void {
  const segments = all.flatMap(straightened)
  const boxes = segments.map(boundingBox)
  const order = segments.map((_, i) => i).sort((i, j) => (boxes[i]?.[0] ?? 0) - (boxes[j]?.[0] ?? 0))
  for (const [at, i] of order.entries()) {
    const [s, box] = [segments[i], boxes[i]]
    for (let next = at + 1; s && box && next < order.length; next += 1) {
      const [t, other] = [segments[order[next] ?? 0], boxes[order[next] ?? 0]]
      if (!t || !other || other[0] > box[2] + NEAR) break
      if (other[1] > box[3] + NEAR || other[3] < box[1] - NEAR) continue
      const points = crossings(s, t)
      if (points.length > 0)
        throw new FeatureError('self_intersecting_profile', `${s.entity} and ${t.entity} cross or touch each other.`, {
          refs: [s.entity, t.entity],
          points: points.map((point) => [...point]),
        })
    }
  }
}

function boundingBox(segment: Segment): readonly [number, number, number, number] {
  const { a, b } = segment
  if (segment.kind === 'arc') {
    const { c, r } = segment
    return [c[0] - r, c[1] - r, c[0] + r, c[1] + r]
  }
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])]
}

/** Joins segments at their ends to closed outlines. */
function chain(segments: readonly Segment[]): Outline[] {
  const outlines = segments.flatMap((each) => (isLoop(each) ? [closedOutline([each])] : []))
  const open = segments.filter((each) => !isLoop(each))
  const nodes = new Map<string, { at: V2; ends: number[] }>()
  const nodeAt = (point: V2) => {
    const [x, y] = [Math.round(point[0] / (4 * NEAR)), Math.round(point[1] / (4 * NEAR))]
    for (const [dx, dy] of [
      [0, 0],
      [-1, 0],
      [1, 0],
      [0, -1],
      [0, 1],
      [-1, -1],
      [1, 1],
      [-1, 1],
      [1, -1],
    ] as const) {
      const known = nodes.get(`${x + dx} ${y + dy}`)
      if (known && apart(known.at, point) < 4 * NEAR) return known
    }
    const made = { at: point, ends: [] }
    nodes.set(`${x} ${y}`, made)
    return made
  }
  const ends = open.map(({ a, b }, i) => {
    const [from, to] = [nodeAt(a), nodeAt(b)]
    from.ends.push(i)
    to.ends.push(i)
    return { from, to }
  })
  const loose = [...nodes.values()].filter((node) => node.ends.length === 1)
  if (loose.length > 0)
    throw new FeatureError(
      'open_profile',
      `The outline is open at ${loose.length} ${loose.length === 1 ? 'point' : 'points'}.`,
      {
        points: loose.slice(0, 20).map(({ at }) => [...at]),
        refs: loose.slice(0, 20).flatMap((node) => open[node.ends[0] ?? 0]?.entity ?? []),
        hint: 'Join the ends, or make lines that do not belong to the outline construction.',
      },
    )
  const busy = [...nodes.values()].find((node) => node.ends.length > 2)
  if (busy)
    throw new FeatureError('self_intersecting_profile', `${busy.ends.length} lines meet in one point.`, {
      points: [[...busy.at]],
    })
  const used = new Set<number>()
  for (const [first, start] of ends.entries()) {
    if (used.has(first)) continue
    const loop: Segment[] = []
    let [at, node] = [first, start.from]
    while (!used.has(at)) {
      used.add(at)
      const [segment, own] = [open[at], ends[at]]
      if (!segment || !own) break
      const forward = own.from === node
      loop.push(forward ? segment : reversed(segment))
      node = forward ? own.to : own.from
      at = node.ends.find((each) => !used.has(each)) ?? first
    }
    outlines.push(closedOutline(loop))
  }
  return outlines
}

function closedOutline(segments: Segment[]): Outline {
  return { segments, area: segments.reduce((sum, each) => sum + areaOf(each), 0) / 2 }
}

function turned(outline: Outline, left: boolean): Outline {
  if (outline.area > 0 === left) return outline
  return { segments: outline.segments.map(reversed).reverse(), area: -outline.area }
}

function nest(outlines: readonly Outline[]): Region[] {
  const holds = (outline: Outline, [x, y]: V2) =>
    outline.segments.reduce((hits, each) => hits + rayHits(each, [x, y]), 0) % 2 === 1
  const around = outlines.map((inner) => {
    const [first] = inner.segments
    if (!first) return []
    // Neither an end nor a tangent of another outline lies at a place as odd as this.
    const t = 0.372_193
    const point: V2 =
      first.kind === 'line'
        ? [first.a[0] + t * (first.b[0] - first.a[0]), first.a[1] + t * (first.b[1] - first.a[1])]
        : first.kind === 'arc'
          ? arcPoint(first, t)
          : pieceAt(curveOf(first).pieces[0] ?? [first.a, first.a, first.b, first.b], t)
    return outlines.filter((outer) => outer !== inner && holds(outer, point))
  })
  return outlines.flatMap((outline, i) => {
    if ((around[i]?.length ?? 0) % 2 === 1) return []
    const depth = around[i]?.length ?? 0
    const holes = outlines.filter((_, j) => around[j]?.length === depth + 1 && around[j]?.includes(outline))
    return [{ outer: turned(outline, true), holes: holes.map((hole) => turned(hole, false)) }]
  })
}

/** The area of a profile, without its holes. */
export const profileArea = (regions: readonly Region[]): number =>
  regions.reduce((sum, { outer, holes }) => sum + outer.area + holes.reduce((all, hole) => all + hole.area, 0), 0)
