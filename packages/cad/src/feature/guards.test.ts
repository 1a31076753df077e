import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../../testing/context.ts'
import { startEngine } from '../../testing/engine.ts'
import type { Engine } from '../build/builder.ts'

let engine: Engine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

type Part = ReturnType<typeof createCaller>
type Call = readonly [name: string, input: object]

const at = (x: number, y: number) => ({ x, y })
const sketchOn = async (part: Part, plane: string) =>
  String((await part.ok('createSketch', { planeType: 'datumRole', planeRef: plane })).sketchId)

/** Lines from each point to the next, whose ends are only in the same place. */
async function drawLines(part: Part, corners: readonly (readonly [number, number])[]): Promise<void> {
  for (const [i, [x, y]] of corners.slice(0, -1).entries()) {
    const [toX, toY] = corners[i + 1] ?? [x, y]
    await part.ok('addLine', { start: at(x, y), end: at(toX, toY) })
  }
}

/** A pipe along a line and an arc: from above, to the right about a centre. */
async function pipe(part: Part, radius: number, centre: readonly [number, number]): Promise<Call> {
  const pathSketchId = await sketchOn(part, 'xz')
  const line = await part.ok('addLine', { start: at(0, 0), end: at(0, 20) })
  await part.ok('addArc', {
    start: at(0, 20),
    end: at(centre[0], centre[1] + Math.hypot(centre[0], 20 - centre[1])),
    center: at(...centre),
    ccw: false,
    startPointId: line.endPointId,
  })
  const profileSketchId = await sketchOn(part, 'xy')
  await part.ok('addCircle', { center: at(0, 0), radius })
  return ['createSweep', { profileSketchId, pathSketchId, pathEntityId: line.lineId, op: 'add' }]
}

/** A square of 4 mm beside an upright line. */
async function ring(part: Part, from: number) {
  const profileSketchId = await sketchOn(part, 'xz')
  await part.ok('addRectangle', { corner1: at(from - 2, 0), corner2: at(from + 2, 4) })
  const { lineId } = await part.ok('addLine', { start: at(0, 0), end: at(0, 9), construction: true })
  return { profileSketchId, axisLineId: lineId, op: 'add' }
}

const all = { edges: { all: true } }

