import type { V2 } from '../geometry/vector.ts'

/** A cubic between two points of a spline, as its four Bézier points. */
export type Piece = readonly [V2, V2, V2, V2]

/** A smooth curve through points: its pieces one behind the other, with equal curvature where they meet. */
export interface SplineCurve {
  pieces: readonly Piece[]
  /** The parameter at each point; a piece lies between two of them. */
  knots: readonly number[]
}

const [from, to] = [0, 1] as const

/**
 * The cubic spline through points: natural at open ends, smooth all around where it is closed. The parameter is the length of
 * the chords (C. de Boor, A Practical Guide to Splines, IV). Points MUST differ from the ones before them.
 */
export function splineThrough(points: readonly V2[], closed: boolean): SplineCurve {
  const first: V2 = points[0] ?? [0, 0]
  const all = closed ? [...points, first] : points
  const knots = [0]
  for (const [i, point] of all.entries()) {
    const before = all[i - 1]
    if (before) knots.push((knots[i - 1] ?? 0) + Math.hypot(point[from] - before[from], point[to] - before[to]))
  }
  const steps = knots.slice(1).map((knot, i) => knot - (knots[i] ?? 0))
  const bends = [from, to].map((axis) => {
    const values = all.map((point) => point[axis])
    return closed ? closedBends(values, steps) : openBends(values, steps)
  })
  const pieces = steps.map((step, i): Piece => {
    const [a = first, b = first] = [all[i], all[i + 1]]
    const control = (axis: 0 | 1, atEnd: boolean) => {
      const [m = 0, n = 0] = [bends[axis]?.[i], bends[axis]?.[i + 1]]
      const slope = (b[axis] - a[axis]) / step
      return atEnd
        ? b[axis] - (step / 3) * (slope + (step / 6) * (m + 2 * n))
        : a[axis] + (step / 3) * (slope - (step / 6) * (2 * m + n))
    }
    return [a, [control(from, false), control(to, false)], [control(from, true), control(to, true)], b]
  })
  return { pieces, knots }
}

/** The second derivatives at the points, zero at the ends; tridiagonal, hence linear in the number of points. */
function openBends(values: readonly number[], steps: readonly number[]): number[] {
  const inner = steps.length - 1
  const right = Array.from({ length: inner }, (_, i) => bendOf(values, steps, i + 1))
  const diagonal = Array.from({ length: inner }, (_, i) => 2 * ((steps[i] ?? 0) + (steps[i + 1] ?? 0)))
  return [0, ...tridiagonal(diagonal, steps.slice(1, inner), right), 0]
}

/** The second derivatives at the points of a closed curve, by the formula of Sherman and Morrison. */
function closedBends(values: readonly number[], steps: readonly number[]): number[] {
  const n = steps.length
  const step = (i: number) => steps[(i + n) % n] ?? 0
  const value = (i: number) => values[(i + n) % n] ?? 0
  const right = Array.from(
    { length: n },
    (_, i) => 6 * ((value(i + 1) - value(i)) / step(i) - (value(i) - value(i - 1)) / step(i - 1)),
  )
  const diagonal = Array.from({ length: n }, (_, i) => 2 * (step(i - 1) + step(i)))
  const corner = step(n - 1)
  const gamma = -(diagonal[0] ?? 1)
  const changed = diagonal.map((each, i) => (i === 0 ? each - gamma : i === n - 1 ? each - corner ** 2 / gamma : each))
  const off = steps.slice(0, n - 1)
  const x = tridiagonal(changed, off, right)
  const z = tridiagonal(
    changed,
    off,
    diagonal.map((_, i) => (i === 0 ? gamma : i === n - 1 ? corner : 0)),
  )
  const last = corner / gamma
  const part = ((x[0] ?? 0) + last * (x[n - 1] ?? 0)) / (1 + (z[0] ?? 0) + last * (z[n - 1] ?? 0))
  const bends = x.map((each, i) => each - part * (z[i] ?? 0))
  return [...bends, bends[0] ?? 0]
}

