import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeProvider, newSession, readSession, settled, startRun } from '../../../testing/ai.ts'
import { useModel } from '../../../testing/approvals.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

/** Three bytes for one character of the answer, which may have four million at most. */
const word = '語'.repeat(4000)
const words = 900
const streamed = words * word.length * 3
/** The maximum that may wait in the server for one reader: a batch of the stream, and what is being made of it. */
const most = 3 * 1024 * 1024

let server: TestServer
let provider: Awaited<ReturnType<typeof fakeProvider>>
let http: Server
let port = 0
let open: ServerResponse | undefined
const sockets = new Map<number | undefined, Socket>()
const readers: Socket[] = []

beforeAll(async () => {
  provider = await fakeProvider((response) => {
    open = response
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    send('message_start', { message: { id: 'm', usage: { input_tokens: 10, output_tokens: 1 } } })
    send('content_block_start', { index: 0, content_block: { type: 'text', text: '' } })
    send('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'First words.' } })
  })
  server = await startTestServer()
  await useModel(server, provider.url)
  http = createServer(getRequestListener(server.app.fetch))
  http.on('connection', (socket) => sockets.set(socket.remotePort, socket))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(async () => {
  for (const reader of readers) reader.destroy()
  http.closeAllConnections()
  await new Promise((resolve) => http.close(resolve))
  await server.close()
  await provider.close()
})

function send(type: string, data: object): void {
  open?.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
}

/** Requests an answer that never ends, and reads only its head. */
async function neverReads(path: string): Promise<{ waiting(): number }> {
  const socket = connect(port, '127.0.0.1')
  readers.push(socket)
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: localhost:${server.config.port}\r\nCookie: ${server.cookie}\r\nConnection: close\r\n\r\n`,
  )
  const head = await new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(bytes.toString())))
  socket.pause()
  expect(head).toMatch(/^HTTP\/1.1 200/)
  const { localPort } = socket
  return { waiting: () => sockets.get(localPort)?.writableLength ?? 0 }
}

test('a reader that never reads keeps neither the run nor more than a batch of it in memory, and catches up', async () => {
  const session = await newSession(server)
  const runId = await startRun(server, session, 'Write a long novel')
  const stream = `/api/ai/sessions/${session}/stream`
  const events = `/api/ai/sessions/${session}/runs/${runId}/events`
  // Each of them takes what a socket holds, several megabytes; so there is one of a kind.
  const slow = [await neverReads(`${stream}?offset=-1&live=sse`), await neverReads(events)]
  await expect.poll(() => open !== undefined).toBe(true)
  let kept = 0
  for (let at = 0; at < words; at++) {
    send('content_block_delta', { index: 0, delta: { type: 'text_delta', text: word } })
    if (open?.writableNeedDrain) await new Promise((resolve) => open?.once('drain', resolve))
    kept = Math.max(kept, ...slow.map((reader) => reader.waiting()))
  }
  send('content_block_stop', { index: 0 })
  send('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } })
  send('message_stop', {})
  open?.end()
  const { runs, messages } = await settled(server, session)
  expect(runs).toMatchObject([{ id: runId, status: 'complete' }])
  const whole = `First words.${word.repeat(words)}`
  expect(messages.at(-1)?.content === whole).toBe(true)
  kept = Math.max(kept, ...slow.map((reader) => reader.waiting()))
  expect(kept).toBeLessThan(most)
  // Their sockets are full, so that the rest waits in the stream and not in the server.
  expect(Math.min(...slow.map((reader) => reader.waiting()))).toBeGreaterThan(0)

  // They can still read what they were not sent, from their own offset.
  let heard = ''
  for (let offset = '-1'; ; ) {
    const answer = await server.request(`${stream}?offset=${offset}`, { headers: { cookie: server.cookie } })
    const records = JSON.parse(await answer.text())
    for (const { type, value } of records) if (type === 'chunk') heard += value.delta
    offset = answer.headers.get('stream-next-offset') ?? ''
    if (answer.headers.get('stream-up-to-date') === 'true') break
  }
  expect(heard === whole).toBe(true)
  expect(Buffer.byteLength(heard)).toBeGreaterThan(streamed)
  for (const reader of readers) reader.destroy()
  expect((await readSession(server, session)).activeRunId).toBeUndefined()
})
