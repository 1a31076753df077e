import { beforeAll, expect, test } from 'vitest'
import type { SketchEntity } from '../document/part.ts'
import type { ConstraintMembers, ConstraintType } from '../document/records.ts'
import type { V2 } from '../geometry/vector.ts'
import { loadSolver } from '../kernel/modules.ts'
import type { Solver, ValuedConstraint } from './types.ts'

let solver: Solver
beforeAll(async () => {
  solver = await loadSolver()
})

const sketch = 's'
type Place = readonly [x: number, y: number]
type Held = readonly [type: ConstraintType, refs: ConstraintMembers, value?: number]

/** A sketch of points p0, p1 …, and of lines l0 …, circles k0 … and arcs b0 … between them. */
interface Drawn {
  points: readonly Place[]
  lines?: readonly (readonly [number, number])[]
  circles?: readonly (readonly [centre: number, radius: number])[]
  arcs?: readonly (readonly [from: number, to: number, centre: number])[]
}

const held = (...constraints: readonly Held[]) => constraints
const points = (...of: readonly number[]): ConstraintMembers => ({ points: of.map((i) => `p${i}`) })
const lines = (...of: readonly number[]): ConstraintMembers => ({ lines: of.map((i) => `l${i}`) })
const fixed: Held = ['fixed', { point: 'p0' }]

const point: Drawn = { points: [[1, 2]] }
const pair: Drawn = {
  points: [
    [1, 2],
    [7, 5],
  ],
}
const line: Drawn = {
  points: [
    [0, 0],
    [10, 1],
  ],
  lines: [[0, 1]],
}
const corner: Drawn = {
  points: [
    [0, 0],
    [10, 1],
    [11, 8],
  ],
  lines: [
    [0, 1],
    [1, 2],
  ],
}
const triangle: Drawn = {
  points: [
    [0, 0],
    [10, 1],
    [4, 8],
  ],
  lines: [
    [0, 1],
    [1, 2],
    [2, 0],
  ],
}
const four: Drawn = {
  points: [
    [0, 0],
    [10, 1],
    [11, 8],
    [1, 6],
  ],
  lines: [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 0],
  ],
}
const two: Drawn = {
  points: [
    [0, 0],
    [10, 1],
    [1, 6],
    [11, 9],
  ],
  lines: [
    [0, 1],
    [2, 3],
  ],
}
const mirrored: Drawn = {
  points: [
    [0, 0],
    [0.5, 10],
    [-4, 5],
    [5, 6],
  ],
  lines: [
    [0, 1],
    [2, 3],
  ],
}
const circle: Drawn = { points: [[0, 0]], circles: [[0, 4]] }
const circles: Drawn = {
  points: [
    [0, 0],
    [11, 2],
  ],
  circles: [
    [0, 4],
    [1, 5],
  ],
}
const touching: Drawn = {
  points: [
    [0, 0],
    [0, 5],
    [9, 6],
  ],
  circles: [[0, 4]],
  lines: [[1, 2]],
}
const arc: Drawn = {
  points: [
    [5, 0],
    [0, 5],
    [0, 0],
  ],
  arcs: [[0, 1, 2]],
}
const hook: Drawn = {
  points: [
    [0, 0],
    [10, 0.5],
    [14, 4],
    [10, 4.5],
  ],
  lines: [[0, 1]],
  arcs: [[1, 2, 3]],
}
const slot: Drawn = {
  points: [
    [0, -2],
    [10, -2.1],
    [10, 2],
    [0, 2.1],
    [10, 0],
    [0, 0.1],
  ],
  lines: [
    [0, 1],
    [2, 3],
  ],
  arcs: [
    [1, 2, 4],
    [3, 0, 5],
  ],
}
const chain: Drawn = {
  points: Array.from({ length: 11 }, (_, i): Place => [4 * i, i % 2]),
  lines: Array.from({ length: 10 }, (_, i): readonly [number, number] => [i, i + 1]),
}
const bolts: Drawn = {
  points: [
    [0, 0],
    [20, 0],
    [-10, 17],
    [-10, -17],
  ],
  circles: [
    [0, 20],
    [1, 2],
    [2, 2.5],
    [3, 3],
  ],
}

