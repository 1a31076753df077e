import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { firstProject, newSession } from '../../testing/ai.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { createAnswerSockets } from './answerSockets.ts'
import type { UpgradeListener } from './upgrade.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function listen(): Promise<{ port: number; upgrades(listener: UpgradeListener): void }> {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise((resolve) => http.close(resolve)))
  const address = http.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    upgrades: (listener) => void http.on('upgrade', listener),
  }
}

async function studio(): Promise<{ server: TestServer; port: number }> {
  const { port, upgrades } = await listen()
  const server = await startTestServer({ PORT: String(port) })
  upgrades(server.upgrade)
  closers.push(() => server.close())
  return { server, port }
}

/** Everything that a socket gets until it is closed, or the status that it was refused with. */
function read(port: number, path: string, headers: Record<string, string>) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
  const heard: string[] = []
  const closed = new Promise<number>((resolve, reject) => {
    socket.on('message', (data) => void heard.push(String(data)))
    socket.on('close', resolve)
    socket.on('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode))
    socket.on('error', reject)
  })
  return { socket, heard, closed, head: () => JSON.parse(heard[0] ?? '{}') }
}

test('the stream of a session is read over a socket: head, records as they come, and an end', async () => {
  const { server, port } = await studio()
  const { cookie } = server
  const origin = `http://localhost:${port}`
  const session = await newSession(server)
  const stream = `/api/ai/sessions/${session}/stream`

  const whole = read(port, `${stream}?offset=-1`, { cookie, origin })
  expect(await whole.closed).toBe(1000)
  expect(whole.head()).toMatchObject({ status: 200, headers: { 'stream-up-to-date': 'true' } })
  expect(whole.heard.slice(1).join('')).toBe('[]')

  const live = read(port, `${stream}?offset=now&live=sse`, { cookie, origin, 'accept-encoding': 'gzip' })
  await expect.poll(() => live.head()).toMatchObject({ status: 200, headers: { 'content-type': 'text/event-stream' } })
  expect(live.head().headers).not.toHaveProperty('content-encoding')
  await server.call('POST', `/api/ai/sessions/${session}/runs`, { prompt: 'Add a hero section' })
  await expect.poll(() => live.heard.join(''), { timeout: 20_000 }).toContain('Add a hero section')
  live.socket.close()
  expect(await live.closed).toBe(1005)
})

test('changes of the content are waited for over a socket', async () => {
  const { server, port } = await studio()
  const { id } = await firstProject(server)
  const origin = `http://localhost:${port}`
  const { heard, closed, head } = read(port, `/api/projects/${id}/content/changes?after=0`, {
    cookie: server.cookie,
    origin,
  })
  expect(await closed).toBe(1000)
  expect(head()).toMatchObject({ status: 200 })
  expect(JSON.parse(heard.slice(1).join(''))).toHaveProperty('seq')
})

test('a caller without the right to read is refused, and no other page and no other address is answered', async () => {
  const { server, port } = await studio()
  const { cookie } = server
  const origin = `http://localhost:${port}`
  const stream = `/api/ai/sessions/${await newSession(server)}/stream`
  const stranger = read(port, stream, { origin })
  expect(await stranger.closed).toBe(1000)
  expect(stranger.head()).toMatchObject({ status: 401 })
  const missing = read(port, '/api/ai/sessions/none/stream', { cookie, origin })
  expect(await missing.closed).toBe(1000)
  expect(missing.head()).toMatchObject({ status: 404 })
  expect(await read(port, stream, { cookie, origin: 'http://evil.example' }).closed).toBe(403)
  expect(await read(port, stream, { cookie, origin, host: 'rebound.example' }).closed).toBe(403)
  expect(await read(port, '/api/projects', { cookie, origin }).closed).toBe(404)
})

test('a reader that stops reading is sent no more than the network holds, and the answer ends when it leaves', async () => {
  const { port, upgrades } = await listen()
  const sockets = createAnswerSockets({ allowedOrigin: () => true, onError: () => undefined })
  let made = 0
  let left = false
  const piece = new Uint8Array(1024 * 1024)
  upgrades((request, socket, head) => {
    void sockets.handleUpgrade(request, socket, head, ({ signal }) => {
      signal.addEventListener('abort', () => {
        left = true
      })
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          made += 1
          controller.enqueue(piece)
        },
      })
      return new Response(body)
    })
  })
  const reader = read(port, '/api/ai/sessions/s/stream', {})
  await expect.poll(() => reader.heard.length, { timeout: 15_000 }).toBeGreaterThan(0)
  reader.socket.pause()
  await expect
    .poll(
      async () => {
        const before = made
        await new Promise((resolve) => setTimeout(resolve, 200))
        return made - before
      },
      { timeout: 15_000 },
    )
    .toBe(0)
  expect(made).toBeLessThan(64)
  reader.socket.terminate()
  await expect.poll(() => left, { timeout: 15_000 }).toBe(true)
})

test('a body that fails closes the socket as cut', async () => {
  const { port, upgrades } = await listen()
  const errors: unknown[] = []
  const sockets = createAnswerSockets({ allowedOrigin: () => true, onError: (error) => errors.push(error) })
  upgrades((request, socket, head) => {
    void sockets.handleUpgrade(request, socket, head, () => {
      const body = new ReadableStream({
        pull() {
          throw new Error('The storage failed')
        },
      })
      return new Response(body)
    })
  })
  const reader = read(port, '/api/ai/sessions/s/stream', {})
  expect(await reader.closed).toBe(1011)
  expect(errors).toHaveLength(1)
})

test('an upgrade at an address that cannot be read is refused, and the server continues', async () => {
  const { port } = await studio()
  for (const address of ['//', 'http://[', '/sync?%', '*']) {
    const socket = connect(port, '127.0.0.1')
    closers.push(() => socket.destroy())
    socket.write(
      `GET ${address} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    )
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 4\d\d /)
  }
})
