import { createServer, type RequestListener } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { inTurns } from './arrivals.ts'

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function serve(listener: RequestListener) {
  const server = createServer(inTurns(listener))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

const open = (port: number) =>
  new Promise<ReturnType<typeof connect>>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
  })
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`
const close = 'Connection: close\r\n'

test('a burst is answered, or refused before anything is done for it', async () => {
  let done = 0
  const port = await serve((_, response) => {
    done += 1
    response.end('done')
  })
  const sockets = await Promise.all(Array.from({ length: 1_000 }, () => open(port)))
  const answers = await Promise.all(
    sockets.map((socket) => {
      socket.write(get('/', close))
      return text(socket)
    }),
  )
  const refused = answers.filter((answer) => answer.startsWith('HTTP/1.1 503'))
  expect(refused.length).toBeGreaterThan(100)
  expect(answers.filter((answer) => answer.endsWith('done'))).toHaveLength(1_000 - refused.length)
  expect(done).toBe(1_000 - refused.length)
  expect(refused[0]).toContain('Retry-After: 1')
  expect(JSON.parse(refused[0]?.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: { code: 'busy' } })
})

test('a socket that had an answer before does not wait behind a burst of new ones', async () => {
  const begun: string[] = []
  const port = await serve((request, response) => {
    begun.push(request.url ?? '')
    response.end('done')
  })
  const old = await open(port)
  old.write(get('/first'))
  await new Promise((resolve) => old.once('data', resolve))
  const sockets = await Promise.all(Array.from({ length: 200 }, () => open(port)))
  const answers = sockets.map((socket) => {
    socket.write(get('/new', close))
    return text(socket)
  })
  old.write(get('/old', close))
  await Promise.all([...answers, text(old)])
  expect(begun.indexOf('/old')).toBeLessThan(150)
  expect(begun).toHaveLength(202)
})
