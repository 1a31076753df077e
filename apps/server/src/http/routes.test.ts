import type { Route } from '@atelier/api'
import { routes } from '@atelier/api/contract'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstProject, Id, RunId, settled } from '../../testing/ai.ts'
import { join, type Member, newProject } from '../../testing/people.ts'
import { barredFrom, isPrivate } from '../../testing/routeAccess.ts'
import { type Row, rows } from '../../testing/routeTable.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const ErrorBody = Type.Object({ error: Type.Object({ code: Type.String(), message: Type.String({ minLength: 5 }) }) })
const Key = Type.Object({ key: Type.String() })

let server: TestServer
let projectA = ''
let projectB = ''
let viewer: Member
let editor: Member
/** Only of project B. */
let outsider: Member
let adminKey = ''
/** A conversation with a finished run in project A, by who has it. */
const sessions = new Map<string, { session: string; run: string }>()

beforeAll(async () => {
  server = await startTestServer()
  projectA = (await firstProject(server)).id
  projectB = await newProject(server, 'Other')
  const joining = (email: string, role: string, projectId: string) =>
    join(server, { email, role: 'member', projects: [{ projectId, role }] })
  viewer = await joining('viewer@example.com', 'viewer', projectA)
  editor = await joining('editor@example.com', 'editor', projectA)
  outsider = await joining('outsider@example.com', 'editor', projectB)
  const made = await server.call('POST', '/api/keys', { name: 'all', role: 'admin' })
  adminKey = Value.Parse(Key, made.body).key
  for (const [name, cookie] of [
    ['owner', server.cookie],
    ['viewer', viewer.cookie],
    ['editor', editor.cookie],
  ] as const) {
    const begun = await server.call('POST', '/api/ai/sessions', { projectId: projectA, scope: 'site' }, { cookie })
    const session = Value.Parse(Id, begun.body).id
    const asked = await server.call('POST', `/api/ai/sessions/${session}/runs`, { prompt: 'Hello' }, { cookie })
    const run = Value.Parse(RunId, asked.body).runId
    const until = Date.now() + 20_000
    for (;;) {
      const { body } = await server.call('GET', `/api/ai/sessions/${session}`, undefined, { cookie })
      if (!Value.Parse(Type.Object({ activeRunId: Type.Optional(Type.String()) }), body).activeRunId) break
      if (Date.now() > until) throw new Error('The run has not ended')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    sessions.set(name, { session, run })
  }
})
afterAll(() => server.close())

/** The routes that the server answers itself, but for files by their path. */
const mounted = routes.filter(({ path, protocol }) => protocol !== 'auth' && !path.endsWith('*'))

const all = mounted.map((each) => {
  const route = `${each.method} ${each.path}`
  const row: Row = rows[route] ?? {}
  const barred = [...barredFrom(each), ...(row.alsoBarred ?? [])]
  const open = each.who === 'everyone'
  return { ...each, route, row, at: row.path ?? each.path, barred, open, hidden: isPrivate(each) }
})

/** The address with real ids, of what `who` has. */
function filled(path: string, who = 'owner'): string {
  const { session = '', run = '' } = sessions.get(who) ?? {}
  return path.replace(':project', projectA).replace(':session', session).replace(':run', run)
}

interface Asking {
  cookie?: string
  key?: string
  body?: string
  headers?: Record<string, string>
}

async function ask(method: string, path: string, { cookie, key, body, headers }: Asking = {}) {
  const controller = new AbortController()
  const answer = await server.request(path, {
    method,
    signal: controller.signal,
    headers: {
      ...(cookie ? { cookie } : {}),
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  const { status } = answer
  const text = status >= 400 ? await answer.text() : ''
  if (status < 400) await answer.body?.cancel()
  return { status, text }
}

/** The status, if the answer is an error in that form; otherwise the answer itself, to be seen in the failure. */
function statusOf({ status, text }: { status: number; text: string }, { protocol, method }: Route): unknown {
  // The protocol has its own errors for an invalid body.
  if (protocol === 'mcp' || method === 'HEAD') return status
  if (!Value.Check(ErrorBody, text === '' ? undefined : JSON.parse(text))) return { status, text }
  return status
}

const bodyOf = (row: Row) => (row.body === undefined ? undefined : JSON.stringify(row.body))

test('the routes of the app are those of the contract, and each has a row of the table', () => {
  const served = server.app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`)
  const declared = routes.filter(({ protocol }) => protocol !== 'auth').map(({ method, path }) => `${method} ${path}`)
  expect([...new Set(served)].sort()).toEqual(declared.sort())
  expect(Object.keys(rows).sort()).toEqual(mounted.map(({ method, path }) => `${method} ${path}`).sort())
})

describe('with no session', () => {
  test.each(all.filter(({ open }) => !open))('$route is 401', async (each) => {
    const { method, at, row } = each
    const given = { body: bodyOf(row) }
    expect(statusOf(await ask(method, filled(at), given), each)).toBe(401)
    const wrong = { ...given, key: 'atl_nobody_has_this_key' }
    expect(statusOf(await ask(method, filled(at), wrong), each)).toBe(401)
    const old = { ...given, cookie: 'atelier.session_token=forged.forged' }
    expect(statusOf(await ask(method, filled(at), old), each)).toBe(401)
  })
})

describe('with a role that does not reach', () => {
  const cases = all.flatMap((each) => each.barred.map((role) => ({ ...each, role })))
  test.each(cases)('$route is 403 for the $role', async ({ role, ...each }) => {
    const cookie = role === 'viewer' ? viewer.cookie : role === 'editor' ? editor.cookie : undefined
    const given = { body: bodyOf(each.row), ...(cookie ? { cookie } : { key: adminKey }) }
    expect(statusOf(await ask(each.method, filled(each.at, role), given), each)).toBe(403)
  })
})

describe('of another project, or of another user', () => {
  test.each(all.filter(({ hidden }) => hidden))('$route is 404', async (each) => {
    const { method, at, row } = each
    const given = { body: bodyOf(row), cookie: outsider.cookie }
    expect(statusOf(await ask(method, filled(at), given), each)).toBe(404)
    const made = await server.call('POST', '/api/keys', { name: 'b', role: 'admin', projectIds: [projectB] })
    const { key } = Value.Parse(Key, made.body)
    expect(statusOf(await ask(method, filled(at), { body: bodyOf(row), key }), each)).toBe(404)
    if (at.includes(':session')) {
      const colleague = { body: bodyOf(row), cookie: editor.cookie }
      expect(statusOf(await ask(method, filled(at), colleague), each)).toBe(404)
    }
  })
})

describe('with ids of nothing', () => {
  const cases = all.flatMap((each) => (each.row.unknown ?? []).map((unknown) => ({ ...each, unknown })))
  test.each(cases)('$method $unknown is 404', async ({ unknown, ...each }) => {
    const given = { body: bodyOf(each.row), cookie: server.cookie }
    expect(statusOf(await ask(each.method, filled(unknown), given), each)).toBe(404)
  })

  test.each(all.filter(({ path }) => path.includes(':')))('$route takes no odd id for a fault', async (each) => {
    for (const odd of ['%00', '%F0%9F%92%A5', '..%2F..%2Fetc', "'%20or%201=1--", 'x'.repeat(3000), '%E0%A4%A']) {
      const path = each.path.replaceAll(/:\w+/g, odd)
      const { status } = await ask(each.method, path, { body: bodyOf(each.row), cookie: server.cookie })
      expect([path.slice(0, 80), status < 500]).toEqual([path.slice(0, 80), true])
    }
  })
})

describe('with a body that will not do', () => {
  const withBody = all.filter(({ row }) => row.body)
  const good = () => ({ cookie: server.cookie })

  test.each(withBody)('$route says that it is not JSON', async (each) => {
    for (const body of ['{"a":', 'undefined', '\u0000']) {
      const answer = await ask(each.method, filled(each.at), { ...good(), body })
      expect(statusOf(answer, each)).toBe(400)
      if (!each.protocol) expect(answer.text).toContain('"invalid_json"')
    }
  })

  test.each(withBody)('$route says that it is of another type', async ({ method, at, row }) => {
    for (const wrong of [...(row.wrong ?? []), [], 7, 'text', null, true]) {
      const { status, text } = await ask(method, filled(at), { ...good(), body: JSON.stringify(wrong) })
      expect([wrong, status, text.slice(0, 300)]).toEqual([wrong, 400, expect.any(String)])
    }
  })

  test.each(withBody)('$route takes no more than it can use', async (each) => {
    const answer = await ask(each.method, filled(each.at), {
      ...good(),
      body: bodyOf(each.row) ?? '',
      headers: { 'content-length': String(2 ** 31) },
    })
    expect(statusOf(answer, each)).toBe(413)
  })
})

describe('with an id that was used before', () => {
  test('a run is requested once, and another conversation’s is refused', async () => {
    const begun = await server.call('POST', '/api/ai/sessions', { projectId: projectA, scope: 'site' })
    const { id } = Value.Parse(Id, begun.body)
    const runs = `/api/ai/sessions/${id}/runs`
    const asked = { runId: 'replayed-run', prompt: 'Hello' }
    expect((await server.call('POST', runs, asked)).status).toBe(202)
    await settled(server, id)
    expect(await server.call('POST', runs, asked)).toMatchObject({ status: 202, body: { runId: 'replayed-run' } })
    expect((await settled(server, id)).runs).toHaveLength(1)
    const chat = { conversationId: id, ...asked }
    const lines = await server.request('/api/ai/chat/site', {
      method: 'POST',
      body: JSON.stringify(chat),
      headers: { cookie: server.cookie },
    })
    expect(await lines.text()).toContain('"type":"done"')
    const other = sessions.get('owner')?.session
    const elsewhere = await server.call('POST', `/api/ai/sessions/${other}/runs`, asked)
    expect(elsewhere).toMatchObject({ status: 409, body: { error: { code: 'run_exists' } } })
  })

  test('what was deleted is deleted, and is not found again', async () => {
    const made = await server.call('POST', '/api/keys', { name: 'gone' })
    const { id } = Value.Parse(Id, made.body)
    expect((await server.call('DELETE', `/api/keys/${id}`)).status).toBe(204)
    expect((await server.call('DELETE', `/api/keys/${id}`)).status).toBe(404)
    const begun = await server.call('POST', '/api/ai/sessions', { projectId: projectA, scope: 'site' })
    const session = Value.Parse(Id, begun.body).id
    expect((await server.call('DELETE', `/api/ai/sessions/${session}`)).status).toBe(204)
    expect((await server.call('DELETE', `/api/ai/sessions/${session}`)).status).toBe(404)
  })
})

test('a provider’s key is in no answer and in no log', async () => {
  const apiKey = 'sk-ant-very-secret-0123456789'
  const made = await server.call('POST', '/api/ai/credentials', {
    provider: 'anthropic',
    label: 'Secret',
    apiKey,
    baseUrl: 'http://127.0.0.1:9',
  })
  const texts = [JSON.stringify(made.body)]
  const id = Value.Check(Id, made.body) ? Value.Parse(Id, made.body).id : 'none'
  for (const { method, at: path } of all.filter(({ method, at }) => method === 'GET' && !/stream|events$/.test(at))) {
    const answer = await server.request(filled(path), { method, headers: { cookie: server.cookie } })
    texts.push(await answer.text())
  }
  texts.push(JSON.stringify((await server.call('POST', `/api/ai/credentials/${id}/test`)).body))
  texts.push(
    JSON.stringify(
      (await server.call('POST', '/api/ai/credentials', { provider: 'anthropic', label: 4, apiKey })).body,
    ),
  )
  texts.push(JSON.stringify((await server.call('GET', `/api/ai/providers/anthropic/models?credentialId=${id}`)).body))
  expect(texts.join('\n')).not.toContain(apiKey)
  expect(server.logged.join('\n')).not.toContain(apiKey)
})