test.each<[name: string, code: string | RegExp, make: (part: Part) => Promise<Call>]>([
  [
    'an extrusion of no length',
    'invalid_value',
    async (part) => {
      const sketchId = await sketchOn(part, 'xy')
      await part.ok('addCircle', { center: at(0, 0), radius: 3 })
      return ['createExtrude', { sketchId, op: 'add', distance: 0 }]
    },
  ],
  [
    'an open outline',
    'open_profile',
    async (part) => {
      const sketchId = await sketchOn(part, 'xy')
      await drawLines(part, [
        [0, 0],
        [10, 0],
        [10, 10],
      ])
      return ['createExtrude', { sketchId, op: 'add', distance: 5 }]
    },
  ],
  [
    'an outline that crosses itself',
    'self_intersecting_profile',
    async (part) => {
      const sketchId = await sketchOn(part, 'xy')
      await drawLines(part, [
        [0, 0],
        [10, 10],
        [10, 0],
        [0, 10],
        [0, 0],
      ])
      return ['createExtrude', { sketchId, op: 'add', distance: 5 }]
    },
  ],
  [
    'a circle across the outline',
    'self_intersecting_profile',
    async (part) => {
      const sketchId = await sketchOn(part, 'xy')
      await part.ok('addRectangle', { corner1: at(0, 0), corner2: at(10, 10) })
      await part.ok('addCircle', { center: at(10, 5), radius: 3 })
      return ['createExtrude', { sketchId, op: 'add', distance: 5 }]
    },
  ],
  [
    'a cut of everything',
    'nothing_left',
    async (part) => {
      await part.ok('createBox', { width: 10, depth: 10, height: 10 })
      const sketchId = await sketchOn(part, 'xy')
      await part.ok('addCircle', { center: at(0, 0), radius: 50 })
      return ['createExtrude', { sketchId, op: 'cut', distance: 50, direction: 'symmetric' }]
    },
  ],
  [
    'an outline that is wound about a line through it',
    'profile_crosses_axis',
    async (part) => ['createHelixSweep', { ...(await ring(part, 0)), pitch: 5, turns: 3 }],
  ],
  [
    'turns that run into each other',
    'sweep_failed',
    async (part) => ['createHelixSweep', { ...(await ring(part, 10)), pitch: 2, turns: 3 }],
  ],
  [
    'a helix of no turns',
    'invalid_value',
    async (part) => ['createHelixSweep', { ...(await ring(part, 10)), pitch: 5, turns: 0 }],
  ],
  [
    'a spline through one place twice',
    'invalid_value',
    async (part) => {
      const sketchId = await sketchOn(part, 'xy')
      await part.ok('addSpline', { points: [at(0, 0), at(5, 5), at(5, 5), at(9, 0)], closed: true })
      return ['createExtrude', { sketchId, op: 'add', distance: 5 }]
    },
  ],
  [
    'a spline that crosses itself',
    'self_intersecting_profile',
    async (part) => {
      const sketchId = await sketchOn(part, 'xy')
      await part.ok('addSpline', { points: [at(0, 0), at(10, 10), at(10, 0), at(0, 10)], closed: true })
      return ['createExtrude', { sketchId, op: 'add', distance: 5 }]
    },
  ],
  [
    'fillets larger than the block',
    'fillet_failed',
    async (part) => {
      await part.ok('createBox', { width: 40, depth: 30, height: 20 })
      return ['createFillet', { edgeRefs: all, radius: 12 }]
    },
  ],
  [
    'chamfers larger than the block',
    'chamfer_failed',
    async (part) => {
      await part.ok('createBox', { width: 40, depth: 30, height: 20 })
      return ['createChamfer', { edgeRefs: all, distance: 25 }]
    },
  ],
  [
    'walls as thick as the block',
    'shell_failed',
    async (part) => {
      await part.ok('createBox', { width: 20, depth: 20, height: 20 })
      return ['createShell', { thickness: 20 }]
    },
  ],
  ['a pipe in a bend that is tighter than the pipe', 'sweep_failed', async (part) => pipe(part, 5, [2, 20])],
  [
    'an outline across its axis',
    'profile_crosses_axis',
    async (part) => {
      const sketchId = await sketchOn(part, 'xy')
      await part.ok('addRectangle', { corner1: at(-2, 0), corner2: at(5, 3) })
      const { lineId } = await part.ok('addLine', { start: at(0, -9), end: at(0, -5), construction: true })
      return ['createRevolve', { sketchId, axisLineId: lineId, angle: 360, op: 'add' }]
    },
  ],
])('%s is refused within 15 s and changes nothing, and the next call is right to the bit', async (_, code, make) => {
  const reference = createCaller(engine)
  await reference.ok('createBox', { width: 7, depth: 8, height: 9 })
  const part = createCaller(engine)
  const [name, input] = await make(part)
  const before = JSON.stringify(part.part())
  const began = process.cpuUsage()
  const refused = await part.call(name, input)
  const { user, system } = process.cpuUsage(began)
  expect((user + system) / 1e6).toBeLessThan(15)
  expect(refused).toMatchObject({
    ok: false,
    error: { code, message: expect.stringMatching(/^[a-z]+-[0-9a-z]{5}: \S/) },
  })
  expect(JSON.stringify(part.part())).toBe(before)
  const next = createCaller(engine)
  await next.ok('createBox', { width: 7, depth: 8, height: 9 })
  expect(await next.ok('getMassProperties')).toEqual(await reference.ok('getMassProperties'))
})

test('a path with a kink before its bend is swept with the right sense, or refused', async () => {
  const part = createCaller(engine)
  const [name, input] = await pipe(part, 1, [6, 26])
  const swept = await part.call(name, input)
  if (swept.ok) expect((await part.ok('getMassProperties')).volume).toBeGreaterThan(0)
  else expect(swept.error?.code).toMatch(/^(sweep_failed|invalid_solid)$/)
})

