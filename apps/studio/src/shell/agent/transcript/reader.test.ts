import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { messageInserted, messageUpdated, type SessionRecord } from '@atelier/agent'
import { createStreamHandler, createStreamStore } from '@atelier/streams'
import { getRequestListener } from '@hono/node-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerOverSockets } from '../../../../../server/testing/answerSockets.ts'
import { testDatabases } from '../../../../../server/testing/databases.ts'
import { createTranscriptReader, type TranscriptReader } from './reader.ts'
import type { Transcript } from './transcript.ts'

const path = '/api/ai/sessions/s1'
const at = 1_700_000_000_000

const user: SessionRecord = {
  type: 'message',
  key: 'u1',
  value: { id: 'u1', runId: 'r1', attempt: 1, role: 'user', status: 'complete', content: 'Hello', createdAt: at },
  headers: { operation: 'insert' },
}
const run = (status: 'running' | 'complete'): SessionRecord => ({
  type: 'run',
  key: 'r1',
  value: {
    id: 'r1',
    status,
    scope: 'site',
    userMessageId: 'u1',
    assistantMessageId: 'a1',
    provider: 'anthropic',
    model: 'm',
    contextTokens: 1200,
  },
  headers: { operation: 'upsert' },
})
const streaming = {
  id: 'a1',
  runId: 'r1',
  attempt: 1,
  role: 'assistant',
  status: 'streaming',
  createdAt: at,
} as const
const answer = messageInserted(streaming)
const chunk = (seq: number, delta: string): SessionRecord => ({
  type: 'chunk',
  key: `a1:${seq}`,
  value: { id: `a1:${seq}`, messageId: 'a1', attempt: 1, seq, kind: 'text', delta, createdAt: at },
  headers: { operation: 'insert' },
})

