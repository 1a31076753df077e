import { createMemoryView } from '@atelier/documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEngine } from '../../testing/engine.ts'
import { addConstraint, addLine, addPoint, createFeature, setInput, writeField } from '../document/changes.ts'
import { readPart } from '../document/part.ts'
import type { Engine } from './builder.ts'

let engine: Engine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

function bracket() {
  const draft = createMemoryView()
  let count = 0
  const part = { draft, newId: () => `id${String(count++).padStart(8, '0')}` }
  writeField(part, 'parameter-00001', { kind: 'parameter', name: 'w', expression: '80', order: 'a0' })
  const sketch = createFeature(part, 'sketch', { plane: 'xy' })
  const corners = (
    [
      [-30, -20],
      [30, -20],
      [30, 20],
      [-30, 20],
    ] as const
  ).map(([x, y]) => addPoint(part, sketch, x, y))
  const at = (i: number) => corners[i % 4] ?? ''
  const lines = corners.map((a, i) => addLine(part, sketch, a, at(i + 1)))
  const constraints = lines.map((line, i) =>
    addConstraint(part, sketch, i % 2 === 0 ? 'horizontal' : 'vertical', { line }),
  )
  addConstraint(part, sketch, 'distance', { points: [at(0), at(1)] }, 'w')
  addConstraint(part, sketch, 'distance', { points: [at(1), at(2)] }, 40)
  addConstraint(part, sketch, 'fixed', { point: at(0) })
  const extrude = createFeature(part, 'extrude', { sketch, op: 'add', distance: 5 })
  const holes = [
    [0.1, 0.2],
    [0.9, 0.2],
    [0.9, 0.8],
    [0.1, 0.8],
  ].map(([u = 0, v = 0]) => createFeature(part, 'hole', { face: `face:${extrude}/end`, diameter: 5, u, v }))
  const fillet = createFeature(part, 'fillet', {
    edges: { edges: { createdBy: extrude, role: 'side', direction: { x: 0, y: 0, z: 1 } } },
    radius: 4,
  })
  return { draft, part, sketch, extrude, holes, fillet, lines, constraints }
}

const volume = (width: number, radius: number) =>
  (width * 40 - 4 * Math.PI * 2.5 ** 2 - (4 - Math.PI) * radius ** 2) * 5

test('a bracket with holes and round corners has the volume of its formula, also when a parameter changes', () => {
  const { draft, part, extrude, fillet, lines } = bracket()
  const first = engine.build(readPart(draft), ({ build }) => build)
  expect(first.features.map(({ status, error }) => error ?? status)).toEqual(Array(7).fill('ok'))
  expect(first.measures.volume).toBeCloseTo(volume(80, 4), 6)
  expect(first.measures).toMatchObject({ bodies: 1, faces: 14 })
  expect(first.features[0]?.sketch).toMatchObject({ status: 'solved', degreesOfFreedom: 0 })
  expect(first.names).toContain(`${extrude}/side/${lines[0]}`)
  expect(first.names).toContain(`${fillet}/blend/[${extrude}/side/${lines[0]}|${extrude}/side/${lines[1]}]`)
  writeField(part, 'parameter-00001/expression', '100')
  setInput(part, fillet, 'radius', 3)
  const second = engine.build(readPart(draft), ({ build }) => build)
  expect(second.measures.volume).toBeCloseTo(volume(100, 3), 6)
  expect(second.names).toEqual(first.names)
  expect(second.measures.box?.max[0]).toBeCloseTo(70, 6)
})

test('a hole moves with the parameter in the difference that says where it is', () => {
  const { draft, part, holes } = bracket()
  const xOf = () => engine.build(readPart(draft), ({ build }) => build.measures.centre?.[0])
  setInput(part, holes[0] ?? '', 'u', '0.9 - n')
  writeField(part, 'parameter-00002', { kind: 'parameter', name: 'n', expression: '0.2', order: 'a1' })
  const near = xOf()
  writeField(part, 'parameter-00002/expression', '0.6')
  expect(xOf()).toBeGreaterThan(near ?? 0)
})

test('a fillet that is too large names its edges and the radius that works, and leaves the body as it was', () => {
  const { draft, part, fillet } = bracket()
  setInput(part, fillet, 'radius', 30)
  const { features, measures } = engine.build(readPart(draft), ({ build }) => build)
  expect(features.at(-1)?.error).toMatchObject({ code: 'fillet_failed', feature: fillet })
  expect(features.at(-1)?.error?.largestThatWorks).toBeGreaterThan(3)
  expect(measures.volume).toBeCloseTo(volume(80, 0), 6)
})

test.each([
  [
    'a distance of zero',
    'invalid_value',
    (f: ReturnType<typeof bracket>) => setInput(f.part, f.extrude, 'distance', 0),
  ],
  [
    'an expression that divides by zero',
    'invalid_expression',
    (f: ReturnType<typeof bracket>) => setInput(f.part, f.extrude, 'distance', '1/0'),
  ],
  [
    'a line that is gone while a constraint holds it',
    'not_found',
    (f: ReturnType<typeof bracket>) => writeField(f.part, `${f.lines[1]}/deleted`, true),
  ],
  [
    'an open outline',
    'open_profile',
    (f: ReturnType<typeof bracket>) => {
      writeField(f.part, `${f.lines[1]}/deleted`, true)
      writeField(f.part, `${f.constraints[1]}/deleted`, true)
    },
  ],
  [
    'a parameter that is not there',
    'unknown_parameter',
    (f: ReturnType<typeof bracket>) => setInput(f.part, f.extrude, 'distance', 'nothing'),
  ],
])('%s is an error of its feature, and what depends on it is skipped', (_, code, edit) => {
  const made = bracket()
  edit(made)
  const { features } = engine.build(readPart(made.draft), ({ build }) => build)
  const at = features.findIndex(({ status }) => status === 'error')
  expect(features[at]?.error?.code).toBe(code)
  expect(features.slice(at + 1).every(({ status }) => status === 'skipped')).toBe(true)
})
