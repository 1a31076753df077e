import type { V2 } from '../geometry/vector.ts'
import { pieceArea, pieceAt, pieceRadius, type SplineCurve, splineThrough } from './spline.ts'

/** A directed piece of an outline. A circle is an arc whose ends are one, and so are those of a closed spline. */
export type Segment =
  | { kind: 'line'; entity: string; a: V2; b: V2 }
  | { kind: 'arc'; entity: string; a: V2; b: V2; c: V2; r: number; ccw: boolean; full?: true }
  | { kind: 'spline'; entity: string; a: V2; b: V2; through: readonly V2[]; closed: boolean }

export const NEAR = 1e-6

export const apart = (a: V2, b: V2): number => Math.hypot(a[0] - b[0], a[1] - b[1])

export function reversed(segment: Segment): Segment {
  const { a, b } = segment
  if (segment.kind === 'line') return { ...segment, a: b, b: a }
  if (segment.kind === 'arc') return { ...segment, a: b, b: a, ccw: !segment.ccw }
  const through = segment.closed
    ? [...segment.through.slice(0, 1), ...segment.through.slice(1).reverse()]
    : segment.through.toReversed()
  return { ...segment, a: b, b: a, through }
}

/** The angle that an arc turns through, from 0 to a full turn. */
export function sweepOf({ a, b, c, ccw, full }: Extract<Segment, { kind: 'arc' }>): number {
  if (full) return 2 * Math.PI
  const turn = Math.atan2(b[1] - c[1], b[0] - c[0]) - Math.atan2(a[1] - c[1], a[0] - c[0])
  const swept = ccw ? turn : -turn
  return swept <= 1e-12 ? swept + 2 * Math.PI : swept
}

/** Whether a point of an arc's circle lies on the arc, its ends included. */
function onArc(arc: Extract<Segment, { kind: 'arc' }>, point: V2): boolean {
  if (arc.full) return true
  const { a, b, c, r, ccw } = arc
  if (apart(a, point) < NEAR || apart(b, point) < NEAR) return true
  const turn = Math.atan2(point[1] - c[1], point[0] - c[0]) - Math.atan2(a[1] - c[1], a[0] - c[0])
  const swept = ccw ? turn : -turn
  const angle = swept < 0 ? swept + 2 * Math.PI : swept
  return r > 0 && angle <= sweepOf(arc)
}

/** Twice the area that a segment adds to its outline, positive if it turns to the left. */
export function areaOf(segment: Segment): number {
  const { a, b } = segment
  if (segment.kind === 'spline') return curveOf(segment).pieces.reduce((sum, piece) => sum + pieceArea(piece), 0)
  const chord = a[0] * b[1] - b[0] * a[1]
  if (segment.kind === 'line') return chord
  const sweep = sweepOf(segment)
  const cap = segment.r ** 2 * (sweep - Math.sin(sweep))
  return chord + (segment.ccw ? cap : -cap)
}

type Spline = Extract<Segment, { kind: 'spline' }>

/** Whether a segment is an outline of its own. */
export const isLoop = (segment: Segment): boolean =>
  segment.kind === 'arc' ? segment.full === true : segment.kind === 'spline' && segment.closed

export const curveOf = ({ through, closed }: Spline): SplineCurve => splineThrough(through, closed)

/** Straight pieces of a spline between two of its points; odd, so that curves that cross in their middles share no end. */
const SAMPLES = 15

/** Points along a segment, its ends included. */
export function samplesOf(segment: Segment): V2[] {
  if (segment.kind === 'line') return [segment.a, segment.b]
  if (segment.kind === 'arc') return Array.from({ length: 33 }, (_, i) => arcPoint(segment, i / 32))
  const { pieces } = curveOf(segment)
  const inner = pieces.flatMap((piece) => Array.from({ length: SAMPLES }, (_, i) => pieceAt(piece, i / SAMPLES)))
  return [...inner, segment.b]
}

/** A spline as straight lines, as which it is compared with others; other segments as they are. */
export function straightened(segment: Segment): Simple[] {
  if (segment.kind !== 'spline') return [segment]
  const points = samplesOf(segment)
  return points.slice(1).map((b, i): Simple => ({ kind: 'line', entity: segment.entity, a: points[i] ?? b, b }))
}

/** The smallest radius of a segment's bends. */
export function smallestRadius(segment: Segment): number {
  if (segment.kind === 'line') return Number.POSITIVE_INFINITY
  if (segment.kind === 'arc') return segment.r
  const { pieces } = curveOf(segment)
  return Math.min(
    ...pieces.flatMap((piece) => Array.from({ length: SAMPLES + 1 }, (_, i) => pieceRadius(piece, i / SAMPLES))),
  )
}

type Simple = Exclude<Segment, Spline>

/** Where two segments meet, beside the ends that both have. */
export function crossings(s: Simple, t: Simple): V2[] {
  const found =
    s.kind === 'line'
      ? t.kind === 'line'
        ? crossLines(s, t)
        : lineArc(s, t)
      : t.kind === 'line'
        ? lineArc(t, s)
        : arcs(s, t)
  const ends = (point: V2) =>
    [s.a, s.b].some((end) => apart(end, point) < NEAR) && [t.a, t.b].some((end) => apart(end, point) < NEAR)
  return found.filter((point) => (s.kind === 'arc' && s.full ? true : !ends(point)))
}

