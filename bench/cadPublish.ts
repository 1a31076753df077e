import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { firstProject } from '../apps/server/testing/ai.ts'
import { operatePart } from '../apps/server/testing/parts.ts'
import { operation } from '../apps/server/testing/projects.ts'
import { startTestServer, type TestServer } from '../apps/server/testing/server.ts'
import { type OpenPart, openPart, wallOf } from './support/partCalls.ts'
import { cards } from './support/publishing.ts'
import { judge, round2 } from './support/verdict.ts'

const PARTS = 20
const PAGES = 200
const ROUNDS = 5
const Published = Type.Object({
  report: Type.Object({ rendered: Type.Integer(), problems: Type.Array(Type.Unknown(), { maxItems: 0 }) }),
})

/**
 * Publishing a site whose 200 pages show 20 brackets: for the first time, when no kernel is started and nothing is built;
 * then with one parameter of one part changed, ten pages of which show it. By the clock, so the machine should be quiet.
 */
export async function run(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  try {
    const first = await startTestServer({ ATELIER_DATA: folder })
    const parts = await makeSite(first)
    await first.close()
    // Started again, so that no kernel and no answer of one is there.
    const server = await startTestServer({ ATELIER_DATA: folder })
    const headers = { cookie: first.cookie }
    try {
      return await measure({ ...server, call: (method, path, body) => server.call(method, path, body, headers) }, parts)
    } finally {
      await server.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Makes the parts, and ten pages for each. */
async function makeSite(server: TestServer): Promise<OpenPart[]> {
  const parts: OpenPart[] = []
  for (let i = 0; i < PARTS; i += 1) parts.push(await bracket(server, i))
  const { id } = await firstProject(server)
  for (let i = 0; i < PAGES; i += 1) {
    const { rootNodeId } = await operation(server, id, 'addPage', { title: `Page ${i}` })
    const shown = `<atelier-part part="${parts[i % PARTS]?.partId}"><img alt="A bracket"></atelier-part>`
    await operation(server, id, 'insertHtml', { parentId: rootNodeId, html: `${shown}${cards(i, 100)}` })
  }
  return parts
}

async function measure(server: TestServer, parts: readonly OpenPart[]): Promise<object> {
  const { id } = await firstProject(server)
  const publish = async (pages?: number) => {
    const { body } = await server.call('POST', `/api/projects/${id}/publish`)
    const { report } = Value.Parse(Published, body)
    if (pages !== undefined && report.rendered !== pages)
      throw new Error(`${report.rendered} pages were rendered instead of ${pages}.`)
  }
  const first = await wallOf(() => publish())
  const again: number[] = []
  for (let i = 0; i < ROUNDS; i += 1) {
    const input = { name: 'width', expression: `${110 + i} mm` }
    const { status } = await operatePart(server, parts[i]?.partId ?? '', 'setParameter', input)
    if (status !== 200) throw new Error(`The parameter was answered ${status}.`)
    again.push(await wallOf(() => publish(PAGES / PARTS)))
  }
  const visit = async (path: string) => {
    const headers = { host: 'my-site.localhost' }
    const answer = await server.sites.request(`http://my-site.localhost${path}`, { headers })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
    return Buffer.from(await answer.arrayBuffer())
  }
  const html = (await visit('/page-0/')).toString()
  const bytesAt = async (pattern: RegExp) => visit(pattern.exec(html)?.[1] ?? '/none')
  const model = await bytesAt(/ src="(\/parts\/[^"]+\.glb)"/)
  const viewer = gzipSync(await bytesAt(/ src="(\/parts\/viewer-[^"]+)"/))
  const { verdicts, within } = judge({
    'published for the first time': { value: round2(first), unit: 'ms', most: 15_000 },
    'one parameter changed': {
      value: round2(again.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0),
      unit: 'ms',
      most: 1_500,
    },
    viewer: { value: viewer.length, unit: 'bytes, gzip', most: 12_000 },
    'model of a bracket': { value: model.length, unit: 'bytes', most: 60_000 },
  })
  if (!within) process.exitCode = 1
  return { parts: PARTS, pages: PAGES, firstMs: round2(first), againMs: again.map(round2), verdicts }
}

/** A plate with four holes and round corners, each of another width. */
async function bracket(server: TestServer, number: number): Promise<OpenPart> {
  const part = await openPart(server, `Bracket ${number}`)
  await part.call('setParameter', { name: 'width', expression: `${80 + number} mm` })
  const { extrudeId } = await part.call('createBox', { width: 'width', depth: 40, height: 5 })
  for (const positionU of [0.1, 0.9])
    for (const positionV of [0.2, 0.8])
      await part.call('createHole', { faceRef: `face:${extrudeId}/end`, diameter: 5, positionU, positionV })
  const corners = { edges: { createdBy: extrudeId, role: 'side', direction: { x: 0, y: 0, z: 1 } } }
  await part.call('createFillet', { edgeRefs: corners, radius: 4 })
  return part
}
