import { createServer } from 'node:http'
import type { Route } from '@atelier/api'
import * as api from '@atelier/api'
import { routes } from '@atelier/api/contract'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { fakeProvider, firstProject, Id, RunId } from '../../testing/ai.ts'
import { useModel } from '../../testing/approvals.ts'
import { databasesBySuite, type TestDatabase } from '../../testing/databases.ts'
import { join, type Member, password } from '../../testing/people.ts'
import { cookieOf, startTestServer, type TestServer, withoutGit } from '../../testing/server.ts'
import type { Identity } from '../auth/identity.ts'
import { createConnections } from './connections.ts'

const Key = Type.Object({ id: Type.String(), key: Type.String() })
const Seq = Type.Object({ seq: Type.Number() })
const Url = Type.Object({ url: Type.String() })
const Sessions = Type.Array(Type.Object({ id: Type.String() }))

interface Place {
  /** Where people sign in and out, and where rights are taken away. */
  server: TestServer
  /** Where connections are opened: the same server, or another one of its database. */
  other: TestServer
  port: number
  projectId: string
  close(): Promise<void>
}

let count = 0
const secret = 'a secret for the tests of endings 0123456789'

async function startPlace({ name, place }: TestDatabase): Promise<Place> {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  const port = typeof address === 'object' && address ? address.port : 0
  // The model never answers, so that runs stay at work.
  const model = await fakeProvider(() => undefined)
  const where = name === 'postgres' ? await place() : undefined
  const env: Record<string, string> = where
    ? { ATELIER_DATA: where.dataDir, DATABASE_URL: where.databaseUrl ?? '', ATELIER_SECRET: secret, PORT: String(port) }
    : { PORT: String(port) }
  const server = await startTestServer(env, { git: withoutGit })
  const other = where ? await startTestServer(env, { git: withoutGit }) : server
  await useModel(server, model.url)
  http.on('upgrade', other.upgrade)
  return {
    server,
    other,
    port,
    projectId: (await firstProject(server)).id,
    async close() {
      if (other !== server) await other.close()
      await server.close()
      await model.close()
      http.close()
      where?.remove()
    },
  }
}

type Headers = Record<string, string>
interface Opened {
  ended: Promise<unknown>
}

async function openSocket(port: number, path: string, headers: Headers): Promise<Opened> {
  const origin = `http://localhost:${port}`
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers: { ...headers, origin } })
  const ended = new Promise((resolve) => socket.on('close', resolve))
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  return { ended }
}

async function openAnswer({ other }: Place, path: string, headers: Headers, body?: object): Promise<Opened> {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const answer = await other.request(path, { ...init, headers })
  expect(answer.status).toBe(200)
  return { ended: answer.text() }
}

const streamOf = (conversation: string) => `/api/ai/sessions/${conversation}/stream?offset=-1&live=sse`

interface Kind {
  /** The route of the contract that is answered; none for a socket. */
  route?: Route
  open(place: Place, headers: Headers, conversation: string): Promise<Opened>
}

/** The connections that stay open beyond a request. */
const kinds: Record<string, Kind> = {
  'the live documents’ socket': { open: ({ port }, headers) => openSocket(port, '/sync', headers) },
  'an event stream': {
    route: api.readStream,
    open: (place, headers, conversation) => openAnswer(place, streamOf(conversation), headers),
  },
  'an answer socket': {
    open: ({ port }, headers, conversation) => openSocket(port, streamOf(conversation), headers),
  },
  'the lines of a run': {
    route: api.readRunEvents,
    async open(place, headers, conversation) {
      const body = JSON.stringify({ prompt: 'Think' })
      const path = `/api/ai/sessions/${conversation}/runs`
      const begun = await place.other.request(path, { method: 'POST', body, headers })
      const { runId } = Value.Parse(RunId, await begun.json())
      return openAnswer(place, `${path}/${runId}/events`, headers)
    },
  },
  'a simple chat': {
    route: api.chat,
    open: (place, headers) =>
      openAnswer(place, '/api/ai/chat/site', headers, { prompt: 'Think', projectId: place.projectId }),
  },
  'waiting for changes of the content': {
    route: api.readContentChanges,
    async open({ other, projectId }, headers) {
      const path = `/api/projects/${projectId}/content/changes`
      const { seq } = Value.Parse(Seq, await (await other.request(path, { headers })).json())
      return { ended: other.request(`${path}?wait=1&after=${seq}`, { headers }) }
    },
  },
  'a preview': {
    route: api.readPreview,
    async open({ other, projectId }, headers) {
      const path = `/api/projects/${projectId}/preview`
      const opened = await other.request(path, { method: 'POST', body: '{}', headers })
      const { url } = Value.Parse(Url, await opened.json())
      const status = async () => (await other.request(url)).status
      expect(await status()).toBe(200)
      return { ended: until(async () => (await status()) === 404) }
    },
  },
}

/** Those whose answer ends with the work that it tells of; the same code ends them early. */
const endByThemselves: readonly Route[] = [api.checkStream, api.importSite, api.publish]

test('every route whose answer stays open is tried', () => {
  const tried = [...Object.values(kinds).map(({ route }) => route), ...endByThemselves]
  const open = routes.filter(api.staysOpen)
  expect(open.length).toBeGreaterThan(5)
  expect(open.filter((each) => !tried.some((route) => route === each))).toEqual([])
})

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 100))
}

const signIn = async (server: TestServer, email: string) => {
  const body = JSON.stringify({ email, password })
  return cookieOf(await server.request('/api/auth/sign-in/email', { method: 'POST', body }))
}