test.each<[name: string, make: (part: Part) => Promise<Call>]>([
  [
    'a ref of another part',
    async (part) => {
      const other = createCaller(engine, 'run-1')
      const { extrudeId } = await other.ok('createBox', { width: 5, depth: 5, height: 5, name: 'Other' })
      await part.ok('createSphere', { radius: 9 })
      return ['createHole', { faceRef: `face:${extrudeId}/end`, diameter: 1 }]
    },
  ],
  ['a ref that is cut', async () => ['createFillet', { edgeRefs: 'edge:[extrude-0001a/end|extr', radius: 1 }]],
  ['a query of nothing', async () => ['createFillet', { edgeRefs: { edges: { size: 3 } }, radius: 1 }]],
  [
    'a list of ten thousand refs',
    async () => ['createFillet', { edgeRefs: Array(10_000).fill('edge:[a|b]'), radius: 1 }],
  ],
  ['an expression that divides by zero', async () => ['createSphere', { radius: '1 / 0' }]],
  ['an expression of an area', async () => ['createSphere', { radius: '2 mm * 3 mm' }]],
  ['an expression of ten thousand brackets', async () => ['createSphere', { radius: '('.repeat(10_000) }]],
  ['an infinite number', async () => ['createSphere', { radius: Number.POSITIVE_INFINITY }]],
  ['a length of 1e12', async () => ['createSphere', { radius: 1e12 }]],
  ['a length of 1e-9', async () => ['createSphere', { radius: 1e-9 }]],
  [
    'a sketch of points in one place',
    async (part) => {
      const sketchId = await sketchOn(part, 'xy')
      for (let i = 0; i < 3; i += 1) await part.ok('addLine', { start: at(1, 1), end: at(1, 1) })
      return ['createExtrude', { sketchId, op: 'add', distance: 5 }]
    },
  ],
  [
    'an arc of no length',
    async (part) => {
      const sketchId = await sketchOn(part, 'xy')
      await part.call('addArc', { start: at(1, 1), end: at(1, 1), center: at(1, 1), allowErrors: true })
      return ['createExtrude', { sketchId, op: 'add', distance: 5 }]
    },
  ],
  [
    'a pattern of a hundred thousand',
    async (part) => {
      const { extrudeId } = await part.ok('createBox', { width: 5, depth: 5, height: 5 })
      return [
        'createLinearPattern',
        { featureIds: [extrudeId], directionX: 1, directionY: 0, directionZ: 0, count: 100_000, spacing: 10 },
      ]
    },
  ],
  ['an imported file that is not there', async () => ['importStep', { hash: 'f'.repeat(64) }]],
  [
    'a feature called constructor',
    async () => ['modifyFeature', { featureId: 'constructor', parameterName: '__proto__', numberValue: 1 }],
  ],
])('%s is refused with a sentence, and nothing is stored', async (_, make) => {
  const part = createCaller(engine)
  const [name, input] = await make(part)
  const before = JSON.stringify([...part.draft.keys()])
  const refused = await part.call(name, input)
  expect(refused).toMatchObject({
    ok: false,
    error: { code: expect.any(String), message: expect.stringMatching(/\S/) },
  })
  expect(JSON.stringify([...part.draft.keys()])).toBe(before)
})

test('a feature that a newer server made is an error of its own, and is kept', async () => {
  const part = createCaller(engine)
  await part.ok('createBox', { width: 5, depth: 5, height: 5 })
  part.draft.set('spiral-00001', { kind: 'feature', type: 'spiral', name: 'Spiral', order: 'zz', inputs: { turns: 4 } })
  expect(await part.ok('getModelContext')).toMatchObject({
    errors: [{ code: 'invalid_value', feature: 'spiral-00001', message: expect.stringMatching(/spiral/) }],
    measures: { volume: expect.closeTo(125, 6) },
  })
  await part.ok('createHole', { faceRef: { faces: { orientation: 'top' } }, diameter: 1 })
  expect(part.draft.get('spiral-00001')).toMatchObject({ inputs: { turns: 4 } })
})

test('updates that point to nothing are errors of their features, and nothing throws', async () => {
  const part = createCaller(engine)
  const { extrudeId, sketchId } = await part.ok('createBox', { width: 5, depth: 5, height: 5 })
  const hole = await part.ok('createHole', { faceRef: `face:${extrudeId}/end`, diameter: 1 })
  // One person deletes a point that another's line ends in, and a feature that another builds on.
  const [point] = part.part().points.filter(({ sketch }) => sketch === sketchId)
  part.draft.set(`${point?.id}/deleted`, true)
  part.draft.set(`${hole.featureId}/order`, '0')
  expect(await part.ok('getModelContext')).toMatchObject({
    errors: expect.arrayContaining([expect.objectContaining({ feature: sketchId, code: 'not_found' })]),
    measures: { volume: 0 },
  })
})
