import { createServer } from 'node:http'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Identity } from '../auth/identity.ts'
import { firstProject, Id } from '../testing/ai.ts'
import { join, type Member, password } from '../testing/people.ts'
import { cookieOf, startTestServer, type TestServer, withoutGit } from '../testing/server.ts'
import { createConnections } from './connections.ts'

const Key = Type.Object({ id: Type.String(), key: Type.String() })
const Sessions = Type.Array(Type.Object({ id: Type.String() }))

const http = createServer()
let server: TestServer
let port = 0
let projectId = ''
let count = 0

beforeAll(async () => {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  port = typeof address === 'object' && address ? address.port : 0
  server = await startTestServer({ PORT: String(port) }, { git: withoutGit })
  http.on('upgrade', server.upgrade)
  projectId = (await firstProject(server)).id
})
afterAll(async () => {
  await server.close()
  http.close()
})

type Headers = Record<string, string>
interface Opened {
  ended: Promise<unknown>
}

async function openSocket(path: string, headers: Headers): Promise<Opened> {
  const origin = `http://localhost:${port}`
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers: { ...headers, origin } })
  const ended = new Promise((resolve) => socket.on('close', resolve))
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  return { ended }
}

const streamOf = (conversation: string) => `/api/ai/sessions/${conversation}/stream?offset=-1&live=sse`

/** The connections that stay open beyond a request. */
const kinds: Record<string, (headers: Headers, conversation: string) => Promise<Opened>> = {
  'the live documents’ socket': (headers) => openSocket('/sync', headers),
  'an event stream': async (headers, conversation) => {
    const answer = await server.request(streamOf(conversation), { headers })
    expect(answer.status).toBe(200)
    return { ended: answer.text() }
  },
  'an answer socket': (headers, conversation) => openSocket(streamOf(conversation), headers),
}

const signIn = async (email: string) => {
  const body = JSON.stringify({ email, password })
  return cookieOf(await server.request('/api/auth/sign-in/email', { method: 'POST', body }))
}

/** Takes a right away; returns the headers of its holder, and how it goes. */
const endings: Record<
  string,
  (member: Member, email: string) => Promise<{ headers: Headers; end(): Promise<unknown> }>
> = {
  'signing out': async ({ cookie, call }) => ({
    headers: { cookie },
    end: () => call('POST', '/api/auth/sign-out', {}),
  }),
  'ending the session from another one': async ({ cookie, call }, email) => {
    const [session] = Value.Parse(Sessions, (await call('GET', '/api/auth/list-sessions')).body)
    const id = session?.id ?? expect.fail('There is no session')
    const other = await signIn(email)
    return { headers: { cookie }, end: () => call('POST', '/api/auth/revoke-session', { id }, { cookie: other }) }
  },
  'ending all other sessions': async ({ cookie, call }, email) => {
    const other = await signIn(email)
    return { headers: { cookie }, end: () => call('POST', '/api/auth/revoke-other-sessions', {}, { cookie: other }) }
  },
  'another password': async ({ cookie, call }, email) => {
    const other = await signIn(email)
    const change = { current: password, next: 'an entirely new one' }
    return { headers: { cookie }, end: () => call('POST', '/api/me/password', change, { cookie: other }) }
  },
  'the removal of the key': async ({ call }) => {
    const { id, key } = Value.Parse(Key, (await call('POST', '/api/keys', { name: 'mine' })).body)
    return { headers: { authorization: `Bearer ${key}` }, end: () => call('DELETE', `/api/keys/${id}`) }
  },
  'the removal of the member': async ({ id, cookie }) => ({
    headers: { cookie },
    end: () => server.call('DELETE', `/api/people/${id}`),
  }),
  'a lower role': async ({ id, cookie }) => ({
    headers: { cookie },
    end: () => server.call('PATCH', `/api/people/${id}`, { projects: [{ projectId, role: 'viewer' }] }),
  }),
}

test.each(Object.keys(endings))('%s ends all that it opened, and nothing of others', async (name) => {
  const members = await Promise.all(
    [1, 2].map(async () => {
      count += 1
      const email = `member${count}@example.com`
      const member = await join(server, { email, role: 'member', projects: [{ projectId, role: 'editor' }] })
      const made = await member.call('POST', '/api/ai/sessions', { projectId, scope: 'site' })
      return { member, email, conversation: Value.Parse(Id, made.body).id }
    }),
  )
  const [gone, stays] = members
  if (!gone || !stays) throw new Error('Two members have joined')
  const { headers, end } = (await endings[name]?.(gone.member, gone.email)) ?? expect.fail(name)
  const ended: string[] = []
  for (const [kind, open] of Object.entries(kinds)) {
    const own = await open(headers, gone.conversation)
    void own.ended.then(() => ended.push(kind))
    const other = await open({ cookie: stays.member.cookie }, stays.conversation)
    void other.ended.then(() => ended.push(`${kind} of another member`))
  }
  expect(ended).toEqual([])
  await end()
  await expect.poll(() => [...ended].sort(), { timeout: 2_000 }).toEqual(Object.keys(kinds).sort())
})

test('a session that expires ends what it opened, and one that was prolonged does not', async () => {
  vi.useFakeTimers()
  try {
    const identity = (expiresAt: number): Identity => ({
      ...{ userId: 'ada', name: 'Ada', email: 'ada@example.com', workspaceId: 'w', workspaceName: 'W' },
      role: 'owner',
      expiresAt,
    })
    const start = Date.now()
    let found: Identity | undefined = identity(start + 5_000)
    const connections = createConnections({
      database: { subscribe: () => () => undefined },
      identities: { of: async () => found, member: async () => undefined },
      workspaces: server.services.workspaces,
      onError: (error) => expect.fail(String(error)),
      now: Date.now,
      everyMs: 3_600_000,
    })
    const headers = new Headers({ cookie: 'a' })
    const rights = await connections.rights(headers)
    let isEnded = false
    connections.watch(headers, rights ?? expect.fail('The session is known'), () => {
      isEnded = true
    })
    found = identity(start + 10_000)
    await vi.advanceTimersByTimeAsync(7_000)
    expect(isEnded).toBe(false)
    found = undefined
    await vi.advanceTimersByTimeAsync(2_000)
    expect(isEnded).toBe(false)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(isEnded).toBe(true)
    connections.close()
  } finally {
    vi.useRealTimers()
  }
})
