import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { V2 } from '../geometry/vector.ts'
import { pieceArea, pieceAt, pieceRadius, polesOf, splineThrough } from './spline.ts'

const circle = (count: number): V2[] =>
  Array.from({ length: count }, (_, i) => [
    10 * Math.cos((2 * Math.PI * i) / count),
    10 * Math.sin((2 * Math.PI * i) / count),
  ])

test('a closed spline through points of a circle is nearly that circle', () => {
  const { pieces } = splineThrough(circle(24), true)
  const area = pieces.reduce((sum, piece) => sum + pieceArea(piece), 0) / 2
  expect(area / (100 * Math.PI)).toBeCloseTo(1, 4)
  for (const piece of pieces) expect(pieceRadius(piece, 0.5)).toBeCloseTo(10, 1)
})

const place = fc.double({ min: -100, max: 100, noNaN: true })
const points = fc.uniqueArray(fc.tuple(place, place), {
  minLength: 3,
  maxLength: 12,
  comparator: (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]) < 0.1,
})

test('a spline goes through its points, turns nowhere at once, and is the B-spline of its poles', () => {
  fc.assert(
    fc.property(points, fc.boolean(), (through, closed) => {
      const curve = splineThrough(through, closed)
      const { pieces, knots } = curve
      for (const [i, piece] of pieces.entries()) {
        const start = pieceAt(piece, 0)
        for (const axis of [0, 1] as const) expect(start[axis]).toBeCloseTo(through[i]?.[axis] ?? Number.NaN, 9)
        const next = pieces[i + 1] ?? (closed ? pieces[0] : undefined)
        const step = (at: number) => (knots[at + 1] ?? 0) - (knots[at] ?? 0)
        const after = (i + 1) % pieces.length
        for (const axis of [0, 1] as const) {
          if (!next) continue
          const slope = (piece[3][axis] - piece[2][axis]) / step(i)
          expect((next[1][axis] - next[0][axis]) / step(after)).toBeCloseTo(slope, 5)
        }
      }
      const poles = polesOf(curve)
      expect(poles).toHaveLength(knots.length + 2)
      const [first, last] = [poles[0], poles.at(-1)]
      const end = closed ? through[0] : through.at(-1)
      for (const axis of [0, 1] as const) {
        expect(first?.[axis]).toBeCloseTo(through[0]?.[axis] ?? Number.NaN, 6)
        expect(last?.[axis]).toBeCloseTo(end?.[axis] ?? Number.NaN, 6)
      }
    }),
    { numRuns: 100 },
  )
})
