import { afterEach, expect, test } from 'vitest'
import { cookieOf, owner, startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let at = Date.now()
afterEach(() => server.close())

const start = (env: Record<string, string> = {}) => startTestServer(env, { now: () => at })
/** Attempts to sign in from an address, through proxies that add to what the caller claims. */
const guess = async (password: string, { from = '127.0.0.1', claims = '', cookie = '', email = owner.email } = {}) => {
  const headers = { host: `localhost:${server.config.port}`, cookie, ...(claims ? { 'x-forwarded-for': claims } : {}) }
  const env = { incoming: { socket: { remoteAddress: from } } }
  const init = { method: 'POST', body: JSON.stringify({ email, password }), headers }
  const url = `http://localhost:${server.config.port}/api/auth/sign-in/email`
  return (await server.app.request(url, init, env)).status
}
const statuses = async (count: number, options: (n: number) => Parameters<typeof guess>[1]) => {
  const all: number[] = []
  for (let n = 0; n < count; n += 1) all.push(await guess('wrong', options(n)))
  return { wrong: all.filter((status) => status === 401).length, refused: all.filter((each) => each === 429).length }
}

test('a caller who names addresses in a header is held by the limit of its own, with a public origin too', async () => {
  server = await start({ ATELIER_ORIGIN: 'https://studio.example.com' })
  expect(await statuses(40, (n) => ({ claims: `198.51.100.${n}` }))).toEqual({ wrong: 10, refused: 30 })
  const said = server.logged.filter((line) => line.includes('ATELIER_TRUSTED_PROXIES'))
  expect(said).toHaveLength(1)
})

test('behind a trusted proxy callers are distinguished, whatever they claim', async () => {
  server = await start({ ATELIER_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' })
  const claims = (n: number) => ({ claims: `198.51.100.${n}, 203.0.113.5, 10.1.2.3` })
  expect(await statuses(20, claims)).toEqual({ wrong: 10, refused: 10 })
  expect(await guess(owner.password, { claims: '203.0.113.6' })).toBe(200)
})

test('an account takes a hundred wrong passwords an hour from all addresses; a browser known to it still gets in', async () => {
  server = await start({ ATELIER_TRUSTED_PROXIES: '127.0.0.1' })
  const known = cookieOf(await server.request('/api/me', { headers: { cookie: server.cookie } }))
  expect(known).toMatch(/^atelier\.browser_/)
  expect(await statuses(120, (n) => ({ claims: `198.51.100.${n}` }))).toEqual({ wrong: 100, refused: 20 })
  expect(await guess(owner.password, { claims: '203.0.113.1' })).toBe(429)
  expect(await guess('wrong', { claims: '203.0.113.1', cookie: known })).toBe(401)
  expect(await guess(owner.password, { claims: '203.0.113.1', cookie: known })).toBe(200)
  // A person's success does not give strangers another hundred.
  expect(await guess('wrong', { claims: '203.0.113.2' })).toBe(429)
  const forged = `${known.slice(0, -1)}${known.endsWith('A') ? 'B' : 'A'}`
  expect(await guess(owner.password, { claims: '203.0.113.3', cookie: forged })).toBe(429)
  // A known browser has a limit too.
  const options = (n: number) => ({ claims: `192.0.2.${n}`, cookie: known })
  expect(await statuses(105, options)).toEqual({ wrong: 99, refused: 6 })
  at += 3_600_000
  expect(await guess(owner.password, { claims: '203.0.113.4' })).toBe(200)
})

test('the addresses of one IPv6 line are one address', async () => {
  server = await start({ ATELIER_TRUSTED_PROXIES: '127.0.0.1' })
  expect(await statuses(20, (n) => ({ claims: `2001:db8:0:1::${n + 1}` }))).toEqual({ wrong: 10, refused: 10 })
})

test('a link of an invitation is no way around the limit of the account that it is for', async () => {
  server = await start()
  const { sql } = await import('kysely')
  const invite = await server.call('POST', '/api/invitations', { email: 'grace@example.com', role: 'member' })
  const token = new URL(String(JSON.parse(JSON.stringify(invite.body)).url)).searchParams.get('token')
  const accept = (password: string) => server.call('POST', '/api/invitations/accept', { token, name: 'G', password })
  await sql`update invitations set email = ${owner.email}`.execute(server.services.kysely)
  for (let n = 0; n < 6; n += 1) expect((await accept(`wrong password ${n}`)).status).toBe(400)
  for (let n = 0; n < 4; n += 1) expect(await guess('wrong', { from: 'local' })).toBe(401)
  expect((await accept('wrong password')).status).toBe(429)
})

test('a clock that is set back locks no user out', async () => {
  server = await start()
  await statuses(12, () => ({}))
  expect(await guess(owner.password)).toBe(429)
  at -= 86_400_000
  expect(await guess(owner.password)).toBe(200)
})