const bendOf = (values: readonly number[], steps: readonly number[], i: number): number =>
  6 *
  (((values[i + 1] ?? 0) - (values[i] ?? 0)) / (steps[i] ?? 1) -
    ((values[i] ?? 0) - (values[i - 1] ?? 0)) / (steps[i - 1] ?? 1))

/** Solves a symmetric tridiagonal system by elimination. */
function tridiagonal(diagonal: readonly number[], off: readonly number[], right: readonly number[]): number[] {
  const [d, r] = [[...diagonal], [...right]]
  for (let i = 1; i < d.length; i += 1) {
    const factor = (off[i - 1] ?? 0) / (d[i - 1] ?? 1)
    d[i] = (d[i] ?? 0) - factor * (off[i - 1] ?? 0)
    r[i] = (r[i] ?? 0) - factor * (r[i - 1] ?? 0)
  }
  const solved = [...r]
  for (let i = d.length - 1; i >= 0; i -= 1)
    solved[i] = ((r[i] ?? 0) - (off[i] ?? 0) * (solved[i + 1] ?? 0)) / (d[i] ?? 1)
  return solved
}

/** A point of a piece, from 0 to 1. */
export function pieceAt([a, b, c, d]: Piece, t: number): V2 {
  const s = 1 - t
  const at = (axis: 0 | 1) => s ** 3 * a[axis] + 3 * s * s * t * b[axis] + 3 * s * t * t * c[axis] + t ** 3 * d[axis]
  return [at(from), at(to)]
}

/** Twice the area between a piece and the origin, positive if it turns to the left; exact for a cubic. */
export function pieceArea([a, b, c, d]: Piece): number {
  const cross = (p: V2, q: V2) => p[from] * q[to] - q[from] * p[to]
  return (6 * cross(a, b) + 3 * cross(a, c) + cross(a, d) + 3 * cross(b, c) + 3 * cross(b, d) + 6 * cross(c, d)) / 10
}

/** The radius of curvature of a piece at a place from 0 to 1; infinite where it is straight. */
export function pieceRadius([a, b, c, d]: Piece, t: number): number {
  const s = 1 - t
  const first = (axis: 0 | 1) =>
    3 * (s * s * (b[axis] - a[axis]) + 2 * s * t * (c[axis] - b[axis]) + t * t * (d[axis] - c[axis]))
  const second = (axis: 0 | 1) => 6 * (s * (c[axis] - 2 * b[axis] + a[axis]) + t * (d[axis] - 2 * c[axis] + b[axis]))
  const [dx, dy] = [first(from), first(to)]
  const bend = Math.abs(dx * second(to) - dy * second(from))
  return bend < 1e-12 ? Number.POSITIVE_INFINITY : Math.hypot(dx, dy) ** 3 / bend
}

/**
 * The poles of a curve as one B-spline of degree 3, whose knots at both ends count four times, by blossoming (L. Ramshaw,
 * Blossoms Are Polar Forms, 1989).
 */
export function polesOf({ pieces, knots }: SplineCurve): V2[] {
  const last = knots.length - 1
  const knot = (i: number) => knots[Math.min(Math.max(i, 0), last)] ?? 0
  return Array.from({ length: last + 3 }, (_, k): V2 => {
    const i = Math.min(Math.max(k - 2, 0), last - 1)
    const [start, end] = [knot(i), knot(i + 1)]
    const [r, s, t] = [knot(k - 2), knot(k - 1), knot(k)].map((each) => (each - start) / (end - start))
    const piece = pieces[i]
    const mixed = (axis: 0 | 1) => blossom(piece?.map((point) => point[axis]) ?? [], [r ?? 0, s ?? 0, t ?? 0])
    return [mixed(from), mixed(to)]
  })
}

function blossom(points: readonly number[], [first, ...rest]: readonly number[]): number {
  if (first === undefined) return points[0] ?? 0
  return blossom(
    points.slice(1).map((b, i) => (1 - first) * (points[i] ?? 0) + first * b),
    rest,
  )
}
