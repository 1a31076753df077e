import { type Commit, createStreamHandler, createStreamStore, type StreamStore } from '@atelier/streams'
import { DurableStream, stream } from '@durable-streams/client'
import { type ChangeEvent, createStateSchema, MaterializedState } from '@durable-streams/state'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databasesBySuite } from '../../testing/databases.ts'
import { listen } from '../../testing/listen.ts'
import { openStreams } from './openStreams.ts'

interface Message {
  id: string
  text: string
}

/** A Standard Schema written by hand. */
const messageSchema = {
  '~standard': {
    version: 1 as const,
    vendor: 'atelier',
    validate(value: unknown) {
      const { id, text } = Object(value)
      if (typeof id === 'string' && typeof text === 'string') return { value: { id, text } }
      return { issues: [{ message: 'A message has an id and a text.' }] }
    },
    types: undefined as undefined | { input: Message; output: Message },
  },
}

const schema = createStateSchema({ messages: { schema: messageSchema, type: 'message', primaryKey: 'id' } })

/** Reads from `offset` until `count` items were seen; returns them and the end of the last batch. */
async function follow(url: string, live: 'long-poll' | 'sse', offset: string, count: number) {
  const response = await stream<ChangeEvent>({ url, offset, live, json: true })
  const items: ChangeEvent[] = []
  let end = offset
  await new Promise<void>((resolve) => {
    response.subscribeJson(async (batch) => {
      items.push(...batch.items)
      end = batch.offset
      if (items.length >= count) resolve()
    })
  })
  response.cancel()
  return { items, end }
}

describe.each(databasesBySuite())('the published client on $name', ({ open }) => {
  let store: StreamStore
  let url: string
  let following: () => number
  let closeAll: () => Promise<void>

  beforeEach(async () => {
    const { database, close } = await open()
    const plain = createStreamStore(database, { now: Date.now })
    const listeners = new Set<() => void>()
    following = () => listeners.size
    store = {
      ...plain,
      subscribe(path, listener) {
        const stop = plain.subscribe(path, listener)
        listeners.add(stop)
        return () => {
          listeners.delete(stop)
          stop()
        }
      },
    }
    const readOnly = createStreamHandler({ store, now: Date.now, readOnly: true, path: () => 'sessions/1' })
    const app = new Hono()
      .all('/session', (context) => readOnly(context.req.raw))
      .route('/streams', openStreams({ store, now: Date.now, maxBodyBytes: 1000 }))
    const server = await listen(app)
    url = server.url
    closeAll = async () => {
      await server.close()
      await close()
    }
    await store.ensure('sessions/1')
  })
  afterEach(() => closeAll())

  function record(event: ChangeEvent): Promise<unknown> {
    const commit: Commit = {
      appends: [{ stream: 'sessions/1', entries: [new TextEncoder().encode(JSON.stringify(event))] }],
    }
    return store.commit(commit)
  }

  const message = (id: string, text: string) => schema.messages.upsert({ value: { id, text } })

  it.each(['long-poll', 'sse'] as const)('follows by %s, and resumes at its offset after it was away', async (live) => {
    await record(message('1', 'first'))
    const before = follow(`${url}/session`, live, '-1', 3)
    await expect.poll(following).toBe(1)
    await record(message('2', 'second'))
    await record(message('1', 'first, edited\r\nwith "lines"\n\nevent: data'))
    const seen = await before
    await expect.poll(following).toBe(0)

    await record(message('3', 'while away'))
    const after = follow(`${url}/session`, live, seen.end, 2)
    await expect.poll(following).toBe(1)
    await record(message('4', 'live again'))
    const rest = await after

    const state = new MaterializedState()
    state.applyBatch([...seen.items, ...rest.items])
    expect([...state.getType('message').values()]).toEqual([
      { id: '1', text: 'first, edited\r\nwith "lines"\n\nevent: data' },
      { id: '2', text: 'second' },
      { id: '3', text: 'while away' },
      { id: '4', text: 'live again' },
    ])
    await expect.poll(following).toBe(0)
  })

  it('reads a long history in bounded batches', async () => {
    const entries = Array.from({ length: 2500 }, (_, n) =>
      new TextEncoder().encode(JSON.stringify(message(String(n), 'x'))),
    )
    await store.commit({ appends: [{ stream: 'sessions/1', entries }] })
    const first = await fetch(`${url}/session?offset=-1`)
    expect((await first.json()).length).toBe(1000)
    expect(first.headers.get('Stream-Up-To-Date')).toBeNull()
    const response = await stream<ChangeEvent>({ url: `${url}/session`, offset: '-1', live: 'long-poll' })
    expect((await response.json()).map((item) => item.key)).toEqual(entries.map((_, n) => String(n)))
  })

  it('creates, appends and closes on the open mount', async () => {
    const handle = await DurableStream.create({ url: `${url}/streams/x`, contentType: 'application/json' })
    await handle.append(JSON.stringify({ n: 12345678901234567890n.toString() }))
    await fetch(`${url}/streams/x`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '[1.0, 1e2]',
    })
    await handle.close()
    const response = await fetch(`${url}/streams/x?offset=-1`)
    expect(await response.text()).toBe('[{"n":"12345678901234567890"},1.0,1e2]')
    expect(response.headers.get('Stream-Closed')).toBe('true')
  })

  it('lets no page write or read across origins if the handler is read-only', async () => {
    for (const method of ['PUT', 'POST', 'DELETE']) {
      const response = await fetch(`${url}/session`, { method, body: method === 'DELETE' ? undefined : '{}' })
      expect([method, response.status, response.headers.get('Allow')]).toEqual([method, 405, 'GET, HEAD'])
    }
    const read = await fetch(`${url}/session`, { headers: { Origin: 'https://elsewhere.example' } })
    expect([...read.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(read.headers.get('Cache-Control')).toContain('private')
    expect(read.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
    expect((await fetch(`${url}/streams/none`)).headers.get('Access-Control-Allow-Origin')).toBe('*')
  })

  it('refuses a body that is too large, whether it says so or not', async () => {
    await fetch(`${url}/streams/x`, { method: 'PUT', headers: { 'Content-Type': 'text/plain' } })
    const headers = { 'Content-Type': 'text/plain' }
    const said = await fetch(`${url}/streams/x`, { method: 'POST', headers, body: 'x'.repeat(1001) })
    const body = new ReadableStream({
      start(controller) {
        for (let n = 0; n < 20; n++) controller.enqueue(new Uint8Array(100))
        controller.close()
      },
    })
    const unsaid = await fetch(`${url}/streams/x`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    expect([said.status, unsaid.status]).toEqual([413, 413])
    expect((await said.json()).error.code).toBe('too_large')
    expect((await store.info('open/x'))?.tailOffset).toMatch(/^0+_0+$/)
  })

  it.each(['long-poll', 'sse'])('frees what a %s held when its client leaves', async (live) => {
    const leave = new AbortController()
    const waiting = fetch(`${url}/session?offset=now&live=${live}`, { signal: leave.signal }).then((response) =>
      response.text(),
    )
    await expect.poll(following).toBe(1)
    leave.abort()
    await expect(waiting).rejects.toThrow()
    await expect.poll(following).toBe(0)
  })

  it.each(['long-poll', 'sse'])('ends a %s whose stream is removed', async (live) => {
    const waiting = fetch(`${url}/session?offset=now&live=${live}`).then((response) => response.text())
    await expect.poll(following).toBe(1)
    await store.remove('sessions/1')
    await waiting
    expect(following()).toBe(0)
  })
})
