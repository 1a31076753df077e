import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import {
  chunkInserted,
  createSessionReader,
  messageInserted,
  readSession,
  type SessionRecord,
  sessionStream,
} from '@atelier/agent'
import { createDocuments } from '@atelier/documents'
import { createStreamStore } from '@atelier/streams'
import { Value } from 'typebox/value'
import { openDatabase } from '../apps/server/src/database/open.ts'
import { Id, newSession, settled, startRun } from '../apps/server/testing/ai.ts'
import { plainTypes } from '../apps/server/testing/documents.ts'
import { startTestServer } from '../apps/server/testing/server.ts'

const milliseconds = (from: number) => Math.round(performance.now() - from)
const megabytes = () => Math.round(process.memoryUsage().rss / 1e6)

/**
 * The load that a server bears: many rehearsals at once, many tabs on one document, one very long session. On SQLite.
 */
export async function run(): Promise<object> {
  return { runs: await manyRuns(50), tabs: await manyTabs(20), longSession: await longSession(10_000) }
}

/** Rehearsals in sessions of their own, each on a project of its own, all begun at once. */
async function manyRuns(count: number) {
  const server = await startTestServer({ ATELIER_REHEARSAL_PACE_MS: '18' })
  const sessions: string[] = []
  for (let at = 0; at < count; at++) {
    const made = await server.call('POST', '/api/projects', { name: `Load ${at}` })
    sessions.push(await newSession(server, { projectId: Value.Parse(Id, made.body).id }))
  }
  const before = megabytes()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const from = performance.now()
  await Promise.all(sessions.map((session) => startRun(server, session, 'Add a pricing section')))
  // Asked of the table, since fifty readers of whole sessions would be a load of their own.
  const left = server.services.kysely.selectFrom('runs').select('id').where('ended_at', 'is', null).limit(1)
  while (await left.executeTakeFirst()) await new Promise((resolve) => setTimeout(resolve, 100))
  delay.disable()
  const ms = milliseconds(from)
  const statuses = await Promise.all(
    sessions.map(async (session) => (await settled(server, session)).runs.at(-1)?.status),
  )
  const figures = {
    count,
    complete: statuses.filter((status) => status === 'complete').length,
    errors: server.logged.filter((line) => /"level":(50|60)/.test(line)).length,
    ms,
    loopDelayP50Ms: round(delay.percentile(50) / 1e6),
    loopDelayP99Ms: round(delay.percentile(99) / 1e6),
    loopDelayMaxMs: round(delay.max / 1e6),
    rssBeforeMb: before,
    rssAfterMb: megabytes(),
  }
  await server.close()
  return figures
}

/** Tabs that type into one document as fast as their edits are acknowledged. */
async function manyTabs(count: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-load-'))
  const { database, close } = await openDatabase({ dataDir })
  const streams = createStreamStore(database, { now: Date.now })
  const documents = createDocuments({
    database,
    streams,
    now: Date.now,
    newId: () => crypto.randomUUID(),
    types: plainTypes,
  })
  const id = await documents.create({ projectId: 'p', kind: 'page', fields: {} })
  const { Doc, encodeStateAsUpdate, encodeStateVector } = await import('yjs')
  const edits = 50
  const from = performance.now()
  await Promise.all(
    Array.from({ length: count }, async (_, tab) => {
      const doc = new Doc()
      for (let edit = 0; edit < edits; edit++) {
        const known = encodeStateVector(doc)
        doc.getMap('fields').set(`tab ${tab}`, `edit ${edit}`)
        const outcome = await documents.receive(id, encodeStateAsUpdate(doc, known), { kind: 'hand', userId: 'u' })
        if (!outcome.ok) throw new Error(outcome.message)
      }
    }),
  )
  const ms = milliseconds(from)
  const stored = await documents.projection(id)
  await documents.close()
  await close()
  rmSync(dataDir, { recursive: true, force: true })
  return {
    count,
    edits: count * edits,
    kept: Object.values(stored?.fields ?? {}).filter((value) => value === `edit ${edits - 1}`).length,
    editsPerSecond: Math.round((count * edits * 1000) / ms),
  }
}

/** A session of this many messages, every second one an answer that came in twenty pieces. */
async function longSession(count: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-load-'))
  const { database, close } = await openDatabase({ dataDir })
  const streams = createStreamStore(database, { now: Date.now })
  const stream = sessionStream('long')
  await streams.ensure(stream)
  for (let at = 0; at < count; at += 100) {
    const records = Array.from({ length: 100 }, (_, more) => exchange(at + more)).flat()
    const entries = records.map((record) => new TextEncoder().encode(JSON.stringify(record)))
    await streams.commit({ appends: [{ stream, entries }] })
  }
  const read = createSessionReader(streams)
  const timed = async (work: () => Promise<unknown>) => {
    const from = performance.now()
    await work()
    return milliseconds(from)
  }
  const figures = {
    messages: count,
    wholeMs: await timed(() => readSession(streams, 'long')),
    firstMs: await timed(() => read('long')),
    againMs: await timed(() => read('long')),
    rssMb: megabytes(),
  }
  await close()
  rmSync(dataDir, { recursive: true, force: true })
  return figures
}

function exchange(at: number): SessionRecord[] {
  const id = `message-${at}`
  const piece = 'some words of an answer '
  const origin = { id, runId: `run-${at >> 1}`, attempt: 1, createdAt: at }
  const answer = (status: 'complete' | 'streaming', content: string): SessionRecord =>
    messageInserted({ ...origin, role: 'assistant', status, content })
  if (at % 2 === 0) return [messageInserted({ ...origin, role: 'user', status: 'complete', content: piece })]
  const chunks = Array.from({ length: 20 }, (_, seq): SessionRecord => {
    const value = {
      id: `${id}:${seq}`,
      messageId: id,
      attempt: 1,
      seq,
      kind: 'text' as const,
      delta: piece,
      createdAt: at,
    }
    return chunkInserted(value)
  })
  return [answer('streaming', ''), ...chunks, answer('complete', piece.repeat(20))]
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
