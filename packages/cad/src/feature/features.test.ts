import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEngine } from '../../testing/engine.ts'
import { createMaker } from '../../testing/maker.ts'
import type { Engine } from '../build/builder.ts'
import { setInput } from '../document/changes.ts'

let engine: Engine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

type Maker = ReturnType<typeof createMaker>
const top = (feature: string) => `face:${feature}/end`
const upright = { edges: { direction: { x: 0, y: 0, z: 1 } } }
const middle = { u: 0.5, v: 0.5 }
const { PI } = Math

interface Case {
  name: string
  volume: number
  area?: number
  bodies?: number
  make(part: Maker): void
}

const cases: Case[] = [
  { name: 'a box', volume: 6000, area: 2200, make: (p) => p.box(30, 20, 10) },
  { name: 'a box on a standing plane', volume: 6000, area: 2200, make: (p) => p.box(30, 20, 10, 'xz') },
  {
    name: 'a cylinder',
    volume: PI * 100 * 20,
    area: 2 * PI * 100 + 2 * PI * 10 * 20,
    make(p) {
      const s = p.sketch('yz')
      p.circle(s, 5, 5, 10)
      p.feature('extrude', { sketch: s, op: 'add', distance: 20, direction: 'symmetric' })
    },
  },
  {
    name: 'a ring of two circles',
    volume: PI * (100 - 36) * 5,
    make(p) {
      const s = p.sketch()
      p.circle(s, 0, 0, 10)
      p.circle(s, 0, 0, 6)
      p.feature('extrude', { sketch: s, op: 'add', distance: 5, direction: 'reverse' })
    },
  },
  {
    name: 'two outlines',
    volume: 2 * PI * 4 * 3,
    bodies: 2,
    make(p) {
      const s = p.sketch()
      p.circle(s, -5, 0, 2)
      p.circle(s, 5, 0, 2)
      p.feature('extrude', { sketch: s, op: 'add', distance: 3 })
    },
  },
  {
    name: 'a half disc of an arc and a line',
    volume: (PI * 25 * 4) / 2,
    make(p) {
      const s = p.sketch()
      p.arc(s, [5, 0], [-5, 0], [0, 0])
      p.line(s, [-5, 0], [5, 0])
      p.feature('extrude', { sketch: s, op: 'add', distance: 4 })
    },
  },
  {
    name: 'a hole through and a blind one',
    volume: 6000 - PI * 4 * 10 - PI * 4 * 3,
    make(p) {
      const box = p.box(30, 20, 10)
      p.feature('hole', { face: top(box), diameter: 4, u: 0.25, v: 0.5 })
      p.feature('hole', { face: top(box), diameter: 4, depth: 3, u: 0.75, v: 0.5 })
    },
  },
  {
    name: 'a pocket with round corners',
    volume: 6000 - (10 * 8 - (4 - PI) * 4) * 4,
    make: (p) =>
      p.feature('pocket', { face: top(p.box(30, 20, 10)), width: 10, length: 8, depth: 4, cornerRadius: 2, ...middle }),
  },
  {
    name: 'a round boss and a square one',
    volume: 6000 + PI * 9 * 5 + 4 * 4 * 2,
    make(p) {
      const box = p.box(30, 20, 10)
      p.feature('boss', { face: top(box), shape: 'circle', diameter: 6, height: 5, u: 0.25, v: 0.5 })
      p.feature('boss', { face: top(box), shape: 'rectangle', width: 4, length: 4, height: 2, u: 0.75, v: 0.5 })
    },
  },
  {
    name: 'a sketch on a face cuts into the material',
    volume: 6000 - PI * 9 * 4,
    make(p) {
      const s = p.sketch(top(p.box(30, 20, 10)))
      p.circle(s, 0, 0, 3)
      p.feature('extrude', { sketch: s, op: 'cut', distance: 4 })
    },
  },
  {
    name: 'a cut through all',
    volume: 6000 - PI * 9 * 10,
    make(p) {
      const s = p.sketch(top(p.box(30, 20, 10)))
      p.circle(s, 0, 0, 3)
      p.feature('extrude', { sketch: s, op: 'cut', extent: 'throughAll' })
    },
  },
  {
    name: 'an extrusion up to a face',
    volume: 6000 + PI * 9 * 10,
    make(p) {
      const box = p.box(30, 20, 10)
      const s = p.sketch()
      p.circle(s, 50, 0, 3)
      p.feature('extrude', { sketch: s, op: 'add', extent: 'upTo', to: top(box) })
    },
    bodies: 2,
  },
  {
    name: 'round upright edges',
    volume: 6000 - (4 - PI) * 9 * 10,
    make(p) {
      p.box(30, 20, 10)
      p.feature('fillet', { edges: upright, radius: 3 })
    },
  },
  {
    name: 'chamfered upright edges',
    volume: 6000 - 4 * 0.5 * 4 * 10,
    make(p) {
      p.box(30, 20, 10)
      p.feature('chamfer', { edges: upright, distance: 2 })
    },
  },
  {
    name: 'all twelve edges round',
    // The box inside, its six slabs, quarter cylinders and the eighths of a sphere.
    volume: 26 * 16 * 6 + 2 * 2 * (26 * 16 + 16 * 6 + 26 * 6) + PI * 4 * (26 + 16 + 6) + (4 / 3) * PI * 8,
    make(p) {
      p.box(30, 20, 10)
      p.feature('fillet', { edges: { edges: { all: true } }, radius: 2 })
    },
  },
  {
    name: 'a ring by revolving',
    volume: 2 * PI * 10 * 8,
    make(p) {
      const s = p.sketch('xz')
      p.polygon(s, [
        [8, 0],
        [12, 0],
        [12, 2],
        [8, 2],
      ])
      const axis = p.line(s, [0, 0], [0, 10], true)
      p.feature('revolve', { sketch: s, axis, angle: 360, op: 'add' })
    },
  },
  {
    name: 'a quarter of a cone',
    volume: (PI * 9 * 12) / 3 / 4,
    make(p) {
      const s = p.sketch('xz')
      const [, , axis = ''] = p.polygon(s, [
        [0, 0],
        [3, 0],
        [0, 12],
      ])
      p.feature('revolve', { sketch: s, axis, angle: 90, op: 'add' })
    },
  },
  {
    name: 'a sphere',
    volume: (4 / 3) * PI * 125,
    area: 4 * PI * 25,
    make: (p) => p.feature('primitive', { shape: 'sphere', radius: 5, x: 1, y: 2, z: 3, op: 'add' }),
  },
  {
    name: 'a frustum by a loft',
    volume: (12 * (100 + 40 + 16)) / 3,
    make(p) {
      const s = p.sketch()
      p.polygon(s, [
        [-5, -5],
        [5, -5],
        [5, 5],
        [-5, 5],
      ])
      const t = p.sketch(p.feature('plane', { base: 'xy', offset: 12 }))
      p.polygon(t, [
        [-2, -2],
        [2, -2],
        [2, 2],
        [-2, 2],
      ])
      p.feature('loft', { sketches: [s, t], op: 'add' })
    },
  },
  {
    name: 'a pipe along a line and a bend',
    volume: PI * 4 * (20 + (PI / 2) * 10),
    make(p) {
      const path = p.sketch('xz')
      const entity = p.line(path, [0, 0], [0, 20])
      p.arc(path, [0, 20], [10, 30], [10, 20], false)
      const profile = p.sketch()
      p.circle(profile, 0, 0, 2)
      p.feature('sweep', { profile, path, entity, op: 'add' })
    },
  },
  {
    name: 'a shell open at the top',
    volume: 6000 - 26 * 16 * 8,
    make: (p) => p.feature('shell', { thickness: 2, openFaces: top(p.box(30, 20, 10)) }),
  },
  {
    name: 'a closed shell',
    volume: 6000 - 26 * 16 * 6,
    make(p) {
      p.box(30, 20, 10)
      p.feature('shell', { thickness: 2 })
    },
  },
  {
    name: 'drafted sides',
    volume: 6000 - 5000 * Math.tan(PI / 36) + (4000 / 3) * Math.tan(PI / 36) ** 2,
    make(p) {
      const box = p.box(30, 20, 10)
      p.feature('draft', { faces: { faces: { createdBy: box, role: 'side' } }, angle: 5, pull: { x: 0, y: 0, z: 1 } })
    },
  },
  {
    name: 'a row of holes',
    volume: 6000 - 5 * PI * 1 * 10,
    make(p) {
      const hole = p.feature('hole', { face: top(p.box(30, 20, 10)), diameter: 2, u: 0.1, v: 0.5 })
      p.feature('pattern', { kind: 'linear', features: [hole], direction: { x: 1, y: 0, z: 0 }, count: 5, spacing: 5 })
    },
  },
  {
    name: 'a circle of holes',
    volume: PI * 400 * 5 - 6 * PI * 4 * 5,
    make(p) {
      const s = p.sketch()
      p.circle(s, 0, 0, 20)
      const disc = p.feature('extrude', { sketch: s, op: 'add', distance: 5 })
      const t = p.sketch(top(disc))
      p.circle(t, 12, 0, 2)
      const hole = p.feature('extrude', { sketch: t, op: 'cut', extent: 'throughAll' })
      p.feature('pattern', {
        kind: 'circular',
        features: [hole],
        axis: { x: 0, y: 0, z: 1 },
        point: { x: 0, y: 0, z: 0 },
        count: 6,
        angle: 360,
      })
    },
  },
  {
    name: 'a mirrored boss',
    volume: 6000 + 2 * PI * 4 * 3,
    make(p) {
      const boss = p.feature('boss', {
        face: top(p.box(30, 20, 10)),
        shape: 'circle',
        diameter: 4,
        height: 3,
        u: 0.2,
        v: 0.5,
      })
      p.feature('mirror', { features: [boss], plane: 'yz' })
    },
  },
  {
    name: 'a body cut by another',
    volume: 6000 - PI * 4 * 10,
    make(p) {
      const box = p.box(30, 20, 10)
      const s = p.sketch()
      p.circle(s, 0, 0, 2)
      const rod = p.feature('extrude', { sketch: s, op: 'add', distance: 40, direction: 'symmetric', merge: 'new' })
      p.feature('boolean', { op: 'subtract', target: box, tools: [rod] })
    },
  },
  {
    name: 'a rib between a wall and a floor',
    // The triangle under a line of 45 degrees is filled down to the floor.
    volume: 40 * 20 * 2 + 2 * 20 * 20 + 3 * 10 * 10,
    make(p) {
      p.box(40, 20, 2)
      const s = p.sketch()
      p.polygon(s, [
        [-20, -10],
        [-18, -10],
        [-18, 10],
        [-20, 10],
      ])
      p.feature('extrude', { sketch: s, op: 'add', distance: 22 })
      const plane = p.feature('plane', { base: 'xy', offset: 12 })
      const t = p.sketch(plane)
      const line = p.line(t, [-18, 0], [-8, 0])
      p.feature('rib', { sketch: t, line, thickness: 3, direction: 'symmetric' })
    },
  },
]

