import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bySuite } from '../../../../scripts/testing/runs.ts'
import { startEngine } from '../../testing/engine.ts'
import { glbFaults } from '../../testing/glbFaults.ts'
import { createMaker } from '../../testing/maker.ts'
import { shapes } from '../../testing/shapes.ts'
import { createEngine, type Engine } from '../build/builder.ts'
import { forExport, onScreen } from '../build/mesh.ts'
import { readPart } from '../document/part.ts'
import { freeState } from '../geometry/body.ts'
import { solidVolume, withArena } from '../geometry/occ.ts'
import { readStep } from '../geometry/readStep.ts'
import { answerAsk } from '../kernel/answer.ts'
import type { ExportFormat } from '../kernel/port.ts'
import { weld } from './meshFiles.ts'
import { toStep } from './step.ts'
import type { PictureView } from './views.ts'

let engine: Engine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

const noSketches = { solve: () => expect.fail('There is no sketch.') }

function plate() {
  const part = createMaker(engine)
  const box = part.box(40, 30, 6)
  const hole = part.feature('hole', { face: `face:${box}/end`, diameter: 6, u: 0.5, v: 0.5 })
  part.feature('fillet', { edges: `edge:[${box}/end|${hole}/side/wall]`, radius: 1 })
  return readPart(part.draft)
}

function bytesOf(format: ExportFormat): Uint8Array<ArrayBuffer> {
  const exported = answerAsk(engine, plate(), { kind: 'export', format, name: 'Plate' })
  return exported.kind === 'export' ? exported.bytes : expect.fail(exported.kind)
}

test('a STEP file that is read again has the same volume, and equal parts are equal files', () => {
  const bytes = bytesOf('step')
  const [solid, ...rest] = readStep(engine.oc, bytes)
  expect(rest).toEqual([])
  const built = engine.build(plate(), ({ build }) => build)
  expect((solid ? solidVolume(engine.oc, solid) : 0) / built.measures.volume).toBeCloseTo(1, 7)
  solid?.delete()
  expect(new TextDecoder().decode(bytesOf('step'))).toBe(new TextDecoder().decode(bytes))
})

test.each([
  ['text', 'solid part'],
  ['a broken file', 'ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\n#1=NOTHING(;\n'],
])('%s is refused as STEP', (_, text) => {
  expect(() => readStep(engine.oc, new TextEncoder().encode(text))).toThrow(
    expect.objectContaining({ code: 'import_failed' }),
  )
})

test(
  'a file of many bodies is written and read again',
  () => {
    const { oc } = engine
    const count = bySuite(30, 1_667)
    const bodies = Array.from({ length: count }, (_, i) =>
      withArena((use) => {
        const corner = use(new oc.gp_Pnt(3 * (i % 50), 3 * Math.floor(i / 50), 0))
        const shape = use(new oc.BRepPrimAPI_MakeBox(corner, 2, 2, 2)).Shape()
        return { id: `box-${i}`, shape, faces: [] }
      }),
    )
    const bytes = toStep(oc, { bodies }, 'Many')
    freeState({ bodies })
    const importer = createEngine({ oc, solver: noSketches, fileOf: () => bytes })
    const part = createMaker(importer)
    part.feature('import', { format: 'step', hash: 'a'.repeat(64) })
    const { features, measures } = part.build()
    expect(features).toMatchObject([{ status: 'ok' }])
    expect(measures).toMatchObject({ bodies: count, faces: 6 * count, volume: expect.closeTo(8 * count, 4) })
    importer.close()
  },
  bySuite(90_000, 600_000),
)

