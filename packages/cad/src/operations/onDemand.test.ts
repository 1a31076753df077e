import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../../testing/context.ts'
import { startEngine } from '../../testing/engine.ts'
import type { Engine } from '../build/builder.ts'

let engine: Engine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

const { PI } = Math
const near = (value: number) => expect.closeTo(value, 5)
const upright = { edges: { direction: { x: 0, y: 0, z: 1 } } }

/** A part of a box of 30 × 20 × 10 mm. */
async function boxed() {
  const part = createCaller(engine)
  const { extrudeId } = await part.ok('createBox', { width: 30, depth: 20, height: 10 })
  const volume = async () => (await part.ok('getMassProperties')).volume
  return { part, box: String(extrudeId), top: `face:${extrudeId}/end`, volume }
}

test('a hole has a counterbore or a countersink, each with faces of its own', async () => {
  const { part, top, volume } = await boxed()
  const bored = await part.ok('createHole', {
    faceRef: top,
    diameter: 4,
    counterboreDiameter: 8,
    counterboreDepth: 3,
    positionU: 0.25,
  })
  expect(await volume()).toEqual(near(6000 - PI * 4 * 10 - PI * (16 - 4) * 3))
  const sunk = await part.ok('createHole', { faceRef: top, diameter: 4, countersinkDiameter: 8, positionU: 0.75 })
  const cone = PI * ((4 ** 3 - 2 ** 3) / 3 - 4 * 2)
  expect(await volume()).toEqual(near(6000 - 2 * PI * 4 * 10 - PI * 12 * 3 - cone))
  const names = (await part.ok('findFaces')).faces
  expect(names).toEqual(
    expect.arrayContaining(
      [
        `${bored.featureId}/side/wall`,
        `${bored.featureId}/side/counterbore`,
        `${bored.featureId}/end/counterbore`,
        `${sunk.featureId}/side/countersink`,
      ].map((name) => expect.objectContaining({ persistentRef: `face:${name}` })),
    ),
  )
  expect(
    await part.call('createHole', { faceRef: top, diameter: 4, counterboreDiameter: 3, counterboreDepth: 1 }),
  ).toMatchObject({ ok: false, error: { code: 'invalid_value' } })
})

test.each<[string, object, number]>([
  ['two distances', { distance: 1, secondDistance: 2 }, 4 * 1 * 10],
  ['a distance and an angle', { distance: 1, angle: 60 }, 4 * (Math.tan(PI / 3) / 2) * 10],
])('a chamfer has %s', async (_, input, removed) => {
  const { part, volume } = await boxed()
  await part.ok('createChamfer', { edgeRefs: upright, ...input })
  expect(await volume()).toEqual(near(6000 - removed))
})

test('the first distance of a chamfer is measured on the face that is named', async () => {
  const { part, box, top } = await boxed()
  const edge = { edges: { between: [top, `face:${box}/start`] } }
  expect(await part.call('createChamfer', { edgeRefs: edge, distance: 1 })).toMatchObject({ ok: false })
  const { faces } = await part.ok('findFaces', { orientation: 'right' })
  const right = (Array.isArray(faces) ? faces : []).map(({ persistentRef }) => String(persistentRef))
  const edgeRefs = { edges: { between: [top, right[0]] } }
  await part.ok('createChamfer', { edgeRefs, distance: 1, secondDistance: 3, faceRef: top })
  expect(await part.ok('findFaces', { orientation: 'top' })).toMatchObject({ faces: [{ area: near(29 * 20) }] })
})

test('features are repeated about an axis of a face', async () => {
  const part = createCaller(engine)
  const disc = await part.ok('createCylinder', { radius: 20, height: 5, centered: false })
  const [wall = ''] = part.part().entities.map(({ id }) => `face:${disc.extrudeId}/side/${id}`)
  const axis = await part.ok('createAxis', { ref: wall })
  const hole = await part.ok('createHole', { faceRef: `face:${disc.extrudeId}/end`, diameter: 2, positionU: 0.8 })
  await part.ok('createCircularPattern', { featureIds: [hole.featureId], axisId: axis.featureId, count: 5 })
  expect((await part.ok('getMassProperties')).volume).toEqual(near(PI * 400 * 5 - 5 * PI * 5))
  expect(await part.call('deleteFeature', { featureId: axis.featureId })).toMatchObject({
    ok: false,
    error: { code: 'has_dependents' },
  })
  expect(await part.call('createAxis', { direction: { x: 0, y: 0, z: 0 } })).toMatchObject({ ok: false })
})