test.each(cases)('$name has the volume of its formula', ({ volume, area, bodies = 1, make }) => {
  const part = createMaker(engine)
  make(part)
  const { features, measures } = part.build()
  expect(features.flatMap(({ error }) => error ?? [])).toEqual([])
  expect(measures.volume / volume).toBeCloseTo(1, 7)
  if (area !== undefined) expect(measures.area / area).toBeCloseTo(1, 7)
  expect(measures.bodies).toBe(bodies)
})

test.each<[string, string, (part: Maker) => void]>([
  [
    'an outline that crosses itself',
    'self_intersecting_profile',
    (p) => {
      const s = p.sketch()
      p.polygon(s, [
        [0, 0],
        [10, 10],
        [10, 0],
        [0, 10],
      ])
      p.feature('extrude', { sketch: s, op: 'add', distance: 5 })
    },
  ],
  ['an empty sketch', 'empty_profile', (p) => p.feature('extrude', { sketch: p.sketch(), op: 'add', distance: 5 })],
  [
    'an outline across its axis',
    'profile_crosses_axis',
    (p) => {
      const s = p.sketch()
      p.polygon(s, [
        [-2, 0],
        [5, 0],
        [5, 3],
        [-2, 3],
      ])
      p.feature('revolve', { sketch: s, axis: p.line(s, [0, -9], [0, -5], true), angle: 360, op: 'add' })
    },
  ],
  [
    'a cut beside the body',
    'no_effect',
    (p) => {
      p.box(10, 10, 10)
      const s = p.sketch()
      p.circle(s, 50, 50, 2)
      p.feature('extrude', { sketch: s, op: 'cut', distance: 5 })
    },
  ],
  [
    'a cut of everything',
    'nothing_left',
    (p) => {
      p.box(10, 10, 10)
      const s = p.sketch()
      p.circle(s, 0, 0, 50)
      p.feature('extrude', { sketch: s, op: 'cut', distance: 50, direction: 'symmetric' })
    },
  ],
  [
    'walls as thick as the box',
    'shell_failed',
    (p) => {
      p.box(20, 20, 20)
      p.feature('shell', { thickness: 20 })
    },
  ],
  [
    'a bend tighter than its pipe',
    'sweep_failed',
    (p) => {
      const path = p.sketch('xz')
      const entity = p.line(path, [0, 0], [0, 20])
      p.arc(path, [0, 20], [2, 22], [2, 20], false)
      const profile = p.sketch()
      p.circle(profile, 0, 0, 5)
      p.feature('sweep', { profile, path, entity, op: 'add' })
    },
  ],
  [
    'a face by a name that was never given',
    'ref_lost',
    (p) => p.feature('hole', { face: `face:${p.box(10, 10, 10)}/side/line-99999`, diameter: 2, ...middle }),
  ],
  ['a name that is none', 'invalid_ref', (p) => p.feature('hole', { face: 'the top: of it', diameter: 2, ...middle })],
  [
    'one face of several',
    'ref_ambiguous',
    (p) => {
      p.box(10, 10, 10)
      p.feature('hole', { face: { faces: { surface: 'plane' } }, diameter: 2, ...middle })
    },
  ],
  [
    'a pattern of a hundred thousand',
    'invalid_value',
    (p) => {
      const hole = p.feature('hole', { face: top(p.box(10, 10, 10)), diameter: 2, ...middle })
      p.feature('pattern', {
        kind: 'linear',
        features: [hole],
        direction: { x: 1, y: 0, z: 0 },
        count: 100_000,
        spacing: 1,
      })
    },
  ],
])('%s is refused', (_, code, make) => {
  const part = createMaker(engine)
  make(part)
  const { features } = part.build()
  expect(features.at(-1)?.error?.code).toBe(code)
})

