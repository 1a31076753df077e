import { afterEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
afterEach(() => server.close())

test('unknown routes are 404 as JSON, with and without a session', async () => {
  server = await startTestServer()
  const visitors: Record<string, string>[] = [{}, { cookie: server.cookie }]
  for (const headers of visitors) {
    const answer = await server.request('/api/nothing/here', { headers })
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({ error: { code: 'not_found', message: 'There is no such route.' } })
  }
})

test('without a session every door says 401', async () => {
  server = await startTestServer()
  for (const path of [
    '/api/me',
    '/api/keys',
    '/api/projects',
    '/api/projects/x',
    '/api/operations',
    '/api/ai/sessions',
    '/api/ai/credentials',
    '/api/ai/sessions/x/stream',
  ]) {
    const answer = await server.request(path)
    expect([path, answer.status]).toEqual([path, 401])
    expect(await answer.json()).toMatchObject({ error: { code: 'unauthenticated' } })
  }
  const wrongKey = await server.request('/api/me', { headers: { authorization: 'Bearer atl_wrong' } })
  expect(wrongKey.status).toBe(401)
})

test('a body that is not JSON is 400 invalid_json', async () => {
  server = await startTestServer()
  const answer = await server.request('/api/projects', {
    method: 'POST',
    body: '{"name":',
    headers: { cookie: server.cookie },
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: { code: 'invalid_json' } })
})

test('a body that is too large is 413', async () => {
  server = await startTestServer()
  const answer = await server.call('POST', '/api/projects', { name: 'x'.repeat(9 * 1024 * 1024) })
  expect(answer).toMatchObject({ status: 413, body: { error: { code: 'too_large' } } })
})

test('a wrong type is 400 with path, expected and received', async () => {
  server = await startTestServer()
  const answer = await server.call('POST', '/api/projects', { name: 7 })
  expect(answer).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_input', path: '/name', expected: 'string', received: 'the number 7' } },
  })
  expect(await server.call('POST', '/api/projects', ['x'])).toMatchObject({ status: 400 })
})

test('every answer carries the security headers and a request id', async () => {
  server = await startTestServer()
  const { headers } = await server.request('/api/me')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test('a failure inside says nothing of its cause to the client, and all of it to the log', async () => {
  server = await startTestServer()
  await server.database.transact(function* () {
    yield { sql: 'drop table api_keys', parameters: [] }
  })
  const answer = await server.call('GET', '/api/keys')
  expect(answer).toMatchObject({ status: 500, body: { error: { code: 'internal' } } })
  expect(JSON.stringify(answer.body)).not.toContain('api_keys')
  expect(server.logged.join('')).toContain('no such table: api_keys')
})
