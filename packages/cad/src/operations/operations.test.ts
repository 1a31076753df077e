import { createLoader, selectToolbox, toolDefinitions } from '@atelier/operation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../../testing/context.ts'
import { startEngine } from '../../testing/engine.ts'
import type { Engine } from '../build/builder.ts'
import { partOperations } from './index.ts'

let engine: Engine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

const top = { faces: { orientation: 'top', largest: true } }
const upright = { edges: { direction: { x: 0, y: 0, z: 1 } } }
const id = (data: Record<string, unknown>, name = 'featureId') => String(data[name])

test('a bracket is made by calls, each of which says what it has changed', async () => {
  const part = createCaller(engine)
  await part.ok('setParameter', { name: 'width', expression: '80 mm' })
  const box = await part.ok('createBox', { width: 'width', depth: 40, height: 5, name: 'Plate' })
  expect(box.diff).toMatchObject({ volume: { before: 0 }, faces: { added: 6, removed: 0 } })
  for (const [u, v] of [
    [0.1, 0.2],
    [0.9, 0.2],
    [0.9, 0.8],
    [0.1, 0.8],
  ])
    await part.ok('createHole', {
      faceRef: `face:${box.extrudeId}/end`,
      diameter: 5,
      throughAll: true,
      positionU: u,
      positionV: v,
    })
  await part.ok('createFillet', { edgeRefs: { edges: { createdBy: box.extrudeId, ...upright.edges } }, radius: 4 })
  const { volume, faces } = await part.ok('getMassProperties')
  expect(volume).toBeCloseTo((80 * 40 - 4 * Math.PI * 2.5 ** 2 - (4 - Math.PI) * 16) * 5, 6)
  expect(faces).toBe(14)
  const requirement = await part.ok('setRequirement', { name: 'Width', measure: 'box.x', is: '=', value: 80 })
  expect(requirement).toMatchObject({ measured: expect.closeTo(80, 6), holds: true })
  const wider = await part.ok('setParameter', { name: 'width', expression: '100 mm' })
  expect(wider.diff).toMatchObject({ names: { new: { count: 0 }, lost: { count: 0 } } })
  expect(await part.ok('getModelContext')).toMatchObject({
    errors: [],
    requirements: [{ holds: false, measured: expect.closeTo(100, 6) }],
  })
  expect(await part.ok('getBoundingBox')).toMatchObject({ sizeX: expect.closeTo(100, 6), sizeZ: expect.closeTo(5, 6) })
})

test('a call whose feature fails is refused with why and what would work, and nothing is stored', async () => {
  const part = createCaller(engine)
  await part.ok('createBox', { width: 10, depth: 10, height: 10 })
  const before = JSON.stringify(part.part())
  const refused = await part.call('createFillet', { edgeRefs: upright, radius: 8 })
  expect(refused).toMatchObject({
    ok: false,
    error: { code: 'fillet_failed', message: expect.stringMatching(/largest that works/) },
  })
  expect(JSON.stringify(part.part())).toBe(before)
  expect(await part.ok('createFillet', { edgeRefs: upright, radius: 8, allowErrors: true })).toMatchObject({
    status: 'errors',
  })
})