const upright = held(
  ['horizontal', { line: 'l0' }],
  ['vertical', { line: 'l1' }],
  ['horizontal', { line: 'l2' }],
  ['vertical', { line: 'l3' }],
)
const sides = held(['distance', points(0, 1), 10], ['distance', points(1, 2), 9], ['distance', points(2, 0), 8])
const width: Held = ['distance', points(0, 1), 12]
const height: Held = ['distance', points(1, 2), 7]
const square = held(['perpendicular', lines(0, 1)], ['perpendicular', lines(1, 2)], ['perpendicular', lines(2, 3)])
const parallels = held(['parallel', lines(0, 2)], ['parallel', lines(1, 3)])
const smooth = held(
  ['tangent', { line: 'l0', arc: 'b0' }],
  ['tangent', { line: 'l1', arc: 'b0' }],
  ['tangent', { line: 'l1', arc: 'b1' }],
  ['tangent', { line: 'l0', arc: 'b1' }],
)
const onRing = ['p1', 'p2', 'p3'].map((id): Held => ['pointOnArc', { point: id, arc: 'k0' }])

test.each<[name: string, degrees: number, drawn: Drawn, constraints: readonly Held[]]>([
  ['a point', 2, point, []],
  ['a fixed point', 0, point, [fixed]],
  ['two points', 4, pair, []],
  ['two points in one place', 2, pair, [['coincident', points(0, 1)]]],
  ['two points level with each other', 3, pair, [['horizontal', points(0, 1)]]],
  ['two points so far apart', 3, pair, [['horizontalDistance', points(0, 1), 6]]],
  [
    'two points with both offsets',
    2,
    pair,
    held(['horizontalDistance', points(0, 1), 6], ['verticalDistance', points(0, 1), 3]),
  ],
  ['a line', 4, line, []],
  ['a level line', 3, line, [['horizontal', { line: 'l0' }]]],
  ['a level line of a length', 2, line, [['horizontal', { line: 'l0' }], width]],
  ['a level line of a length from a fixed point', 0, line, [['horizontal', { line: 'l0' }], width, fixed]],
  ['two lines that share an end', 6, corner, []],
  ['a right angle', 5, corner, [['perpendicular', lines(0, 1)]]],
  [
    'a right angle of equal sides',
    4,
    corner,
    [
      ['perpendicular', lines(0, 1)],
      ['equalLength', lines(0, 1)],
    ],
  ],
  ['an angle of 60 degrees', 5, corner, [['angle', lines(0, 1), 60]]],
  ['a triangle', 6, triangle, []],
  ['a triangle of three lengths', 3, triangle, sides],
  ['a triangle of three lengths at a fixed point', 1, triangle, [...sides, fixed]],
  ['a triangle of three lengths on a level base', 0, triangle, [...sides, fixed, ['horizontal', { line: 'l0' }]]],
  [
    'an equilateral triangle',
    4,
    triangle,
    [
      ['equalLength', lines(0, 1)],
      ['equalLength', lines(1, 2)],
    ],
  ],
  ['four lines around', 8, four, []],
  ['an upright rectangle', 4, four, upright],
  ['an upright rectangle of a width', 3, four, [...upright, width]],
  ['an upright rectangle of both sizes', 2, four, [...upright, width, height]],
  ['an upright rectangle of both sizes at a fixed corner', 0, four, [...upright, width, height, fixed]],
  ['a parallelogram', 6, four, parallels],
  ['a rhombus', 5, four, [...parallels, ['equalLength', lines(0, 1)]]],
  ['a rectangle at any angle', 5, four, square],
  ['a square at any angle', 4, four, [...square, ['equalLength', lines(0, 1)]]],
  ['two lines', 8, two, []],
  ['two parallel lines', 7, two, [['parallel', lines(0, 1)]]],
  ['two lines in one line', 6, two, [['collinear', lines(0, 1)]]],
  ['two lines with ends that mirror', 6, mirrored, [['symmetric', { points: ['p2', 'p3'], axis: 'l0' }]]],
  ['a line with its middle on an end', 6, two, [['midpoint', { point: 'p2', line: 'l0' }]]],
  ['a circle', 3, circle, []],
  ['a circle of a radius', 2, circle, [['radius', { arc: 'k0' }, 5]]],
  ['a circle about a fixed point', 1, circle, [fixed]],
  ['a circle of a radius about a fixed point', 0, circle, [fixed, ['radius', { arc: 'k0' }, 5]]],
  ['two circles', 6, circles, []],
  ['two circles about one point', 4, circles, [['concentric', { arcs: ['k0', 'k1'] }]]],
  ['two equal circles', 5, circles, [['equalRadius', { arcs: ['k0', 'k1'] }]]],
  ['two circles that touch', 5, circles, [['tangent', { arcs: ['k0', 'k1'] }]]],
  ['a line that touches a circle', 6, touching, [['tangent', { line: 'l0', arc: 'k0' }]]],
  ['a line that begins on a circle', 6, touching, [['pointOnArc', { point: 'p1', arc: 'k0' }]]],
  ['a circle about a point of a line', 6, touching, [['pointOnLine', { point: 'p0', line: 'l0' }]]],
  ['an arc', 5, arc, []],
  ['an arc of a radius', 4, arc, [['radius', { arc: 'b0' }, 6]]],
  ['a line and an arc that share an end', 7, hook, []],
  ['a line that runs on into an arc', 6, hook, [['tangent', { line: 'l0', arc: 'b0' }]]],
  ['two arcs and two lines around', 10, slot, []],
  ['a belt about two pulleys', 6, slot, smooth],
  ['a chain of ten lines', 22, chain, []],
  ['a chain of ten links', 12, chain, Array.from({ length: 10 }, (_, i): Held => ['distance', points(i, i + 1), 4])],
  ['three holes on a ring about a fixed point', 7, bolts, [fixed, ...onRing]],
  [
    'three equal holes on a ring of a radius',
    4,
    bolts,
    [
      fixed,
      ['radius', { arc: 'k0' }, 20],
      ...onRing,
      ['equalRadius', { arcs: ['k1', 'k2'] }],
      ['equalRadius', { arcs: ['k2', 'k3'] }],
    ],
  ],
])('%s has %i degrees of freedom', (_, degrees, drawn, constraints) => {
  const entities: SketchEntity[] = [
    ...(drawn.lines ?? []).map(([a, b], i) => ({ id: `l${i}`, kind: 'line' as const, sketch, a: `p${a}`, b: `p${b}` })),
    ...(drawn.circles ?? []).map(([c, r], i) => ({ id: `k${i}`, kind: 'circle' as const, sketch, c: `p${c}`, r })),
    ...(drawn.arcs ?? []).map(([a, b, c], i) => ({
      id: `b${i}`,
      kind: 'arc' as const,
      sketch,
      a: `p${a}`,
      b: `p${b}`,
      c: `p${c}`,
      ccw: true,
    })),
  ]
  const solved = solver.solve({
    points: drawn.points.map((xy, i) => ({ id: `p${i}`, xy: xy satisfies V2 })),
    entities,
    constraints: constraints.map(
      ([type, refs, value], i): ValuedConstraint => ({ id: `h${i}`, kind: 'constraint', sketch, type, refs, value }),
    ),
  })
  expect(solved).toMatchObject({
    status: degrees === 0 ? 'solved' : 'underconstrained',
    degreesOfFreedom: degrees,
    conflicting: [],
    redundant: [],
  })
})
