import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { systemConnect } from './connect.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** A server on loopback that hands over each connection. */
async function listen(onSocket: (socket: Socket) => void): Promise<number> {
  const made = createServer(onSocket)
  server = made
  await new Promise<void>((done) => made.listen(0, '127.0.0.1', done))
  const address = made.address()
  return typeof address === 'object' && address ? address.port : 0
}
const never = new AbortController().signal

test('a connection goes to the address, without a lookup of the name', async () => {
  const port = await listen((socket) => socket.end('hello'))
  const socket = await systemConnect({ address: '127.0.0.1', port, secure: false, host: 'no-such.example.com' }, never)
  let read = ''
  for await (const chunk of socket) read += chunk
  expect(read).toBe('hello')
})

test('TLS asks for the name’s certificate, for none by an address, and fails with what is no TLS', async () => {
  const greetings: string[] = []
  const port = await listen((socket) =>
    socket.once('data', (bytes) => {
      greetings.push(bytes.toString('latin1'))
      socket.end('this is no TLS')
    }),
  )
  for (const host of ['name.example.com', '203.0.113.7'])
    await expect(systemConnect({ address: '127.0.0.1', port, secure: true, host }, never)).rejects.toThrow()
  expect(greetings.map((text) => text.includes('name.example.com'))).toEqual([true, false])
  expect(greetings.map((text) => text.includes('203.0.113.7'))).toEqual([false, false])
})

test('a connection is given up with its signal', async () => {
  const port = await listen((socket) => void socket.on('error', () => undefined).resume())
  const stop = new AbortController()
  // The other side never answers the greeting.
  const opening = systemConnect({ address: '127.0.0.1', port, secure: true, host: 'slow.example.com' }, stop.signal)
  stop.abort(new Error('too late'))
  await expect(opening).rejects.toThrow('too late')
  await expect(
    systemConnect({ address: '127.0.0.1', port, secure: false, host: 'x.example.com' }, stop.signal),
  ).rejects.toThrow('too late')
})
