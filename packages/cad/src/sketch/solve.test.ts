import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import type { SketchEntity } from '../document/part.ts'
import type { ConstraintMembers, ConstraintType } from '../document/records.ts'
import type { V2 } from '../geometry/vector.ts'
import { loadSolver } from '../kernel/modules.ts'
import { residualOf } from './residual.ts'
import type { SketchToSolve, Solver, ValuedConstraint } from './types.ts'

let solver: Solver
beforeAll(async () => {
  solver = await loadSolver()
})

const sketch = 's'
const point = (id: string, x: number, y: number) => ({ id, xy: [x, y] as V2 })
const line = (id: string, a: string, b: string): SketchEntity => ({ id, kind: 'line', sketch, a, b })
const circle = (id: string, c: string, r: number): SketchEntity => ({ id, kind: 'circle', sketch, c, r })
const arc = (id: string, a: string, b: string, c: string): SketchEntity => ({
  id,
  kind: 'arc',
  sketch,
  a,
  b,
  c,
  ccw: true,
})
const held = (id: string, type: ConstraintType, refs: ConstraintMembers, value?: number): ValuedConstraint => ({
  id,
  kind: 'constraint',
  sketch,
  type,
  refs,
  value,
})

/** Two lines, two circles and an arc, all of them free: 8 + 6 + 5 degrees. */
const free: SketchToSolve = {
  points: [
    point('p0', 0, 0),
    point('p1', 10, 1),
    point('p2', 1, 6),
    point('p3', 11, 9),
    point('c0', 20, 0),
    point('c1', 31, 2),
    point('a0', 45, 0),
    point('a1', 40, 5.5),
    point('a2', 40, 0.2),
  ],
  entities: [
    line('l0', 'p0', 'p1'),
    line('l1', 'p2', 'p3'),
    circle('k0', 'c0', 3),
    circle('k1', 'c1', 4),
    arc('b0', 'a0', 'a1', 'a2'),
  ],
  constraints: [],
}

test.each<[type: ConstraintType, refs: ConstraintMembers, value: number | undefined, removed: number]>([
  ['horizontal', { line: 'l0' }, undefined, 1],
  ['horizontal', { points: ['p0', 'p2'] }, undefined, 1],
  ['vertical', { line: 'l1' }, undefined, 1],
  ['coincident', { points: ['p1', 'p2'] }, undefined, 2],
  ['fixed', { point: 'p0' }, undefined, 2],
  ['distance', { points: ['p0', 'p1'] }, 12, 1],
  ['horizontalDistance', { points: ['p3', 'p0'] }, 15, 1],
  ['verticalDistance', { points: ['p0', 'p3'] }, 4, 1],
  ['angle', { lines: ['l0', 'l1'] }, 30, 1],
  ['radius', { arc: 'k0' }, 5, 1],
  ['radius', { arc: 'b0' }, 6, 1],
  ['parallel', { lines: ['l0', 'l1'] }, undefined, 1],
  ['perpendicular', { lines: ['l0', 'l1'] }, undefined, 1],
  ['equalLength', { lines: ['l0', 'l1'] }, undefined, 1],
  ['collinear', { lines: ['l0', 'l1'] }, undefined, 2],
  ['tangent', { line: 'l0', arc: 'k0' }, undefined, 1],
  ['tangent', { line: 'l0', arc: 'b0' }, undefined, 1],
  ['tangent', { arcs: ['k0', 'k1'] }, undefined, 1],
  ['equalRadius', { arcs: ['k0', 'b0'] }, undefined, 1],
  ['concentric', { arcs: ['k0', 'k1'] }, undefined, 2],
  ['symmetric', { points: ['p2', 'c0'], axis: 'l0' }, undefined, 2],
  ['pointOnLine', { point: 'c0', line: 'l0' }, undefined, 1],
  ['midpoint', { point: 'c0', line: 'l0' }, undefined, 2],
  ['pointOnArc', { point: 'p0', arc: 'k0' }, undefined, 1],
  ['pointOnArc', { point: 'p0', arc: 'b0' }, undefined, 1],
])('%s of %j is met, and takes the degrees of freedom that it takes', (type, refs, value, removed) => {
  const constraint = held('h', type, refs, value)
  const solved = solver.solve({ ...free, constraints: [constraint] })
  expect(Math.abs(residualOf(constraint, free.entities, solved))).toBeLessThan(1e-6)
  expect(solved.degreesOfFreedom).toBe(19 - removed)
  expect(solved).toMatchObject({ status: 'underconstrained', conflicting: [], redundant: [] })
})

/** A rectangle with its corners in one place each. */
const rectangle = (...more: ValuedConstraint[]): SketchToSolve => ({
  points: [point('p0', 0, 0), point('p1', 9, 1), point('p2', 10, 6), point('p3', 1, 5)],
  entities: [line('l0', 'p0', 'p1'), line('l1', 'p1', 'p2'), line('l2', 'p2', 'p3'), line('l3', 'p3', 'p0')],
  constraints: [
    held('h0', 'horizontal', { line: 'l0' }),
    held('h1', 'vertical', { line: 'l1' }),
    held('h2', 'horizontal', { line: 'l2' }),
    held('h3', 'vertical', { line: 'l3' }),
    held('fix', 'fixed', { point: 'p0' }),
    held('w', 'distance', { points: ['p0', 'p1'] }, 20),
    ...more,
  ],
})