const { PI } = Math
test.each<[string, number, (part: ReturnType<typeof createCaller>) => Promise<unknown>]>([
  ['createCylinder', PI * 25 * 8, (p) => p.ok('createCylinder', { radius: 5, height: 8 })],
  ['createSphere', (4 / 3) * PI * 27, (p) => p.ok('createSphere', { radius: 3 })],
  ['createCone on xy', (PI * 9 * 12) / 3, (p) => p.ok('createCone', { baseRadius: 3, topRadius: 0, height: 12 })],
  [
    'createCone on xz',
    (PI * 12 * (9 + 3 + 1)) / 3,
    (p) => p.ok('createCone', { baseRadius: 3, topRadius: 1, height: 12, plane: 'xz' }),
  ],
  [
    'createCone on yz',
    (PI * 12 * (9 + 3 + 1)) / 3,
    (p) => p.ok('createCone', { baseRadius: 3, topRadius: 1, height: 12, plane: 'yz' }),
  ],
  [
    'createPocket',
    1000 - 16 * 2,
    async (p) => {
      await p.ok('createBox', { width: 10, depth: 10, height: 10 })
      await p.ok('createPocket', { faceRef: top, width: 4, length: 4, depth: 2 })
    },
  ],
  [
    'createBoss',
    1000 + PI * 4 * 2,
    async (p) => {
      await p.ok('createBox', { width: 10, depth: 10, height: 10 })
      await p.ok('createBoss', { faceRef: top, shape: 'circle', diameter: 4, height: 2 })
    },
  ],
  [
    'addSlot',
    (PI * 4 + 6 * 4) * 3,
    async (p) => {
      const { sketchId } = await p.ok('createSketch', { planeType: 'datumRole', planeRef: 'xy' })
      await p.ok('addSlot', { center: { x: 0, y: 0 }, length: 10, width: 4, angle: 30 })
      await p.ok('createExtrude', { sketchId, op: 'add', distance: 3 })
    },
  ],
  [
    'addPolygon',
    ((3 * Math.sqrt(3)) / 2) * 25 * 3,
    async (p) => {
      const { sketchId } = await p.ok('createSketch', { planeType: 'datumRole', planeRef: 'xy' })
      await p.ok('addPolygon', { center: { x: 1, y: 2 }, radius: 5, sides: 6 })
      await p.ok('createExtrude', { sketchId, op: 'add', distance: 3 })
    },
  ],
  [
    'createRoundedRectangle',
    (20 * 10 - (4 - PI) * 4) * 3,
    async (p) => {
      const { sketchId } = await p.ok('createSketch', { planeType: 'datumRole', planeRef: 'xy' })
      await p.ok('createRoundedRectangle', { width: 20, height: 10, cornerRadius: 2 })
      expect(await p.ok('exitSketch')).toMatchObject({ solverStatus: 'solved', degreesOfFreedom: 0 })
      await p.ok('createExtrude', { sketchId, op: 'add', distance: 3 })
    },
  ],
  [
    'createChamferedRectangle',
    (20 * 10 - 2 * 2) * 3,
    async (p) => {
      const { sketchId } = await p.ok('createSketch', { planeType: 'datumRole', planeRef: 'xz' })
      await p.ok('createChamferedRectangle', {
        width: 20,
        height: 10,
        chamferSize: 2,
        corners: ['topLeft', 'bottomRight'],
      })
      await p.ok('createExtrude', { sketchId, op: 'add', distance: 3 })
    },
  ],
  [
    'createSymmetricProfile',
    10 * 6 * 3,
    async (p) => {
      const { sketchId } = await p.ok('createSketch', { planeType: 'datumRole', planeRef: 'xy' })
      await p.ok('createSymmetricProfile', {
        halfProfile: [
          { x: 0, y: 0 },
          { x: 5, y: 0 },
          { x: 5, y: 6 },
          { x: 0, y: 6 },
        ],
      })
      await p.ok('createExtrude', { sketchId, op: 'add', distance: 3 })
    },
  ],
  [
    'createBoltCircle',
    20 * 20 * 2 - 6 * PI * 2,
    async (p) => {
      await p.ok('createBox', { width: 20, depth: 20, height: 2 })
      const { sketchId } = await p.ok('createSketch', { planeType: 'faceRef', planeRef: top })
      await p.ok('createBoltCircle', { patternCenter: { x: 0, y: 0 }, patternRadius: 6, holeRadius: 1, count: 6 })
      await p.ok('createExtrude', { sketchId, op: 'cut', extent: 'throughAll' })
    },
  ],
])('%s makes the volume of its formula', async (_, volume, make) => {
  const part = createCaller(engine)
  await make(part)
  const { volume: measured } = await part.ok('getMassProperties')
  expect(Number(measured) / volume).toBeCloseTo(1, 7)
})

