import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { expect, test } from 'vitest'
import { afterWholeRequest } from './wholeRequests.ts'

test('a client on a slow line sends all of a refused request and reads why', async () => {
  const refuse = () => Promise.resolve(new Response('too large', { status: 413 }))
  const server = createServer(getRequestListener(afterWholeRequest(refuse)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  const troubles: string[] = []
  socket.on('data', (part) => {
    answer += part
  })
  socket.on('error', (error) => troubles.push(error.message))
  socket.on('end', () => troubles.push('The server closed the connection.'))

  const piece = Buffer.alloc(100_000)
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${10 * piece.length}\r\n\r\n`)
  // Longer than the half second after which a refused request is cut.
  for (let sent = 0; sent < 10; sent++) {
    await sleep(80)
    socket.write(piece)
  }
  await expect.poll(() => answer).toContain('413 Payload Too Large')
  expect(troubles).toEqual([])
  socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})

test('a refusal does not wait for a client that has left', async () => {
  const refuse = afterWholeRequest(() => Promise.resolve(new Response('too large', { status: 413 })))
  const refusals: unknown[] = []
  const server = createServer(
    getRequestListener(async (request, env) => {
      const refusal = await refuse(request, env)
      refusals.push(refusal)
      return refusal
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf', () => socket.destroy())
  await expect.poll(() => refusals).toHaveLength(1)
  await new Promise((resolve) => server.close(resolve))
})