interface Holder {
  place: Place
  member: Member
  email: string
}

/** Takes a right away; returns the headers of its holder, and how it goes. */
const endings: Record<string, (holder: Holder) => Promise<{ headers: Headers; end(): Promise<unknown> }>> = {
  'signing out': async ({ member: { cookie, call } }) => ({
    headers: { cookie },
    end: () => call('POST', '/api/auth/sign-out', {}),
  }),
  'ending the session from another one': async ({ place: { server }, member: { cookie, call }, email }) => {
    const [session] = Value.Parse(Sessions, (await call('GET', '/api/auth/list-sessions')).body)
    const id = session?.id ?? expect.fail('There is no session')
    const other = await signIn(server, email)
    return { headers: { cookie }, end: () => call('POST', '/api/auth/revoke-session', { id }, { cookie: other }) }
  },
  'ending all other sessions': async ({ place: { server }, member: { cookie, call }, email }) => {
    const other = await signIn(server, email)
    return { headers: { cookie }, end: () => call('POST', '/api/auth/revoke-other-sessions', {}, { cookie: other }) }
  },
  'another password': async ({ place: { server }, member: { cookie, call }, email }) => {
    const other = await signIn(server, email)
    const change = { current: password, next: 'an entirely new one' }
    return { headers: { cookie }, end: () => call('POST', '/api/me/password', change, { cookie: other }) }
  },
  'the removal of the key': async ({ member: { call } }) => {
    const { id, key } = Value.Parse(Key, (await call('POST', '/api/keys', { name: 'mine' })).body)
    return { headers: { authorization: `Bearer ${key}` }, end: () => call('DELETE', `/api/keys/${id}`) }
  },
  'the removal of the member': async ({ place: { server }, member: { id, cookie } }) => ({
    headers: { cookie },
    end: () => server.call('DELETE', `/api/people/${id}`),
  }),
  'the loss of the project': async ({ place: { server }, member: { id, cookie } }) => ({
    headers: { cookie },
    end: () => server.call('PATCH', `/api/people/${id}`, { projects: [] }),
  }),
  'a lower role': async ({ place: { server, projectId }, member: { id, cookie } }) => ({
    headers: { cookie },
    end: () => server.call('PATCH', `/api/people/${id}`, { projects: [{ projectId, role: 'viewer' }] }),
  }),
}
/** A viewer may open a preview, too. */
const outlives = (kind: string, ending: string) => kind === 'a preview' && ending === 'a lower role'

describe.each(databasesBySuite())('on $name', (database) => {
  let place: Place
  beforeAll(async () => {
    place = await startPlace(database)
  })
  afterAll(() => place.close())

  async function newMember(role = 'member') {
    count += 1
    const email = `member${count}@example.com`
    const { server, projectId } = place
    const projects = role === 'member' ? [{ projectId, role: 'editor' }] : undefined
    return { place, email, member: await join(server, { email, role, ...(projects ? { projects } : {}) }) }
  }

  test.each(Object.keys(endings))('%s ends all that it opened, and nothing of others', async (name) => {
    const holders = await Promise.all(
      [1, 2].map(async () => {
        const holder = await newMember()
        const { projectId } = place
        const made = await holder.member.call('POST', '/api/ai/sessions', { projectId, scope: 'site' })
        return { ...holder, conversation: Value.Parse(Id, made.body).id }
      }),
    )
    const [gone, stays] = holders
    if (!gone || !stays) throw new Error('Two members have joined')
    const { headers, end } = (await endings[name]?.(gone)) ?? expect.fail(name)
    const ended: string[] = []
    for (const [kind, { open }] of Object.entries(kinds)) {
      const own = await open(place, headers, gone.conversation)
      void own.ended.then(() => ended.push(kind))
      const other = await open(place, { cookie: stays.member.cookie }, stays.conversation)
      void other.ended.then(() => ended.push(`${kind} of another member`))
    }
    expect(ended).toEqual([])
    await end()
    const expected = Object.keys(kinds).filter((kind) => !outlives(kind, name))
    await expect.poll(() => [...ended].sort(), { timeout: 2_000 }).toEqual(expected.sort())
  })

  test.each(['the removal of the key', 'the removal of its owner', 'a lower role of its owner'])(
    '%s ends an answer of the Conversation API',
    async (name) => {
      const { server, other, projectId } = place
      const { member } = await newMember('admin')
      const keys = `/api/projects/${projectId}/content/keys`
      const made = await member.call('POST', keys, { name: 'Shop', role: 'editor' })
      const { id, key } = Value.Parse(Key, made.body)
      const message = other.request(`/api/conversation/v1/${projectId}/message`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: JSON.stringify({ message: 'Think' }),
      })
      let status: number | undefined
      void message.then((answer) => {
        status = answer.status
      })
      await expect.poll(() => server.services.conversationKeys.activeRuns(id)).toHaveLength(1)
      expect(status).toBeUndefined()
      if (name === 'the removal of the key') await server.call('DELETE', `${keys}/${id}`)
      else if (name === 'the removal of its owner') await server.call('DELETE', `/api/people/${member.id}`)
      else
        await server.call('PATCH', `/api/people/${member.id}`, {
          role: 'member',
          projects: [{ projectId, role: 'viewer' }],
        })
      await expect.poll(() => status, { timeout: 2_000 }).toBe(502)
    },
  )
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
      identities: { of: async () => found },
      workspaces: { all: async () => [] },
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
