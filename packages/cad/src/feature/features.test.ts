import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEngine } from '../../testing/engine.ts'
import { createMaker } from '../../testing/maker.ts'
import { type Maker, middle, shapes, top } from '../../testing/shapes.ts'
import type { Engine } from '../build/builder.ts'
import { setInput } from '../document/changes.ts'

let engine: Engine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

test.each(shapes)('$name has the volume of its formula', ({ volume, area, bodies = 1, make }) => {
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
