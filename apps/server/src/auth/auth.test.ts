import { afterEach, describe, expect, test } from 'vitest'
import { cookieOf, owner, startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
afterEach(() => server.close())

const json = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers,
})

describe('the first owner', () => {
  test('is made once with the printed token, which signs in at once', async () => {
    server = await startTestServer({}, { signIn: false })
    expect(await server.call('GET', '/api/setup')).toEqual({ status: 200, body: { needed: true } })
    const wrong = await server.request('/api/setup', json({ token: 'guess', ...owner }))
    expect(wrong.status).toBe(403)
    const made = await server.request('/api/setup', json({ token: server.setupToken, ...owner }))
    expect(made.status).toBe(200)
    const me = await server.request('/api/me', { headers: { cookie: cookieOf(made) } })
    expect(await me.json()).toMatchObject({ user: { name: 'Ada', email: owner.email }, workspace: { role: 'owner' } })
    const again = await server.request(
      '/api/setup',
      json({ token: server.setupToken, ...owner, email: 'eve@example.com' }),
    )
    expect(again.status).toBe(403)
    expect(await server.call('GET', '/api/setup')).toEqual({ status: 200, body: { needed: false } })
  })

  test('two redemptions at once make one owner', async () => {
    server = await startTestServer({}, { signIn: false })
    const token = server.setupToken
    const answers = await Promise.all(
      ['a@example.com', 'b@example.com'].map((email) => server.request('/api/setup', json({ token, ...owner, email }))),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403])
  })

  test('comes from the environment, and then no link is issued', async () => {
    server = await startTestServer({
      ATELIER_OWNER_EMAIL: 'Env@Example.com',
      ATELIER_OWNER_PASSWORD: 'from the environment',
    })
    expect(server.setupToken).toBeUndefined()
    const signedIn = await server.request(
      '/api/auth/sign-in/email',
      json({ email: 'env@example.com', password: 'from the environment' }),
    )
    expect(signedIn.status).toBe(200)
    expect(signedIn.headers.getSetCookie().join()).toMatch(/HttpOnly.*SameSite=Lax/i)
  })

  test('a wrong field is refused with its path, and the token still works', async () => {
    server = await startTestServer({}, { signIn: false })
    const answer = await server.call('POST', '/api/setup', { token: server.setupToken, ...owner, password: 'short' })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_input', path: '/password' } } })
    expect((await server.request('/api/setup', json({ token: server.setupToken, ...owner }))).status).toBe(200)
  })
})

describe('signing in', () => {
  test('a person who mistypes nine times is not locked out; the eleventh guess waits', async () => {
    server = await startTestServer()
    const attempt = (password: string) =>
      server.request('/api/auth/sign-in/email', json({ email: owner.email, password }))
    for (let count = 0; count < 9; count++) expect((await attempt('wrong')).status).toBe(401)
    expect((await attempt(owner.password)).status).toBe(200)
    for (let count = 0; count < 10; count++) expect((await attempt('wrong')).status).toBe(401)
    const refused = await attempt(owner.password)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('signing out ends the session', async () => {
    server = await startTestServer()
    expect((await server.call('GET', '/api/me')).status).toBe(200)
    expect((await server.call('POST', '/api/auth/sign-out')).status).toBe(200)
    expect((await server.call('GET', '/api/me')).status).toBe(401)
  })

  test('no visitor can sign up', async () => {
    server = await startTestServer()
    const answer = await server.call('POST', '/api/auth/sign-up/email', { ...owner, email: 'new@example.com' })
    expect(answer.status).toBe(404)
  })

  test('the cookie is Secure if the origin is https', async () => {
    server = await startTestServer({ ATELIER_ORIGIN: 'https://studio.example.com' }, { signIn: false })
    const made = await server.request('/api/setup', json({ token: server.setupToken, ...owner }))
    expect(made.headers.getSetCookie().join()).toMatch(/Secure/)
    const me = await server.request('/api/me', { headers: { cookie: cookieOf(made), host: 'studio.example.com' } })
    expect(me.status).toBe(200)
  })
})

describe('API keys', () => {
  test('are shown once, work as Bearer, and end when deleted', async () => {
    server = await startTestServer()
    const made = await server.call('POST', '/api/keys', { name: 'ci' })
    expect(made.status).toBe(201)
    const { id, key } = made.body as { id: string; key: string }
    const headers = { authorization: `Bearer ${key}` }
    expect((await server.request('/api/me', { headers })).status).toBe(200)
    const listed = await server.call('GET', '/api/keys')
    expect(listed.body).toMatchObject({ keys: [{ id, name: 'ci', hint: key.slice(-4) }] })
    expect(JSON.stringify(listed.body)).not.toContain(key)
    expect(server.logged.join('')).not.toContain(key)
    const withKey = { cookie: '', ...headers }
    expect((await server.call('POST', '/api/keys', { name: 'more' }, withKey)).status).toBe(403)
    expect((await server.call('DELETE', `/api/keys/${id}`, undefined, withKey)).status).toBe(403)
    expect((await server.call('DELETE', `/api/keys/${id}`)).status).toBe(204)
    expect((await server.request('/api/me', { headers })).status).toBe(401)
    expect((await server.call('DELETE', `/api/keys/${id}`)).status).toBe(404)
  })
})

describe('requests from elsewhere', () => {
  test('a foreign origin may not act with the cookie; localhost and 127.0.0.1 may', async () => {
    server = await startTestServer()
    const from = (origin: string) => server.call('POST', '/api/keys', { name: 'x' }, { origin })
    expect(await from('http://evil.example')).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden_origin' } },
    })
    expect((await from(`http://localhost:${server.config.sitesPort}`)).status).toBe(403)
    expect((await from('null')).status).toBe(403)
    expect((await from(`http://localhost:${server.config.port}`)).status).toBe(201)
    expect((await from(`http://127.0.0.1:${server.config.port}`)).status).toBe(201)
    expect((await server.call('POST', '/api/keys', { name: 'x' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })

  test('a foreign Host is refused, but for the health check', async () => {
    server = await startTestServer()
    const answer = await server.call('GET', '/api/me', undefined, { host: 'rebound.example:4000' })
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'forbidden_host' } } })
    expect((await server.call('GET', '/health', undefined, { host: '10.0.0.7' })).body).toMatchObject({ status: 'ok' })
  })
})
