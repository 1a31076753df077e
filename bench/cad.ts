import { startTestServer, type TestServer } from '../apps/server/testing/server.ts'
import { setInput } from '../packages/cad/src/document/changes.ts'
import { readPart } from '../packages/cad/src/document/part.ts'
import { answerAsk } from '../packages/cad/src/kernel/answer.ts'
import { startEngine } from '../packages/cad/testing/engine.ts'
import { createMaker } from '../packages/cad/testing/maker.ts'
import { type OpenPart, openPart, wallOf } from './support/partCalls.ts'
import { judge, round2 } from './support/verdict.ts'

const FEATURES = 50
const HOLES = 100
const ROUNDS = 20
const REBUILDS = 500
const MB = 1024 * 1024

const quantile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
const median = (times: readonly number[]): number => quantile(times, 0.5)

/**
 * Parts as calls over HTTP, each with its diff, beside the kernel's own time for the same part in the same run: a part of
 * 50 features, a plate of 100 patterned holes, and a sketch of 100 lines; by the clock, so the machine should be quiet.
 */
export async function run(): Promise<object> {
  const server = await startTestServer({ ATELIER_KERNELS: '1' })
  const health: number[] = []
  const timer = setInterval(() => void wallOf(() => server.request('/health')).then((ms) => health.push(ms)), 50)
  try {
    const residentBefore = process.memoryUsage().rss
    const stack = await openPart(server, 'Stack')
    let base = ''
    const firstCall = await wallOf(async () => {
      base = String((await stack.call('createBox', { width: 200, depth: 100, height: 10 })).extrudeId)
    })
    const resident = (process.memoryUsage().rss - residentBefore) / MB
    const features = await overHttp(stack, base)
    const holes = await plate(server)
    const sketch = await constraints(server)
    const kernel = await kernelAlone()
    clearInterval(timer)
    const { verdicts, within } = judge({
      'the first call of a server': { value: round2(firstCall), unit: 'ms', most: 3_500 },
      'memory of the first kernel': { value: round2(resident), unit: 'MB resident', most: 220 },
      'the first of 50 features edited': { value: round2(features.first), unit: 'ms, p95', most: 1_200 },
      'the last of 50 features edited': { value: round2(features.last), unit: 'ms, p95', most: 200 },
      'the first feature beside the kernel alone': {
        value: round2(features.firstMedian / kernel.first),
        unit: 'times',
        most: 1.2,
      },
      'the diameter of 100 holes': { value: round2(holes.diameter), unit: 'ms', most: 1_200 },
      'the mesh of 100 holes': { value: round2(holes.mesh), unit: 'ms', most: 600 },
      'the STEP of 100 holes': { value: round2(holes.step), unit: 'ms', most: 600 },
      'a picture of 960 × 720': { value: round2(holes.picture), unit: 'ms', most: 180 },
      'a constraint at 100 lines': { value: round2(sketch), unit: 'ms, p95', most: 50 },
      'the heap after 500 rebuilds': { value: round2(kernel.grown), unit: 'MB more', most: 50 },
      'health meanwhile': { value: round2(quantile(health, 0.99)), unit: 'ms, p99', most: 20 },
    })
    if (!within) process.exitCode = 1
    return { features, holes, kernel, verdicts }
  } finally {
    clearInterval(timer)
    await server.close()
  }
}

/** Where the holes of the part of 50 features are, over the rectangle of its top. */
const placeOf = (i: number) => ({ u: 0.06 + 0.088 * (i % 11), v: 0.1 + 0.2 * Math.floor(i / 11) })

