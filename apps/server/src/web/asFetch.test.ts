import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { type FakeWeb, fakeWeb } from '../../testing/web.ts'
import { asFetch } from './asFetch.ts'
import { createGuardedFetch, noFetch } from './guardedFetch.ts'

let web: FakeWeb
afterEach(() => web.close())

test('a client of a service sends its headers and its text, and gets status, type and bytes', async () => {
  web = await fakeWeb((_, response) => {
    response.writeHead(201, { 'content-type': 'image/jpeg; x=y', 'content-encoding': 'gzip' }).end(gzipSync('picture'))
  })
  const fetch = asFetch(createGuardedFetch(web))
  const answer = await fetch('https://api.example.com/v1', {
    method: 'POST',
    headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
    body: '{"prompt":"Brot für alle"}',
    redirect: 'manual',
  })
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    201,
    'image/jpeg',
    'picture',
  ])
  expect(web.requests).toMatchObject([
    {
      method: 'POST',
      body: '{"prompt":"Brot für alle"}',
      headers: { authorization: 'Bearer key', 'content-type': 'application/json', host: 'api.example.com' },
    },
  ])
})

test('it follows no redirect, reaches no private address, and ends with its signal', async () => {
  web = await fakeWeb((request, response) => {
    if (request.url === '/never') return
    response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
  })
  const fetch = asFetch(createGuardedFetch(web))
  expect((await fetch('https://api.example.com/')).status).toBe(302)
  await expect(fetch('http://10.0.0.1/')).rejects.toMatchObject({
    name: 'TypeError',
    cause: { message: expect.stringContaining('not on the public internet') },
  })
  const stop = new AbortController()
  const waiting = fetch('https://api.example.com/never', { signal: stop.signal })
  stop.abort(new Error('too late'))
  await expect(waiting).rejects.toThrow('too late')
  await expect(fetch('https://api.example.com/', { method: 'DELETE' })).rejects.toThrow('DELETE')
  await expect(asFetch(noFetch)('https://api.example.com/')).rejects.toThrow('fetch failed')
  expect(web.connected.every(({ host }) => host === 'api.example.com')).toBe(true)
})
