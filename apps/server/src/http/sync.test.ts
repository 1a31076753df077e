import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestServer } from '../../testing/server.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Listens for upgrades as the real start does. */
async function listening() {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const server = await startTestServer({ PORT: String(port) })
  http.on('upgrade', server.upgrade)
  closers.push(
    () => new Promise((resolve) => http.close(resolve)),
    () => server.close(),
  )
  const connect = (path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
      socket.on('open', () => {
        socket.close()
        resolve(101)
      })
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
      socket.on('error', reject)
    })
  return { connect, server, port }
}

test('the live documents’ socket opens only to a session or a key on an own page', async () => {
  const { connect, server, port } = await listening()
  const { cookie } = server
  const origin = `http://localhost:${port}`
  expect(await connect('/sync', { cookie, origin })).toBe(101)
  expect(await connect('/sync', { origin })).toBe(401)
  expect(await connect('/sync', { cookie, origin: 'http://evil.example' })).toBe(403)
  expect(await connect('/sync', { cookie, origin: `http://localhost:${server.config.sitesPort}` })).toBe(403)
  expect(await connect('/sync', { cookie, origin, host: 'rebound.example' })).toBe(403)
  expect(await connect('/elsewhere', { cookie, origin })).toBe(404)
})