async function overHttp({ call }: OpenPart, base: string) {
  let last = ''
  for (let i = 0; i < FEATURES - 2; i += 1) {
    const { u, v } = placeOf(i)
    const input = { faceRef: `face:${base}/end`, diameter: 4, depthValue: 3, positionU: u, positionV: v }
    last = String((await call('createHole', input)).featureId)
  }
  const edit = (featureId: string, parameterName: string, numberValue: number) =>
    wallOf(() => call('modifyFeature', { featureId, parameterName, numberValue }))
  const [first, end]: [number[], number[]] = [[], []]
  for (let i = 0; i < ROUNDS; i += 1) {
    first.push(await edit(base, 'distance', 11 + i / 10))
    end.push(await edit(last, 'diameter', 4.1 + i / 50))
  }
  return { first: quantile(first, 0.95), firstMedian: median(first), last: quantile(end, 0.95) }
}

async function plate(server: TestServer) {
  const { call, file } = await openPart(server, 'Plate')
  const { extrudeId } = await call('createBox', { width: 220, depth: 220, height: 5 })
  const hole = await call('createHole', {
    faceRef: `face:${extrudeId}/end`,
    diameter: 8,
    positionU: 0.06,
    positionV: 0.06,
  })
  const row = await call('createLinearPattern', {
    featureIds: [hole.featureId],
    directionX: 1,
    directionY: 0,
    directionZ: 0,
    count: 10,
    spacing: 21,
  })
  await call('createLinearPattern', {
    featureIds: [hole.featureId, row.featureId],
    directionX: 0,
    directionY: 1,
    directionZ: 0,
    count: HOLES / 10,
    spacing: 21,
  })
  const times: Record<'diameter' | 'mesh' | 'step' | 'picture', number[]> = {
    diameter: [],
    mesh: [],
    step: [],
    picture: [],
  }
  for (let i = 0; i < 5; i += 1) {
    const numberValue = 9 + i / 10
    times.diameter.push(
      await wallOf(() => call('modifyFeature', { featureId: hole.featureId, parameterName: 'diameter', numberValue })),
    )
    times.mesh.push(await wallOf(() => file('export?format=glb')))
    times.step.push(await wallOf(() => file('export?format=step')))
    times.picture.push(await wallOf(() => file('picture?width=960&height=720')))
  }
  return {
    diameter: median(times.diameter),
    mesh: median(times.mesh),
    step: median(times.step),
    picture: median(times.picture),
  }
}

async function constraints(server: TestServer): Promise<number> {
  const { call } = await openPart(server, 'Sketch')
  const { sketchId } = await call('createSketch', { planeType: 'datumRole', planeRef: 'xy', enterSketch: false })
  const lines: string[] = []
  for (let i = 0; i < 25; i += 1) {
    const drawn = await call('addPolygon', { sketchId, center: { x: 20 * i, y: 0 }, radius: 5, sides: 4 })
    lines.push(...(Array.isArray(drawn.lineIds) ? drawn.lineIds.map(String) : []))
  }
  const times: number[] = []
  for (let i = 0; i < ROUNDS; i += 1)
    times.push(await wallOf(() => call('addConstraint', { sketchId, type: 'horizontal', line: lines[4 * i] })))
  return quantile(times, 0.95)
}

/** The same part of 50 features in this process, without server and document. */
async function kernelAlone() {
  const engine = await startEngine()
  const part = createMaker(engine)
  const base = part.box(200, 100, 10)
  let last = ''
  for (let i = 0; i < FEATURES - 2; i += 1)
    last = part.feature('hole', { face: `face:${base}/end`, diameter: 4, depth: 3, ...placeOf(i) })
  part.build()
  const times: number[] = []
  for (let i = 0; i < ROUNDS; i += 1) {
    setInput(part.part, base, 'distance', 11 + i / 10)
    times.push(await wallOf(() => answerAsk(engine, readPart(part.draft), { kind: 'build' })))
  }
  const before = engine.memory()
  for (let i = 0; i < REBUILDS; i += 1) {
    setInput(part.part, last, 'diameter', 4.1 + i / 1_000)
    part.build()
  }
  const grown = (engine.memory() - before) / MB
  engine.close()
  return { first: median(times), grown }
}
