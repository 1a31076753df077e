import {
  ChunkRecord,
  encodeRecords,
  MessageRecord,
  messageInserted,
  RunRecord,
  runInserted,
  sessionStream,
} from '@atelier/agent'
import { RunSummary, sessionPart, sessionSnapshot } from '@atelier/api'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterEach, expect, test } from 'vitest'
import { newSession, settled, startRun } from '../../../testing/ai.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
afterEach(() => server.close())

const Latest = sessionSnapshot(MessageRecord, RunRecord, Type.Unknown(), ChunkRecord)
const Part = sessionPart(MessageRecord, RunRecord, Type.Unknown())
const Summaries = Type.Object({ summaries: Type.Array(RunSummary) })

const latest = async (session: string) => {
  const { body } = await server.call('GET', `/api/ai/sessions/${session}?part=latest`)
  return { bytes: JSON.stringify(body).length, read: Value.Parse(Latest, body) }
}

/** Adds runs to a session as if they had been, each of a question and an answer of some text. */
async function addRuns(session: string, count: number, text: string): Promise<string[]> {
  const ids: string[] = []
  const entries = Array.from({ length: count }, (_, at) => {
    const id = `${session}-r${at}`
    const own = { runId: id, attempt: 1, createdAt: at }
    ids.push(`${id}-u`, `${id}-a`)
    return encodeRecords([
      messageInserted({ ...own, id: `${id}-u`, role: 'user', status: 'complete', content: `Question ${at}` }),
      runInserted({
        id,
        status: 'complete',
        scope: 'site',
        userMessageId: `${id}-u`,
        assistantMessageId: `${id}-a`,
        provider: 'anthropic',
        model: 'm',
        costUsd: 1,
      }),
      messageInserted({ ...own, id: `${id}-a`, role: 'assistant', status: 'complete', content: text }),
    ])
  }).flat()
  await server.services.streams.commit({ appends: [{ stream: sessionStream(session), entries }] })
  return ids
}

test('the end of a long chat is short, and the parts before it are the rest', async () => {
  server = await startTestServer()
  const session = await newSession(server)
  const ids = await addRuns(session, 400, 'An answer of some words. '.repeat(20))
  const { bytes, read } = await latest(session)
  expect(bytes).toBeLessThan(100_000)
  let seen = read.messages.map(({ id }) => id)
  expect(seen).toEqual(ids.slice(-seen.length))
  let { earlier } = read
  let costs = read.runs.length
  while (earlier) {
    expect(earlier.costUsd).toBe(400 - costs)
    const { body } = await server.call('GET', `/api/ai/sessions/${session}/messages?before=${earlier.before}`)
    expect(JSON.stringify(body).length).toBeLessThan(100_000)
    const part = Value.Parse(Part, body)
    seen = [...part.messages.map(({ id }) => id), ...seen]
    costs += part.runs.length
    earlier = part.earlier
  }
  expect(seen).toEqual(ids)
  expect((await server.call('GET', `/api/ai/sessions/${session}/messages?before=none`)).status).toBe(404)
  const whole = await server.call('GET', `/api/ai/sessions/${session}`)
  expect(whole.body).toMatchObject({ messages: { length: 800 } })
})

test('the end of a chat in which an answer is written has its words so far, and the offset behind them', async () => {
  server = await startTestServer()
  const session = await newSession(server)
  await addRuns(session, 150, 'An answer.')
  const stream = sessionStream(session)
  const chunk = (seq: number) => {
    const id = `a:${seq}`
    const value = { id, messageId: 'a', attempt: 1, seq, kind: 'text', delta: `word${seq} `, createdAt: 1 } as const
    return { type: 'chunk', key: id, value, headers: { operation: 'insert' } } as const
  }
  const append = (...records: Parameters<typeof encodeRecords>[0]) =>
    server.services.streams.commit({ appends: [{ stream, entries: encodeRecords(records) }] })
  await append(
    messageInserted({ id: 'a', runId: 'r', attempt: 1, role: 'assistant', status: 'streaming', createdAt: 1 }),
    ...Array.from({ length: 3_000 }, (_, seq) => chunk(seq)),
  )
  const { bytes, read } = await latest(session)
  expect(bytes).toBeLessThan(200_000)
  expect(read.chunks).toMatchObject([
    { messageId: 'a', seq: 2_999, delta: expect.stringMatching(/^word0 word1 .*word2999 $/) },
  ])
  expect(read.messages.at(-1)).toMatchObject({ id: 'a', status: 'streaming' })
  await append(chunk(3_000))
  const rest = await server.call('GET', `/api/ai/sessions/${session}/stream?offset=${read.offset}`)
  expect(rest.body).toMatchObject([{ type: 'chunk', key: 'a:3000' }])
})

test('the end of a chat says how much its runs changed, and so does one request for several of them', async () => {
  server = await startTestServer()
  const session = await newSession(server)
  const runId = await startRun(server, session, 'Build a landing page for Blue Heron Bakery')
  await settled(server, session)
  const { read } = await latest(session)
  const [summary] = read.summaries ?? []
  expect(summary).toMatchObject({ runId, state: 'applied' })
  expect(summary?.counts).toContainEqual({ what: 'page', kind: 'added', count: 1 })
  const idle = await startRun(server, session, 'Hello')
  await settled(server, session)
  expect((await latest(session)).read.summaries).toMatchObject([{ runId }, { runId: idle }])
  await server.call('POST', `/api/ai/sessions/${session}/runs/${runId}/undo`)
  const path = `/api/ai/sessions/${session}/changes`
  const { summaries } = Value.Parse(Summaries, (await server.call('GET', `${path}?runs=${runId},${runId}`)).body)
  expect(summaries).toMatchObject([{ runId, state: 'undone', counts: summary?.counts }])
  expect((await server.call('GET', `${path}?runs=${runId},none`)).status).toBe(404)
  const other = await newSession(server)
  expect((await server.call('GET', `/api/ai/sessions/${other}/changes?runs=${runId}`)).status).toBe(404)
})