test('a part has configurations, of which one is built', async () => {
  const part = createCaller(engine)
  await part.ok('setParameter', { name: 'width', expression: '30 mm' })
  const box = await part.ok('createBox', { width: 'width', depth: 20, height: 10 })
  const hole = await part.ok('createHole', { faceRef: `face:${box.extrudeId}/end`, diameter: 2 })
  const volume = async () => (await part.ok('getMassProperties')).volume
  await part.ok('setConfiguration', {
    name: 'Long',
    values: { width: '60 mm' },
    suppressed: { [String(hole.featureId)]: true },
  })
  expect(await volume()).toEqual(near(6000 - PI * 10))
  const active = await part.ok('setConfiguration', { name: 'Long', active: true })
  expect(active).toMatchObject({ active: true, diff: { volume: { after: near(12_000) } } })
  expect(await part.ok('listConfigurations')).toMatchObject({
    configurations: [{ name: 'Long', active: true, values: { width: '60 mm' } }],
  })
  expect(await part.call('setConfiguration', { name: 'Long', values: { height: 3 } })).toMatchObject({
    ok: false,
    error: { code: 'unknown_parameter' },
  })
  await part.ok('deleteConfiguration', { name: 'Long' })
  expect(await volume()).toEqual(near(6000 - PI * 10))
  expect(await part.ok('listConfigurations')).toEqual({ configurations: [] })
})

test('a check finds thin walls, small holes, overhangs, what does not fit, and numbers that repeat', async () => {
  const { part, top } = await boxed()
  expect(await part.ok('checkPart', { process: 'fdm', bed: { x: 30, y: 20, z: 10 } })).toEqual({ findings: [] })
  await part.ok('createPocket', { faceRef: top, width: 10, length: 10, depth: 9.5 })
  await part.ok('createHole', { faceRef: top, diameter: 1, positionU: 0.1 })
  for (const positionV of [0.1, 0.5, 0.9])
    await part.ok('createBoss', {
      faceRef: { faces: { orientation: 'right', largest: true } },
      shape: 'circle',
      diameter: 4,
      height: 7,
      positionU: positionV,
    })
  const { findings } = await part.ok('checkPart', { process: 'fdm', bed: { x: 30, y: 20, z: 10 } })
  expect(findings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ code: 'thin_wall', value: near(0.5), limit: 0.8 }),
      expect.objectContaining({ code: 'small_hole', value: near(1) }),
      expect.objectContaining({ code: 'overhang' }),
      expect.objectContaining({ code: 'too_large', value: near(37) }),
      expect.objectContaining({ code: 'repeated_number', value: 4 }),
    ]),
  )
  expect(await part.ok('checkPart')).toMatchObject({ findings: [{ code: 'repeated_number' }, { value: 7 }] })
})

test('a part is exported with its size and its path', async () => {
  const { part } = await boxed()
  for (const format of ['step', 'stl', '3mf', 'glb'])
    expect(await part.ok('exportPart', { format })).toEqual({
      format,
      bytes: expect.any(Number),
      path: `parts/part/export?format=${format}`,
    })
  expect(await createCaller(engine).call('exportPart', { format: 'stl' })).toMatchObject({
    ok: false,
    error: { code: 'empty_part' },
  })
})

test('a repair of a ref is proposed from where it was found before', async () => {
  const { part, box, top } = await boxed()
  const { faces } = await part.ok('findFaces', { orientation: 'right' })
  const [lost = ''] = (Array.isArray(faces) ? faces : []).map(({ persistentRef }) => String(persistentRef))
  expect(await part.ok('repairRef', { ref: lost })).toMatchObject({ status: 'found' })
  const edge = `edge:[${top.slice(5)}|${lost.slice(5)}]`
  await part.ok('createFillet', { edgeRefs: { edges: { between: [top, lost] } }, radius: 2 })
  expect(await part.ok('repairRef', { ref: edge })).toMatchObject({
    status: 'lost',
    candidates: [{ why: 'same place', distance: near(2) }, { distance: near(2) }, {}, {}, {}],
  })
  expect(await part.ok('repairRef', { ref: `face:${box}/side/line-zzzzz` })).toMatchObject({
    status: 'lost',
    candidates: expect.arrayContaining([{ ref: top, why: 'same feature' }]),
  })
  expect(await part.call('repairRef', { ref: 'the top' })).toMatchObject({ ok: false, error: { code: 'invalid_ref' } })
})

