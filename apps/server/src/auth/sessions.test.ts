import { afterEach, describe, expect, test } from 'vitest'
import { testDatabases } from '../../testing/databases.ts'
import { owner, startTestServer, type TestServer } from '../../testing/server.ts'
import { up } from '../database/migrations/0010-sign-in.ts'
import { openDatabase } from '../database/open.ts'
import type { ServerTables } from '../database/tables.ts'
import { digest } from './secrets.ts'
import { createSignInLimit, type SignInLimit } from './signInLimit.ts'

let server: TestServer
const servers: TestServer[] = []
const startServer = async () => {
  server = await startTestServer()
  servers.push(server)
}
afterEach(async () => {
  for (const each of servers.splice(0)) await each.close()
})

const guess = (email: string, password = 'wrong') =>
  server.request('/api/auth/sign-in/email', { method: 'POST', body: JSON.stringify({ email, password }) })

const stored = () => server.services.kysely.selectFrom('auth_sessions').select(['id', 'token']).execute()
const tokenOf = (cookie: string) =>
  decodeURIComponent(/session_token=([^;]+)/.exec(cookie)?.[1] ?? '').split('.')[0] ?? ''

describe('guesses at once', () => {
  test('150 at one account are held by its limit, and none beyond it is looked at', async () => {
    await startServer()
    const answers = await Promise.all(Array.from({ length: 150 }, () => guess(owner.email)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429 || status === 503)).toHaveLength(140)
    expect((await guess(owner.email, owner.password)).status).toBe(429)
  })

  test('150 at as many accounts are held by the limit of their address', async () => {
    await startServer()
    const attempt = (n: number) =>
      server.services.signInLimit.attempt(
        `${n}@example.com`,
        '10.0.0.1',
        async () => 'wrong',
        () => false,
      )
    const outcomes: PromiseSettledResult<string>[] = []
    for (let begun = 0; begun < 150; begun += 15) {
      outcomes.push(...(await Promise.allSettled(Array.from({ length: 15 }, (_, n) => attempt(begun + n)))))
    }
    expect(outcomes.slice(0, 100).every(({ status }) => status === 'fulfilled')).toBe(true)
    expect(outcomes.slice(100).every(({ status }) => status === 'rejected')).toBe(true)
  })

  test('many of one address are refused at once, and keep no other address waiting', async () => {
    await startServer()
    const { signInLimit } = server.services
    const begun: string[] = []
    const attempt = (account: string, address: string) =>
      signInLimit.attempt(
        account,
        address,
        async () => begun.push(account),
        () => true,
      )
    const many = Array.from({ length: 150 }, (_, n) => attempt(`${n}@example.com`, '10.0.0.1'))
    const outcomes = Promise.allSettled(many)
    await attempt(owner.email, '10.0.0.2')
    expect(begun.indexOf(owner.email)).toBeLessThan(6)
    const refused = (await outcomes).filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(120)
  })

  test.each(testDatabases().filter(({ name }) => name === 'postgres'))(
    'count on two servers as on one',
    async ({ place }) => {
      const { remove, ...options } = await place()
      const [one, two] = [await openDatabase(options), await openDatabase(options)]
      const now = () => 1_000_000_000
      const limits = [one, two].map(({ database }) => createSignInLimit(database, now))
      const guessAt = async (limit: SignInLimit | undefined) =>
        limit?.attempt(
          'ada@example.com',
          '127.0.0.1',
          async () => 'wrong',
          () => false,
        )
      const tries = Array.from({ length: 40 }, (_, n) => guessAt(limits[n % 2]))
      const outcomes = await Promise.allSettled(tries)
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
      const later = createSignInLimit(two.database, () => now() + 601_000)
      await expect(guessAt(later)).resolves.toBe('wrong')
      await Promise.all([one.close(), two.close()])
      remove()
    },
  )
})

describe('session tokens', () => {
  test('lie in the database as digests, and no answer holds one', async () => {
    await startServer()
    const token = tokenOf(server.cookie)
    expect(token.length).toBeGreaterThan(20)
    expect((await stored()).map((row) => row.token)).toEqual([digest(token)])
    for (const path of ['get-session', 'list-sessions']) {
      const answer = await server.call('GET', `/api/auth/${path}`)
      expect(answer.status).toBe(200)
      expect(JSON.stringify(answer.body)).toContain('expiresAt')
      for (const secret of ['"token"', token, digest(token)]) expect(JSON.stringify(answer.body)).not.toContain(secret)
    }
    const [row] = await stored()
    const asCookie = server.cookie.replace(encodeURIComponent(token), row?.token ?? '')
    expect((await server.request('/api/me', { headers: { cookie: asCookie } })).status).toBe(401)
  })

  test('a session is ended by its id, only by its owner', async () => {
    await startServer()
    const other = await guess(owner.email, owner.password)
    expect(other.status).toBe(200)
    const [, second] = await stored()
    const end = (id: string) => server.call('POST', '/api/auth/revoke-session', { id })
    expect((await end('unknown')).status).toBe(404)
    expect((await end(second?.id ?? '')).status).toBe(200)
    expect(await stored()).toHaveLength(1)
    expect((await server.call('GET', '/api/me')).status).toBe(200)
  })

  test.each(testDatabases())(
    'those of before become digests on $name, so that nobody is signed out',
    async ({ open }) => {
      const { kysely, close } = await open()
      const db = kysely.withTables<Pick<ServerTables, 'auth_users' | 'auth_sessions'>>()
      const at = new Date(0).toISOString()
      const times = { createdAt: at, updatedAt: at }
      await db
        .insertInto('auth_users')
        .values({ id: 'u', name: 'Ada', email: 'a@b.c', emailVerified: 1, ...times })
        .execute()
      const session = { userId: 'u', expiresAt: at, ipAddress: null, userAgent: null, ...times }
      await db
        .insertInto('auth_sessions')
        .values([
          { ...session, id: 's', token: 'first' },
          { ...session, id: 't', token: 'second' },
        ])
        .execute()
      await kysely.schema.dropTable('sign_in_attempts').execute()
      await up(kysely)
      const tokens = await db.selectFrom('auth_sessions').select('token').orderBy('id').execute()
      expect(tokens.map(({ token }) => token)).toEqual([digest('first'), digest('second')])
      await close()
    },
  )
})

test('a key is made for projects of its own workspace only', async () => {
  await startServer()
  const { kysely } = server.services
  await kysely.insertInto('workspaces').values({ id: 'other', name: 'Other', created_at: 0 }).execute()
  const own = await kysely.selectFrom('projects').selectAll().executeTakeFirstOrThrow()
  await kysely
    .insertInto('projects')
    .values({ ...own, id: 'theirs', workspace_id: 'other', slug: 'theirs' })
    .execute()
  const make = (projectIds: string[]) => server.call('POST', '/api/keys', { name: 'ci', projectIds })
  expect((await make([own.id])).status).toBe(201)
  for (const foreign of ['theirs', 'nowhere']) {
    expect(await make([own.id, foreign])).toMatchObject({ status: 400, body: { error: { path: '/projectIds/1' } } })
  }
})