type Line = Extract<Segment, { kind: 'line' }>
type Arc = Extract<Segment, { kind: 'arc' }>

function crossLines(s: Line, t: Line): V2[] {
  const [dx, dy] = [s.b[0] - s.a[0], s.b[1] - s.a[1]]
  const [ex, ey] = [t.b[0] - t.a[0], t.b[1] - t.a[1]]
  const [gx, gy] = [t.a[0] - s.a[0], t.a[1] - s.a[1]]
  const size = Math.hypot(dx, dy)
  const det = dx * ey - dy * ex
  if (Math.abs(det) > 1e-12 * size * Math.hypot(ex, ey)) {
    const along = (gx * ey - gy * ex) / det
    const other = (gx * dy - gy * dx) / det
    const slack = NEAR / Math.max(size, NEAR)
    const slackOther = NEAR / Math.max(Math.hypot(ex, ey), NEAR)
    const inside = along > -slack && along < 1 + slack && other > -slackOther && other < 1 + slackOther
    return inside ? [[s.a[0] + along * dx, s.a[1] + along * dy]] : []
  }
  // Parallel: they meet if they lie on one line and overlap by more than a point.
  if (size === 0 || Math.abs(gx * dy - gy * dx) / size > NEAR) return []
  const at = (point: V2) => ((point[0] - s.a[0]) * dx + (point[1] - s.a[1]) * dy) / size
  const [from, to] = [Math.max(0, Math.min(at(t.a), at(t.b))), Math.min(size, Math.max(at(t.a), at(t.b)))]
  if (to - from < NEAR) return []
  const middle = (from + to) / 2 / size
  return [[s.a[0] + middle * dx, s.a[1] + middle * dy]]
}

function lineArc(s: Line, t: Arc): V2[] {
  const [dx, dy] = [s.b[0] - s.a[0], s.b[1] - s.a[1]]
  const size = Math.hypot(dx, dy)
  if (size === 0) return []
  const [ux, uy] = [dx / size, dy / size]
  const foot = (t.c[0] - s.a[0]) * ux + (t.c[1] - s.a[1]) * uy
  const off = Math.abs((t.c[0] - s.a[0]) * uy - (t.c[1] - s.a[1]) * ux)
  // A tangent counts as touching within the tolerance.
  if (off > t.r + NEAR) return []
  const half = Math.sqrt(Math.max(0, t.r ** 2 - off ** 2))
  const places = half < NEAR ? [foot] : [foot - half, foot + half]
  return places
    .filter((at) => at > -NEAR && at < size + NEAR)
    .map((at): V2 => [s.a[0] + at * ux, s.a[1] + at * uy])
    .filter((point) => onArc(t, point))
}

function arcs(s: Arc, t: Arc): V2[] {
  const gap = apart(s.c, t.c)
  if (gap < NEAR) {
    if (Math.abs(s.r - t.r) > NEAR) return []
    // On one circle: they overlap if the middle of one lies on the other.
    return [s, t].flatMap((arc, i) => {
      const middle = middleOf(arc)
      return onArc(i === 0 ? t : s, middle) ? [middle] : []
    })
  }
  if (gap > s.r + t.r + NEAR || gap < Math.abs(s.r - t.r) - NEAR) return []
  const along = (gap ** 2 + s.r ** 2 - t.r ** 2) / (2 * gap)
  const half = Math.sqrt(Math.max(0, s.r ** 2 - along ** 2))
  const [ux, uy] = [(t.c[0] - s.c[0]) / gap, (t.c[1] - s.c[1]) / gap]
  const [mx, my] = [s.c[0] + along * ux, s.c[1] + along * uy]
  const points: V2[] =
    half < NEAR
      ? [[mx, my]]
      : [
          [mx - half * uy, my + half * ux],
          [mx + half * uy, my - half * ux],
        ]
  return points.filter((point) => onArc(s, point) && onArc(t, point))
}

export function middleOf(segment: Segment): V2 {
  const { a, b } = segment
  if (segment.kind === 'spline') return pieceAt(curveOf(segment).pieces[0] ?? [a, a, b, b], 0.5)
  return segment.kind === 'line' ? [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] : arcPoint(segment, 0.5)
}

/** A point of an arc, from its start at 0 to its end at 1. */
export function arcPoint(arc: Extract<Segment, { kind: 'arc' }>, t: number): V2 {
  const { a, c, r, ccw } = arc
  const at = Math.atan2(a[1] - c[1], a[0] - c[0]) + (ccw ? 1 : -1) * sweepOf(arc) * t
  return [c[0] + r * Math.cos(at), c[1] + r * Math.sin(at)]
}

/** How often a ray from a point to the right meets a segment. */
export function rayHits(segment: Segment, [px, py]: V2): number {
  if (segment.kind === 'spline') return straightened(segment).reduce((hits, each) => hits + rayHits(each, [px, py]), 0)
  const { a, b } = segment
  if (segment.kind === 'line') {
    if (a[1] > py === b[1] > py) return 0
    return a[0] + ((py - a[1]) / (b[1] - a[1])) * (b[0] - a[0]) > px ? 1 : 0
  }
  const { c, r } = segment
  const dy = py - c[1]
  if (Math.abs(dy) >= r) return 0
  const half = Math.sqrt(r ** 2 - dy ** 2)
  return [c[0] - half, c[0] + half].filter((x) => x > px && onArc(segment, [x, py])).length
}