test('edges that are projected into a sketch follow the body', async () => {
  const { part, box, top } = await boxed()
  const { sketchId } = await part.ok('createSketch', { planeType: 'faceRef', planeRef: top })
  const { faces } = await part.ok('findFaces', { orientation: 'right' })
  const [right] = (Array.isArray(faces) ? faces : []).map(({ persistentRef }) => String(persistentRef))
  const projected = await part.ok('projectEdges', { edgeRefs: { edges: { between: [top, right] } } })
  expect(projected).toMatchObject({ lineIds: [expect.any(String)], pointIds: [expect.any(String), expect.any(String)] })
  expect(await part.ok('projectEdges', { edgeRefs: { edges: { between: [top, right] } } })).toMatchObject({
    pointIds: projected.pointIds,
  })
  const [first = ''] = Array.isArray(projected.pointIds) ? projected.pointIds.map(String) : []
  const circle = await part.ok('addCircle', { center: { x: 0, y: 0 }, radius: 3 })
  await part.ok('addConstraint', { type: 'coincident', points: [first, circle.centerPointId] })
  await part.ok('addConstraint', { type: 'radius', arc: circle.circleId, value: 3 })
  expect(await part.ok('getSketchStatus')).toMatchObject({ solverStatus: 'solved', degreesOfFreedom: 0 })
  await part.ok('createExtrude', { sketchId, op: 'cut', distance: 4 })
  const removed = PI * 9 * 4 * 0.25
  expect((await part.ok('getMassProperties')).volume).toEqual(near(6000 - removed))
  const width = part.part().constraints.find(({ value }) => value === 30)
  await part.ok('modifyConstraintValue', { constraintId: width?.id, value: 50 })
  expect((await part.ok('getMassProperties')).volume).toEqual(near(10_000 - removed))
  expect(await part.call('deleteFeature', { featureId: box })).toMatchObject({ error: { code: 'has_dependents' } })
  expect(await part.ok('getSketchSolveReport')).toMatchObject({
    status: 'solved',
    constraints: [
      { type: 'coincident', state: 'holds' },
      { type: 'radius', state: 'holds', value: 3 },
    ],
  })
})

test('a picture shows the part from a view, with faces marked, and is the same each time', async () => {
  const part = createCaller(engine)
  expect(await part.call('getModelSnapshot')).toMatchObject({ ok: false, error: { code: 'empty_part' } })
  const { extrudeId } = await part.ok('createBox', { width: 40, depth: 30, height: 10 })
  const shown = async (input: object) => {
    const result = await part.call('getModelSnapshot', input)
    if (!result.ok || !result.images) throw new Error(JSON.stringify(result).slice(0, 300))
    expect(result.data).toMatchObject({ picture: { mimeType: 'image/png', width: 960, height: 720 } })
    return Buffer.from(result.images[0]?.data ?? '', 'base64')
  }
  const plain = await shown({ view: 'top' })
  expect(plain.subarray(1, 4).toString()).toBe('PNG')
  expect([plain.readUInt32BE(16), plain.readUInt32BE(20)]).toEqual([960, 720])
  const pixels = inflateSync(plain.subarray(41, -16))
  const middle = 360 * (4 * 960 + 1) + 1 + 4 * 480
  expect([...pixels.subarray(middle, middle + 4)].every((each) => each > 100)).toBe(true)
  expect(await shown({ view: 'top' })).toEqual(plain)
  expect(await shown({ view: 'top', mark: [`face:${extrudeId}/end`] })).not.toEqual(plain)
  // A face that is not seen changes nothing.
  expect(await shown({ view: 'top', mark: [`face:${extrudeId}/start`] })).toEqual(plain)
  expect(await part.call('getModelSnapshot', { mark: ['face:gone/end'] })).toMatchObject({
    ok: false,
    error: { code: 'ref_lost' },
  })
})