test('a sketch is drawn, held and measured, and a conflict is named', async () => {
  const part = createCaller(engine)
  expect(await part.call('addLine', { start: { x: 0, y: 0 }, end: { x: 9, y: 1 } })).toMatchObject({
    ok: false,
    error: { code: 'no_sketch' },
  })
  await part.ok('createSketch', { planeType: 'datumRole', planeRef: 'xy' })
  const line = await part.ok('addLine', { start: { x: 0, y: 0 }, end: { x: 9, y: 1 } })
  const points = [line.startPointId, line.endPointId]
  await part.ok('addConstraint', { type: 'fixed', point: line.startPointId })
  await part.ok('addConstraint', { type: 'horizontal', line: line.lineId })
  const length = await part.ok('addConstraint', { type: 'distance', points, value: 10 })
  expect(await part.ok('getSketchStatus')).toMatchObject({
    solverStatus: 'solved',
    degreesOfFreedom: 0,
    points: [
      { x: 0, y: 0 },
      { x: expect.closeTo(10, 8), y: expect.closeTo(0, 8) },
    ],
  })
  expect(await part.call('addConstraint', { type: 'distance', points, value: 12 })).toMatchObject({
    ok: false,
    error: { code: 'constraint_conflict' },
  })
  expect(await part.call('addConstraint', { type: 'vertical', points })).toMatchObject({ ok: false })
  expect(await part.call('addConstraint', { type: 'parallel', lines: [line.lineId, 'line-99999'] })).toMatchObject({
    ok: false,
    error: { code: 'invalid_value' },
  })
  const redundant = await part.call('addConstraint', { type: 'horizontal', points })
  expect(redundant).toMatchObject({ ok: true, warnings: [expect.stringMatching(/driven/)] })
  await part.ok('modifyConstraintValue', { constraintId: length.constraintId, value: 20 })
  expect(part.part().points.map(({ xy }) => xy.map((each) => Math.round(each * 1e6) / 1e6))).toEqual([
    [0, 0],
    [20, 0],
  ])
  expect(await part.ok('deletePoint', { pointId: line.endPointId })).toMatchObject({ deletedEntities: [line.lineId] })
})

test('features are changed, moved, copied, left out and deleted with their dependants', async () => {
  const part = createCaller(engine, 'run-1')
  const box = await part.ok('createBox', { width: 10, depth: 10, height: 10 })
  const hole = id(await part.ok('createHole', { faceRef: `face:${box.extrudeId}/end`, diameter: 2 }))
  await part.ok('modifyFeature', { featureId: hole, parameterName: 'diameter', numberValue: 4 })
  expect((await part.ok('getMassProperties')).volume).toBeCloseTo(1000 - PI * 4 * 10, 6)
  expect(
    await part.call('modifyFeature', { featureId: hole, parameterName: 'colour', stringValue: 'red' }),
  ).toMatchObject({ ok: false })
  await part.ok('suppressFeature', { featureId: hole, suppressed: true })
  expect((await part.ok('getMassProperties')).volume).toBeCloseTo(1000, 6)
  await part.ok('suppressFeature', { featureId: hole, suppressed: false })
  const copy = await part.ok('duplicateFeature', { featureId: hole, allowErrors: true })
  await part.ok('modifyFeature', {
    featureId: copy.newFeatureId,
    changes: [
      { parameterName: 'u', value: 0.1 },
      { parameterName: 'v', value: 0.1 },
      { parameterName: 'diameter', value: 1 },
    ],
  })
  expect(await part.call('reorderFeature', { featureId: hole, afterFeatureId: null })).toMatchObject({
    ok: false,
    error: { code: 'depends_on_later' },
  })
  expect(await part.call('deleteFeature', { featureId: box.extrudeId })).toMatchObject({
    ok: false,
    error: { code: 'has_dependents' },
  })
  const asked = await part.operation('deleteFeature')?.consequence(part.context(), { featureId: hole })
  expect(asked).toBeUndefined()
  const other = createCaller(engine, 'run-2')
  for (const key of part.draft.keys()) other.draft.set(key, part.draft.get(key) ?? null)
  expect(
    await other
      .operation('deleteFeature')
      ?.consequence(other.context(), { featureId: box.extrudeId, deleteChildren: true }),
  ).toMatchObject({
    message: 'Delete “Extrude 1” and what depends on it: “Hole 1”, “Hole 2”.',
  })
  expect(await part.ok('deleteFeature', { featureId: box.extrudeId, deleteChildren: true })).toMatchObject({
    deletedIds: [box.extrudeId, hole, copy.newFeatureId],
  })
})