test('a face that a slot has split is ambiguous by its name, and each piece has one of its own', () => {
  const part = createMaker(engine)
  const box = part.box(30, 20, 10)
  const s = part.sketch()
  part.polygon(s, [
    [-2, -30],
    [2, -30],
    [2, 30],
    [-2, 30],
  ])
  part.feature('extrude', { sketch: s, op: 'cut', distance: 50, direction: 'symmetric' })
  const { names } = part.build()
  expect(names).toEqual(expect.arrayContaining([`${box}/end~1`, `${box}/end~2`]))
  part.feature('hole', { face: top(box), diameter: 2, ...middle })
  const { features } = part.build()
  expect(features.at(-1)?.error).toMatchObject({
    code: 'ref_ambiguous',
    refs: [`face:${box}/end~1`, `face:${box}/end~2`],
  })
})

test('names hold while dimensions change, and a build from the cache is the one made anew', () => {
  const part = createMaker(engine)
  const box = part.box(30, 20, 10)
  const hole = part.feature('hole', { face: top(box), diameter: 4, ...middle })
  const fillet = part.feature('fillet', { edges: `edge:[${box}/end|${hole}/side/wall]`, radius: 1 })
  const first = part.build()
  expect(first.names).toContain(`${fillet}/blend/[${box}/end|${hole}/side/wall]`)
  for (const [distance, diameter] of [
    [12, 5],
    [8, 3],
    [20, 9],
  ] as const) {
    setInput(part.part, box, 'distance', distance)
    setInput(part.part, hole, 'diameter', diameter)
    expect(part.build().names).toEqual(first.names)
  }
  setInput(part.part, box, 'distance', 10)
  setInput(part.part, hole, 'diameter', 4)
  expect(part.build()).toEqual(first)
})
