import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { firstProject } from '../apps/server/testing/ai.ts'
import { longestTurn } from '../apps/server/testing/longestTurn.ts'
import type { TestServer } from '../apps/server/testing/server.ts'
import { contentServer } from './support/contentProject.ts'
import { judge, round2 } from './support/verdict.ts'

const ROWS = 10_000
/** As the studio sends the rows of a file. */
const BATCH = 200

const Done = Type.Object({ ok: Type.Literal(true), changeSetId: Type.Optional(Type.String()) })

/**
 * 10,000 rows as the import of the studio writes them: a model, calls of 200 entries that are published at once, all in
 * one change set, and its undo. In CPU time of the server's thread, beside it by the clock; a turn is the longest that
 * the event loop was held.
 */
export async function run(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-content-rows-'))
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const server = await contentServer(dataDir)
  try {
    const { id: projectId } = await firstProject(server)
    let changeSetId: string | undefined
    const call = async (name: string, input: object) => {
      const path = `/api/projects/${projectId}/operations/content.${name}`
      const { body } = await server.call('POST', path, { input, changeSetId })
      if (!Value.Check(Done, body)) throw new Error(`${name}: ${JSON.stringify(body).slice(0, 300)}`)
      changeSetId ??= body.changeSetId
    }
    await call('init_project', { stack: 'other', locales: ['en'], domains: ['shop'] })
    changeSetId = undefined
    const written = await measure(() => writeRows(call))
    const total = await countRows(server, projectId)
    if (total !== ROWS) throw new Error(`${total} entries were written`)
    const undone = await measure(async () => {
      const { status } = await server.call('POST', `/api/projects/${projectId}/changes/${changeSetId}/undo`)
      if (status !== 200) throw new Error(`The undo answered ${status}`)
    })
    if ((await countRows(server, projectId)) !== 0) throw new Error('The undo left entries')
    const { verdicts, within } = judge({
      'the rows': { value: written.cpu, unit: 'ms of CPU time to write 10,000', most: 30_000 },
      'a turn while they are written': { value: written.turn, unit: 'ms of CPU time', most: 50 },
      'a turn of their undo': { value: undone.turn, unit: 'ms of CPU time', most: 50 },
    })
    if (!within) process.exitCode = 1
    return { written, undone, verdicts }
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function writeRows(call: (name: string, input: object) => Promise<void>) {
  const fields = {
    name: { type: 'string', required: true },
    number: { type: 'integer' },
    available: { type: 'boolean' },
    about: { type: 'text' },
  }
  await call('save_model', {
    id: 'product',
    name: 'Products',
    kind: 'collection',
    domain: 'shop',
    i18n: false,
    title_field: 'name',
    fields,
  })
  for (let from = 0; from < ROWS; from += BATCH) {
    const numbers = Array.from({ length: BATCH }, (_, at) => from + at)
    const data = Object.fromEntries(
      numbers.map((n) => [
        `product-${n}`,
        { name: `Product ${n}`, number: n, available: n % 2 === 0, about: `About product ${n}. `.repeat(6).trim() },
      ]),
    )
    await call('save_content', { model: 'product', data })
    await call('update_status', { model: 'product', entryIds: Object.keys(data), status: 'published' })
  }
}

async function countRows(server: TestServer, projectId: string): Promise<number> {
  const { status, body } = await server.call('GET', `/api/projects/${projectId}/content/models/product/entries?limit=1`)
  return status === 404 ? 0 : Value.Parse(Type.Object({ total: Type.Number() }), body).total
}

async function measure(work: () => Promise<void>) {
  const before = process.threadCpuUsage()
  const began = performance.now()
  const { longestMs } = await longestTurn(work)
  const { user, system } = process.threadCpuUsage(before)
  return { cpu: round2((user + system) / 1000), wall: round2(performance.now() - began), turn: round2(longestMs) }
}
