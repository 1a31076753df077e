import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { acceptedEncoding, compressedAnswers } from './compression.ts'

const long = { words: 'An answer that is longer than one packet. '.repeat(100) }

function app() {
  const routes = new Hono()
  routes.use('*', compressedAnswers())
  routes.get('/long', (context) => context.json(long, 201, { 'X-Own': 'kept' }))
  routes.get('/short', (context) => context.json({ ok: true }))
  routes.get('/text', (context) => context.text('x'.repeat(5000)))
  routes.get('/none', (context) => context.body(null, 204))
  return routes
}
const get = (path: string, accept?: string) =>
  app().request(path, accept === undefined ? {} : { headers: { 'Accept-Encoding': accept } })

test('a long JSON answer is compressed as the client accepts it, and says so', async () => {
  for (const [accept, encoding, inflate] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ] as const) {
    const answer = await get('/long', accept)
    expect([answer.status, answer.headers.get('X-Own')]).toEqual([201, 'kept'])
    expect(answer.headers.get('Content-Encoding')).toBe(encoding)
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.length).toBeLessThan(400)
    expect(JSON.parse(inflate(bytes).toString())).toEqual(long)
  }
})

test('everything else stays as it is', async () => {
  for (const [path, accept] of [
    ['/long', undefined],
    ['/long', 'identity'],
    ['/short', 'br'],
    ['/text', 'br'],
    ['/none', 'br'],
  ] as const) {
    expect((await get(path, accept)).headers.get('Content-Encoding')).toBe(null)
  }
  expect(await (await get('/long')).json()).toEqual(long)
  expect(await (await get('/short', 'br')).json()).toEqual({ ok: true })
})

test('an encoding that a client refuses is not taken', () => {
  expect([undefined, '', 'br;q=0', 'br; q=0.0', 'x-gzip', 'GZIP'].map(acceptedEncoding)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    'gzip',
  ])
})