describe('following a chat', () => {
  let server: Server
  let origin: string
  let close: () => Promise<void>
  let cutSockets: () => void
  let reader: TranscriptReader | undefined
  /** What `GET` of the session answers: a status, or the snapshot. */
  let snapshot: {
    status?: number
    messages: SessionRecord['value'][]
    runs: SessionRecord['value'][]
    chunks?: SessionRecord['value'][]
    earlier?: object
    offset: string
  }
  /** The answer of the part before the snapshot. */
  let part: object | undefined
  /** The requests, and their origins. */
  let asked: string[] = []

  const append = async (...records: SessionRecord[]) => {
    const response = await fetch(`${origin}${path}/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(records),
    })
    expect(response.ok).toBe(true)
    return response.headers.get('stream-next-offset') ?? ''
  }
  const cutConnections = () => {
    cutSockets()
    server.closeAllConnections()
  }
  const follow = () => {
    reader = createTranscriptReader('s1', { origin, schedule: (notify) => setTimeout(notify, 0) })
    return reader
  }
  const until = (wanted: (transcript: Transcript) => boolean) =>
    new Promise<Transcript>((resolve) => {
      const look = () => {
        const transcript = reader?.get()
        if (transcript && wanted(transcript)) resolve(transcript)
      }
      reader?.subscribe(look)
      look()
    })
  const says = (text: string) => (transcript: Transcript) =>
    transcript.turns.some((turn) => turn.items.some((item) => item.kind === 'prose' && item.text === text))

  beforeEach(async () => {
    const sqlite = testDatabases().find((each) => each.name === 'sqlite')
    if (!sqlite) throw new Error('There is no SQLite to test with.')
    const opened = await sqlite.open()
    const handler = createStreamHandler({
      store: createStreamStore(opened.database, { now: Date.now }),
      now: Date.now,
      path: (url) => {
        asked.push(`${url.pathname}${url.search}`)
        return url.pathname === `${path}/stream` ? 'sessions/s1' : undefined
      },
    })
    const listener = getRequestListener((request) => {
      const { pathname, search } = new URL(request.url)
      if (pathname === `${path}/messages`) {
        asked.push(`${pathname}${search}`)
        return Response.json(part ?? { error: { code: 'failed', message: 'No.' } }, { status: part ? 200 : 500 })
      }
      if (pathname !== path) return handler(request)
      const { status = 200, ...folded } = snapshot
      const times = { createdAt: at, updatedAt: at, lastMessageAt: at }
      const session = {
        id: 's1',
        scope: 'site',
        provider: 'anthropic',
        ...times,
        messageCount: 1,
        approvals: [],
        ...folded,
      }
      const error = { error: { code: 'not_found', message: 'There is no such chat.' } }
      return Response.json(status === 200 ? session : error, { status })
    })
    server = createServer(listener)
    cutSockets = answerOverSockets(server, handler)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await fetch(`${origin}${path}/stream`, { method: 'PUT', headers: { 'content-type': 'application/json' } })
    snapshot = { messages: [], runs: [], offset: '-1' }
    part = undefined
    asked = []
    close = async () => {
      cutConnections()
      await new Promise((resolve) => server.close(resolve))
      await opened.close()
    }
  })

  afterEach(async () => {
    reader?.close()
    await close()
  })

  it('starts with what is folded and continues from its offset', async () => {
    const offset = await append(user, run('running'))
    snapshot = { messages: [user.value], runs: [run('running').value], offset }
    follow()
    const first = await until((transcript) => transcript.turns.length === 1)
    expect(first).toMatchObject({ activeRun: { id: 'r1' }, contextTokens: 1200, turns: [{ prompt: 'Hello' }] })
    await append(answer, chunk(0, 'Good '), chunk(1, 'day'))
    await until(says('Good day'))
    await append(run('complete'))
    expect((await until((transcript) => transcript.activeRun === undefined)).status).toBe('live')
  })

  it('shows the whole of a message that was half written when it came, and reads none of it again', async () => {
    const offset = await append(user, run('running'), answer, chunk(0, 'First '), chunk(1, 'half, '))
    snapshot = {
      messages: [user.value, streaming],
      runs: [run('running').value],
      chunks: [chunk(1, 'First half, ').value],
      offset,
    }
    follow()
    await until(says('First half, '))
    await append(chunk(2, 'second half'))
    await until(says('First half, second half'))
    const reads = asked.filter((each) => each.includes('live=sse'))
    expect(reads.map((each) => new URL(each, origin).searchParams.get('offset'))).toEqual([offset])
  })

  it('reads the earlier part on request, keeps the known one, and takes changes made there meanwhile', async () => {
    const own = { id: 'm0', runId: 'r0', attempt: 1, createdAt: at }
    const early = (content: string) => ({ ...own, role: 'assistant', status: 'complete', content }) as const
    const offset = await append(user, run('complete'))
    snapshot = {
      messages: [user.value],
      runs: [run('complete').value],
      earlier: { before: 'u1', costUsd: 0.5 },
      offset,
    }
    follow()
    const first = await until((transcript) => transcript.turns.length === 1)
    expect(first.earlier).toEqual({ costUsd: 0.5, loading: false })
    await append(messageUpdated(early('Changed.')), answer)
    await until((transcript) => transcript.knows('r1'))
    reader?.loadEarlier()
    reader?.loadEarlier()
    // A part that cannot be read is requested again by the next scroll.
    await until((transcript) => transcript.earlier?.loading === true)
    await until((transcript) => transcript.earlier?.loading === false)
    expect(asked.filter((each) => each.includes('/messages'))).toEqual([`${path}/messages?before=u1`])
    const summary = { runId: 'r0', state: 'applied', documents: 1, counts: [] }
    part = { messages: [early('Once.')], runs: [], approvals: [], summaries: [summary] }
    reader?.loadEarlier()
    const whole = await until((transcript) => transcript.turns.length === 2)
    expect(whole.turns.map(({ runId, items }) => [runId, items.map((item) => 'text' in item && item.text)])).toEqual([
      ['r0', ['Changed.']],
      ['r1', []],
    ])
    expect(whole.earlier).toBeUndefined()
    expect(whole.summaries.get('r0')).toEqual(summary)
    reader?.loadEarlier()
    expect(asked.filter((each) => each.includes('/messages'))).toHaveLength(2)
  })

  it('continues where it was when the connection is cut, and says so meanwhile', async () => {
    snapshot.offset = await append(user, run('running'), answer, chunk(0, 'One '))
    snapshot.messages = [user.value, answer.value]
    snapshot.chunks = [chunk(0, 'One ').value]
    follow()
    await until(says('One '))
    const seen: string[] = []
    reader?.subscribe(() => seen.push(reader?.get().status ?? ''))
    const port = Number(new URL(origin).port)
    cutConnections()
    await new Promise((resolve) => server.close(resolve))
    await until((transcript) => transcript.status === 'reconnecting')
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    await append(chunk(1, 'two'))
    await until(says('One two'))
    expect(reader?.get().status).toBe('live')
    expect(seen).toContain('reconnecting')
  })

  it('says that a chat is gone, and stops asking', async () => {
    snapshot.status = 404
    follow()
    const failed = await until((transcript) => transcript.status === 'failed')
    expect(failed.error).toMatchObject({ code: 'not_found', message: 'There is no such chat.' })
  })
})