test('an imported STEP file is a feature, with faces that have names and can be drilled', () => {
  const bytes = bytesOf('step')
  const importer = createEngine({
    oc: engine.oc,
    solver: noSketches,
    fileOf: (hash) => (hash === 'abc' ? bytes : undefined),
  })
  const part = createMaker(importer)
  const imported = part.feature('import', { format: 'step', hash: 'abc' })
  const first = part.build()
  expect(first.features.map(({ error }) => error)).toEqual([undefined])
  expect(first.names).toEqual(Array.from({ length: 8 }, (_, i) => `${imported}/import/${i + 1}`))
  part.feature('hole', { face: { faces: { createdBy: imported, orientation: 'top' } }, diameter: 2, u: 0.1, v: 0.1 })
  expect(part.build().measures.volume).toBeCloseTo(first.measures.volume - Math.PI * 6, 6)
  part.feature('import', { format: 'step', hash: 'gone' })
  expect(part.build().features.at(-1)?.error?.code).toBe('import_failed')
  importer.close()
})

/** The edges of triangles that do not belong to two of them, once in each direction. */
function openEdges(triangles: readonly number[]): string[] {
  const edges = new Map<string, number>()
  for (let i = 0; i < triangles.length; i += 3) {
    for (const [a, b] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const) {
      const key = `${triangles[i + a]} ${triangles[i + b]}`
      edges.set(key, (edges.get(key) ?? 0) + 1)
    }
  }
  return [...edges].flatMap(([key, count]) =>
    count === 1 && edges.get(key.split(' ').reverse().join(' ')) === 1 ? [] : [key],
  )
}

/** The volume that triangles enclose. */
function enclosed({ points, triangles }: ReturnType<typeof weld>): number {
  const at = (i: number) => points.slice(3 * i, 3 * i + 3)
  let six = 0
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => at(triangles[i + k] ?? 0))
    const [ax = 0, ay = 0, az = 0] = a ?? []
    const [bx = 0, by = 0, bz = 0] = b ?? []
    const [cx = 0, cy = 0, cz = 0] = c ?? []
    six += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
  }
  return six / 6
}

const few = ['all twelve edges round', 'a pipe along a line and a bend', 'a circle of holes']
const exchanged = bySuite(
  shapes.filter(({ name }) => few.includes(name)),
  shapes,
)

test.each(exchanged)('$name is watertight as triangles, and has its volume after STEP', ({ make, volume }) => {
  const maker = createMaker(engine)
  make(maker)
  const part = readPart(maker.draft)
  const meshes = engine.build(part, (built) => {
    const mesh = built.mesh(forExport)
    return mesh.bodies.map(({ start, count }) =>
      weld({ positions: mesh.positions, indices: mesh.indices.subarray(start, start + count) }),
    )
  })
  expect(meshes.flatMap(({ triangles }) => openEdges(triangles))).toEqual([])
  expect(meshes.reduce((sum, mesh) => sum + enclosed(mesh), 0) / volume).toBeCloseTo(1, 1)
  const exported = answerAsk(engine, part, { kind: 'export', format: 'step', name: 'part' })
  if (exported.kind !== 'export') expect.fail(exported.kind)
  const solids = readStep(engine.oc, exported.bytes)
  expect(solids.reduce((sum, solid) => sum + solidVolume(engine.oc, solid), 0) / volume).toBeCloseTo(1, 6)
  for (const solid of solids) solid.delete()
})

test('STL and 3MF hold the same triangles', () => {
  const stl = bytesOf('stl')
  expect(new DataView(stl.buffer).getUint32(80, true)).toBe((stl.length - 84) / 50)
  const files = unzipSync(bytesOf('3mf'))
  const model = strFromU8(files['3D/3dmodel.model'] ?? new Uint8Array())
  expect(model.match(/<triangle /g)?.length).toBe((stl.length - 84) / 50)
})

test('each triangle of a mesh belongs to a face with a name', () => {
  const mesh = engine.build(plate(), (built) => built.mesh(onScreen))
  expect(mesh.faces.reduce((sum, { count }) => sum + count, 0)).toBe(mesh.indices.length)
  expect(mesh.faces.every(({ ref }) => ref.length > 'face:'.length)).toBe(true)
})

