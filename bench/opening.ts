import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSessionSnapshots, runUpdated, type SessionRecord, sessionStream } from '@atelier/agent'
import { getRequestListener } from '@hono/node-server'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { newSession } from '../apps/server/testing/ai.ts'
import { testDatabases } from '../apps/server/testing/databases.ts'
import { startTestServer, type TestServer } from '../apps/server/testing/server.ts'
import { median } from './support/measured.ts'

const runs = 100
const roundsPerRun = 3
const longMessages = 10_000
const times = 15

/**
 * Opening a session of 100 runs with three rounds each: its folded messages over HTTP, first after a server start and
 * again; and how long it takes from asking until a run is at work in a session of 10,000 messages. On both databases.
 */
export async function run(): Promise<object> {
  const figures: Record<string, object> = {}
  for (const { name, place } of testDatabases()) figures[name] = await measure(await place())
  return figures
}

async function measure(place: { dataDir: string; databaseUrl?: string; remove(): void }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-opening-'))
  const env = { ATELIER_DATA: dataDir, ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}) }
  const first = await startTestServer(env)
  const { key } = Value.Parse(
    Type.Object({ key: Type.String() }),
    (await first.call('POST', '/api/keys', { name: 'bench' })).body,
  )
  const headers = { authorization: `Bearer ${key}` }
  const session = await newSession(first, { credentialId: 'rehearsal' })
  for (let at = 0; at < runs; at++) await write(first, session, [at])
  const long = await newSession(first, { credentialId: 'rehearsal' })
  for (let at = 0; at < longMessages / messagesPerRun; at += 50) {
    await write(
      first,
      long,
      Array.from({ length: 50 }, (_, more) => at + more),
    )
  }
  await first.close()

  const cold: number[] = []
  const warm: number[] = []
  let messages = 0
  let kilobytes = 0
  for (let start = 0; start < 5; start++) {
    const { url, close } = await listen(env)
    const open = async () => {
      const from = performance.now()
      const answer = await fetch(`${url}/api/ai/sessions/${session}`, { headers })
      const text = await answer.text()
      const ms = performance.now() - from
      messages = Value.Parse(Messages, JSON.parse(text)).messages.length
      kilobytes = Math.round(text.length / 1000)
      return ms
    }
    // The connection and the caller are known by then, as they are once the studio has loaded.
    await (await fetch(`${url}/api/projects`, { headers })).text()
    cold.push(await open())
    for (let at = 0; at < times; at++) warm.push(await open())
    await close()
  }
  const server = await startTestServer(env)
  const begun: number[] = []
  for (let at = 0; at < 5; at++) begun.push(await untilAtWork(server, long, headers))
  await server.close()
  place.remove()
  rmSync(dataDir, { recursive: true, force: true })
  return {
    runs,
    messages,
    kilobytes,
    coldMs: round(median(cold)),
    coldMaxMs: round(Math.max(...cold)),
    warmMs: round(median(warm)),
    longMessages,
    atWorkFirstMs: round(begun[0] ?? 0),
    atWorkMs: round(median(begun.slice(1))),
  }
}

const Messages = Type.Object({ messages: Type.Array(Type.Unknown()) })

/** A server on a socket. */
async function listen(env: Record<string, string>) {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const server = await startTestServer({ ...env, PORT: String(port) })
  http.on('request', getRequestListener(server.app.fetch))
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      http.closeAllConnections()
      http.close()
      await server.close()
    },
  }
}

/** From the request for a run until its record says that it runs, which is after its session was read. */
async function untilAtWork(server: TestServer, session: string, headers: Record<string, string>): Promise<number> {
  const from = performance.now()
  const asked = await server.call('POST', `/api/ai/sessions/${session}/runs`, { prompt: 'Add a section' }, headers)
  const { runId } = Value.Parse(Type.Object({ runId: Type.String() }), asked.body)
  const started = server.services.kysely.selectFrom('runs').select(['started_at', 'ended_at']).where('id', '=', runId)
  for (;;) {
    const row = await started.executeTakeFirst()
    if (row?.started_at) break
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const ms = performance.now() - from
  await server.services.runner.abort(runId)
  while (!(await started.executeTakeFirst())?.ended_at) await new Promise((resolve) => setTimeout(resolve, 20))
  return ms
}

/** Appends the records of runs, and reads the session as the runner does that claims the next one. */
async function write(server: TestServer, session: string, which: readonly number[]) {
  const entries = which.flatMap(recordsOfRun).map((record) => new TextEncoder().encode(JSON.stringify(record)))
  await server.services.streams.commit({ appends: [{ stream: sessionStream(session), entries }] })
  await createSessionSnapshots({ database: server.database, streams: server.services.streams }).load(session)
}

/** The prompt, an answer with a call and its result for each round, and a last answer. */
const messagesPerRun = 1 + roundsPerRun * 3 + 1

function recordsOfRun(at: number): SessionRecord[] {
  const runId = `run-${at}`
  const words = 'some words of an answer '
  const records: SessionRecord[] = []
  const message = (id: string, value: object) =>
    records.push({
      type: 'message',
      key: id,
      value: { id, runId, attempt: 1, role: 'user', status: 'complete', createdAt: at, ...value },
      headers: { operation: 'insert' },
    })
  const run = {
    id: runId,
    scope: 'site',
    userMessageId: `${runId}:user`,
    assistantMessageId: `${runId}:0`,
    provider: 'anthropic',
    model: 'model',
    startedAt: at,
  }
  const put = (status: 'running' | 'complete') => records.push(runUpdated({ ...run, status }))
  message(`${runId}:user`, { content: words.repeat(3) })
  put('running')
  for (let round = 0; round <= roundsPerRun; round++) {
    const id = `${runId}:${round}`
    const call = { kind: 'toolCall' as const, toolCallId: `${id}:call`, toolName: 'read_document', input: { round } }
    message(id, { role: 'assistant', status: 'streaming' })
    for (let seq = 0; seq < 30; seq++) {
      const value = { id: `${id}:${seq}`, messageId: id, attempt: 1, seq, delta: words, createdAt: at }
      records.push({
        type: 'chunk',
        key: value.id,
        value: { ...value, kind: 'text' },
        headers: { operation: 'insert' },
      })
    }
    const last = round === roundsPerRun
    const content = words.repeat(30)
    message(id, {
      role: 'assistant',
      content,
      blocks: [{ kind: 'text', text: content }, ...(last ? [] : [call])],
    })
    if (last) continue
    const made = { toolCallId: call.toolCallId, toolName: call.toolName, parentMessageId: id }
    message(call.toolCallId, { ...made, role: 'tool_call', toolArgs: call.input })
    const toolResult = { ok: true, data: words.repeat(80) }
    message(`${id}:result`, { ...made, role: 'tool_result', toolResult })
  }
  put('complete')
  return records
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