test('faces and edges are found and measured by their refs', async () => {
  const part = createCaller(engine)
  const box = await part.ok('createBox', { width: 30, depth: 20, height: 10 })
  const { faces, count } = await part.ok('findFaces', { orientation: 'top' })
  expect(count).toBe(1)
  expect(faces).toMatchObject([
    { persistentRef: `face:${box.extrudeId}/end`, area: expect.closeTo(600, 6), normalZ: 1 },
  ])
  expect(await part.ok('findEdges', { direction: { x: 0, y: 0, z: 1 }, convexity: 'convex' })).toMatchObject({
    count: 4,
  })
  expect(
    await part.ok('measureDistance', { ref1: `face:${box.extrudeId}/start`, ref2: `face:${box.extrudeId}/end` }),
  ).toMatchObject({ distance: expect.closeTo(10, 8) })
  expect(await part.ok('filletAllEdges', { radius: 1 })).toMatchObject({ filletedEdgeCount: 12 })
  expect(await part.ok('describeRefs', { refs: [`face:${box.extrudeId}/end`, 'face:gone-00000/end'] })).toMatchObject({
    items: [{ status: 'found' }, { status: 'lost' }],
  })
})

test('lengths that come in count in the units of the document', async () => {
  const part = createCaller(engine)
  part.draft.set('meta/units', 'in')
  await part.ok('createBox', { width: 1, depth: '25.4 mm', height: '1/2 + 1/2' })
  expect((await part.ok('getMassProperties')).volume).toBeCloseTo(25.4 ** 3, 4)
})

test.each([
  ['createBox', { width: -1, depth: 1, height: 1 }],
  ['createBox', { width: 1, depth: 1, height: 1e-9 }],
  ['createBox', { width: 1, depth: 1, height: 1e12 }],
  ['createBox', { width: 1, depth: 1, height: Number.NaN }],
  ['createBox', { width: 'constructor', depth: 1, height: 1 }],
  ['createBox', { width: 1, depth: 1, height: 1, colour: 'red' }],
  ['createHole', { faceRef: 'face:', diameter: 1 }],
  ['createHole', { faceRef: `face:${'x'.repeat(10_000)}`, diameter: 1 }],
  ['setParameter', { name: 'mm', expression: '1' }],
  ['setParameter', { name: 'a', expression: 'a + 1' }],
  ['setParameter', { name: 'a', expression: '('.repeat(480) }],
])('%s refuses %j with a sentence', async (name, input) => {
  const part = createCaller(engine)
  const refused = await part.call(name, input)
  expect(refused).toMatchObject({ ok: false, error: { message: expect.stringMatching(/\S/) } })
  expect([...part.draft.keys()]).toEqual([])
})

test('a model is sent its tools in less than 25 kB', () => {
  const capabilities = new Set(['document.read', 'document.write'] as const)
  const toolbox = selectToolbox([...partOperations, ...createLoader('part', () => partOperations)], {
    scope: 'part',
    capabilities,
  })
  expect(Buffer.byteLength(JSON.stringify(toolDefinitions(toolbox)))).toBeLessThan(25_000)
})

test('the operations have names of their own, and each runs in a kernel', () => {
  const names = partOperations.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(partOperations.every(({ executor }) => executor === 'kernel')).toBe(true)
})