test('a GLB says where its parts are', () => {
  const glb = bytesOf('glb')
  const view = new DataView(glb.buffer)
  expect([view.getUint32(0, true), view.getUint32(4, true), view.getUint32(8, true)]).toEqual([
    0x46546c67,
    2,
    glb.length,
  ])
  const json = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + view.getUint32(12, true))))
  expect(json.nodes).toHaveLength(2)
  expect(json.buffers[0].byteLength).toBe(view.getUint32(20 + view.getUint32(12, true), true))
  // Metres, Y up.
  expect(json.accessors[0].max.map((each: number) => Math.round(each * 1e6))).toEqual([20000, 6000, 15000])
})

test('a GLB keeps the rules of its specification, and one that is changed does not', () => {
  const part = createMaker(engine)
  const box = part.box(40, 30, 6)
  part.feature('hole', { face: `face:${box}/end`, diameter: 6, u: 0.5, v: 0.5 })
  part.feature('primitive', { shape: 'sphere', radius: 4, x: 0, y: 60, z: 0, op: 'add', merge: 'new' })
  for (const each of [plate(), readPart(part.draft), readPart(createMaker(engine).draft)]) {
    const made = answerAsk(engine, each, { kind: 'export', format: 'glb', name: 'Part' })
    expect(made.kind === 'export' && glbFaults(made.bytes)).toEqual([])
  }
  const whole = bytesOf('glb')
  const binary = 28 + new DataView(whole.buffer).getUint32(12, true)
  const changed = (at: number, value: number) => {
    const bytes = whole.slice()
    new DataView(bytes.buffer).setFloat32(at, value, true)
    return glbFaults(bytes)
  }
  // The first position, the first normal, and the length in the header.
  expect(changed(binary, 9)).toContain('The least or the largest position is not what the accessor says.')
  const { positions } = engine.build(plate(), ({ mesh }) => mesh(onScreen))
  expect(changed(binary + positions.byteLength, 9).join()).toMatch(/The normal 0 is/)
  expect(changed(8, 9)).toContain('The length in the header is not that of the file.')
  expect(glbFaults(whole.slice(0, -8)).length).toBeGreaterThan(0)
})

test('a picture shows the part with its edges on a transparent ground, the same each time', () => {
  const draw = (view: PictureView) => {
    const drawn = answerAsk(engine, plate(), { kind: 'picture', view, width: 80, height: 60 })
    return drawn.kind === 'picture' ? drawn.pixels : expect.fail(drawn.kind)
  }
  const at = (pixels: Uint8Array, x: number, y: number) => [...pixels.subarray(4 * (y * 80 + x), 4 * (y * 80 + x) + 4)]
  const [top, front] = [draw('top'), draw('front')]
  expect(top).toHaveLength(4 * 80 * 60)
  expect(at(top, 0, 0)[3]).toBe(0)
  // The hole goes through the middle of the plate.
  expect(at(top, 40, 30)[3]).toBe(0)
  expect(at(top, 20, 30)).toEqual([expect.any(Number), expect.any(Number), expect.any(Number), 255])
  expect(at(top, 20, 30)[0]).toBeGreaterThan(120)
  expect(
    Math.min(...Array.from({ length: 80 }, (_, x) => (at(top, x, 30)[3] === 255 ? (at(top, x, 30)[0] ?? 255) : 255))),
  ).toBeLessThan(90)
  expect(at(front, 40, 30)[3]).toBe(255)
  expect(Buffer.from(draw('iso')).equals(Buffer.from(draw('iso')))).toBe(true)
})

test('a picture of an empty part is transparent', () => {
  const drawn = answerAsk(engine, readPart(createMaker(engine).draft), {
    kind: 'picture',
    view: 'iso',
    width: 20,
    height: 10,
  })
  expect(drawn).toEqual({ kind: 'picture', pixels: new Uint8Array(800) })
})