test('a rectangle has the degrees of freedom that its dimensions leave', () => {
  expect(solver.solve(rectangle())).toMatchObject({ status: 'underconstrained', degreesOfFreedom: 1 })
  const solved = solver.solve(rectangle(held('h', 'distance', { points: ['p1', 'p2'] }, 7)))
  expect(solved).toMatchObject({ status: 'solved', degreesOfFreedom: 0 })
  expect(solved.points.get('p2')?.map((each) => Math.round(each * 1e8) / 1e8)).toEqual([20, 7])
})

test('constraints that conflict are named, and one that is redundant as well', () => {
  const conflict = solver.solve(rectangle(held('w2', 'distance', { points: ['p2', 'p3'] }, 30)))
  expect(conflict.status).not.toBe('solved')
  expect(conflict.conflicting).toContain('w2')
  const redundant = solver.solve(rectangle(held('par', 'parallel', { lines: ['l0', 'l2'] })))
  expect(redundant).toMatchObject({ status: 'overconstrained', redundant: ['par'], conflicting: [] })
})

test('a triangle that cannot be is inconsistent, though the solver names no conflict', () => {
  const solved = solver.solve({
    points: [point('a', 0, 0), point('b', 10, 0), point('c', 5, 2)],
    entities: [line('l', 'a', 'b')],
    constraints: [
      held('x', 'distance', { points: ['a', 'b'] }, 10),
      held('y', 'distance', { points: ['b', 'c'] }, 3),
      held('z', 'distance', { points: ['c', 'a'] }, 3),
    ],
  })
  expect(solved.status).toBe('inconsistent')
  expect(solved.conflicting.length).toBeGreaterThan(0)
})

test('a tangent arc at a shared end is tangent to the last bit that counts', () => {
  const tangent = held('t', 'tangent', { line: 'l', arc: 'k' })
  const entities = [line('l', 'a', 'b'), arc('k', 'b', 'd', 'c')]
  const solved = solver.solve({
    points: [point('a', 0, 0), point('b', 10, 0.5), point('c', 10, 4), point('d', 13, 4)],
    entities,
    constraints: [tangent, held('h', 'horizontal', { line: 'l' })],
  })
  expect(Math.abs(residualOf(tangent, entities, solved))).toBeLessThan(1e-9)
})

test('no sketch, however odd, ends the solver', () => {
  const coordinate = fc.oneof(fc.constant(0), fc.double({ min: -100, max: 100, noNaN: true }))
  fc.assert(
    fc.property(
      fc.array(coordinate, { minLength: 18, maxLength: 18 }),
      fc.array(
        fc.tuple(
          fc.constantFrom('p0', 'p1', 'p2', 'p3', 'c0', 'a0'),
          fc.constantFrom('p1', 'p3', 'c1', 'a1', 'a2'),
          fc.constantFrom('coincident', 'distance', 'horizontal', 'verticalDistance'),
          coordinate,
        ),
        { maxLength: 8 },
      ),
      (places, drawn) => {
        const points = free.points.map(({ id }, i) => point(id, places[2 * i] ?? 0, places[2 * i + 1] ?? 0))
        const constraints = drawn.flatMap(([a, b, type, value], i) =>
          a === b
            ? []
            : [
                held(
                  `h${i}`,
                  type,
                  { points: [a, b] },
                  type === 'distance' || type === 'verticalDistance' ? Math.abs(value) : undefined,
                ),
              ],
        )
        const solved = solver.solve({ ...free, points, constraints })
        expect([...solved.points.values()].flat().every(Number.isFinite)).toBe(true)
      },
    ),
    { numRuns: numRuns(100, 500) },
  )
  expect(solver.solve(rectangle())).toMatchObject({ degreesOfFreedom: 1 })
})

test('a square on a corner is made level in whatever order it was drawn', () => {
  const corners = [0, 1, 2, 3].map((i) =>
    point(`p${i}`, 20 + 5 * Math.cos((i * Math.PI) / 2), 5 * Math.sin((i * Math.PI) / 2)),
  )
  const sides = corners.map(({ id }, i) => line(`l${i}`, id, `p${(i + 1) % 4}`))
  const constraints = [
    ...corners.map(({ id }) => held(`on-${id}`, 'pointOnArc', { point: id, arc: 'k' })),
    ...sides.slice(1).map(({ id }) => held(`as-${id}`, 'equalLength', { lines: ['l0', id] })),
    held('r', 'radius', { arc: 'k' }, 5),
    held('level', 'horizontal', { line: 'l0' }),
  ]
  // In about half of all orders the solver folds the sides onto each other.
  fc.assert(
    fc.property(
      fc.shuffledSubarray(sides, { minLength: 4 }),
      fc.shuffledSubarray(constraints, { minLength: constraints.length }),
      (drawn, given) => {
        const entities = [circle('k', 'c', 5), ...drawn]
        const { status, degreesOfFreedom } = solver.solve({
          points: [point('c', 20, 0), ...corners],
          entities,
          constraints: given,
        })
        expect([status, degreesOfFreedom]).toEqual(['underconstrained', 2])
      },
    ),
    { numRuns: numRuns(20, 300) },
  )
})
