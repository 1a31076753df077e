import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import type { Resolve } from '../../web/address.ts'
import { pinnedFetch } from './pinnedFetch.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

const to =
  (...answers: string[]): Resolve =>
  async () => [{ address: answers.length > 1 ? (answers.shift() ?? '') : (answers[0] ?? ''), family: 4 }]

test('the connection goes to the address that was checked, whatever the name resolves to next', async () => {
  const port = await serve((request, response) => response.end(`asked as ${request.headers.host}`))
  const request = pinnedFetch(to('127.0.0.1', '169.254.169.254'))
  const answer = await request(`http://rebinding.example:${port}/v1`)
  expect(await answer.text()).toBe(`asked as rebinding.example:${port}`)
  await expect(request(`http://rebinding.example:${port}/v1`)).rejects.toThrow('link-local')
})

test.each([
  'http://169.254.169.254/latest/meta-data',
  'http://0xa9fea9fe/',
  'http://[::ffff:169.254.169.254]/',
  'http://[fe80::1]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://100.100.100.200/',
])('%s is never asked', async (url) => {
  await expect(pinnedFetch()(url)).rejects.toThrow('link-local')
})

test('one link-local address among several is enough to refuse a name', async () => {
  const resolve: Resolve = async () => [
    { address: '127.0.0.1', family: 4 },
    { address: 'fe80::1', family: 6 },
  ]
  await expect(pinnedFetch(resolve)('http://mixed.example/')).rejects.toThrow('link-local')
})

test('a name that is not found and a port without a listener are named as the cause', async () => {
  const nowhere: Resolve = async () => {
    throw new Error('ENOTFOUND')
  }
  const causeOf = async (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: unknown) => (error instanceof TypeError && error.cause instanceof Error ? error.cause.message : error),
    )
  expect(await causeOf(pinnedFetch(nowhere)('http://nowhere.example/'))).toContain('nowhere.example was not found')
  expect(await causeOf(pinnedFetch()('http://127.0.0.1:1/'))).toContain('ECONNREFUSED')
})

test('method, headers and body arrive; status and headers come back; a redirect is an answer and not a way on', async () => {
  let asked = 0
  const port = await serve((request, response) => {
    asked += 1
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method, headers } = request
      response.writeHead(307, { location: '/elsewhere', 'x-seen': `${method} ${headers['x-api-key']}` })
      response.end(Buffer.concat(parts))
    })
  })
  const answer = await pinnedFetch()(`http://127.0.0.1:${port}/v1`, {
    method: 'POST',
    headers: { 'x-api-key': 'k' },
    body: 'naïve',
  })
  expect([answer.status, answer.headers.get('x-seen'), await answer.text()]).toEqual([307, 'POST k', 'naïve'])
  expect(asked).toBe(1)
})

test('an answer streams, packet for packet, and a slow reader holds the sender back', async () => {
  let next: () => void = () => undefined
  const port = await serve((_request, response) => {
    response.write('one')
    next = () => {
      response.write('two')
      next = () => response.end()
    }
  })
  const answer = await pinnedFetch()(`http://127.0.0.1:${port}/`)
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect(await reader?.read()).toEqual({ done: false, value: 'one' })
  next()
  expect(await reader?.read()).toEqual({ done: false, value: 'two' })
  next()
  expect(await reader?.read()).toMatchObject({ done: true })
})

test('an abort ends the request before and during its answer, with the signal’s reason', async () => {
  const { promise: left, resolve } = Promise.withResolvers<void>()
  const port = await serve((request, response) => {
    if (request.url === '/silent') return
    response.on('close', resolve)
    response.write('begun')
  })
  const early = new AbortController()
  const waiting = pinnedFetch()(`http://127.0.0.1:${port}/silent`, { signal: early.signal })
  early.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')

  const late = new AbortController()
  const answer = await pinnedFetch()(`http://127.0.0.1:${port}/`, { signal: late.signal })
  const text = answer.text()
  late.abort()
  await expect(text).rejects.toMatchObject({ name: 'AbortError' })
  await left
})

test('a reader that leaves ends the connection, and an answer that is cut off is an error', async () => {
  const { promise: left, resolve } = Promise.withResolvers<void>()
  const port = await serve((request, response) => {
    response.write('begun')
    if (request.url === '/cut') response.once('drain', () => undefined).socket?.destroySoon()
    else response.on('close', resolve)
  })
  const answer = await pinnedFetch()(`http://127.0.0.1:${port}/`)
  await answer.body?.cancel()
  await left
  const cut = pinnedFetch()(`http://127.0.0.1:${port}/cut`).then((response) => response.text())
  await expect(cut).rejects.toThrow(TypeError)
})
