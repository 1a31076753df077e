import { createServer } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { firstProject } from '../../testing/ai.ts'
import { testDatabases } from '../../testing/databases.ts'
import { invite, join, newProject, password, signedInWith } from '../../testing/people.ts'
import { cookieOf, owner, startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
afterEach(() => server.close())

const editOf = (name: string) => ({ input: { title: name, slug: name.toLowerCase() } })
const addPage = '/operations/site.addPage'

/** Project A with an editor and a viewer in it, and project B with only the owner. */
async function twoProjects() {
  server = await startTestServer()
  const { id: a } = await firstProject(server)
  const b = await newProject(server, 'B')
  const into = (role: string) => ({ role: 'member', projects: [{ projectId: a, role }] })
  const editor = await join(server, { email: 'editor@example.com', ...into('editor') })
  const viewer = await join(server, { email: 'viewer@example.com', ...into('viewer') })
  return { a, b, editor, viewer }
}

describe('a project role', () => {
  test('lets an editor of A edit, chat and publish there, and hides B', async () => {
    const { a, b, editor } = await twoProjects()
    const { projects } = (await editor.call('GET', '/api/projects')).body as { projects: object[] }
    expect(projects).toMatchObject([{ id: a, role: 'editor' }])
    expect(await editor.call('POST', `/api/projects/${a}${addPage}`, editOf('News'))).toMatchObject({
      status: 200,
      body: { ok: true },
    })
    const session = await editor.call('POST', '/api/ai/sessions', { projectId: a, scope: 'site' })
    expect(session.status).toBe(201)
    expect((await editor.call('POST', `/api/projects/${a}/publish`)).status).toBe(201)
    for (const [method, path, body] of [
      ['GET', `/api/projects/${b}`, undefined],
      ['GET', `/api/projects/${b}/pages`, undefined],
      ['POST', `/api/projects/${b}${addPage}`, editOf('News')],
      ['POST', `/api/projects/${b}/publish`, undefined],
      ['POST', '/api/ai/sessions', { projectId: b, scope: 'site' }],
      ['GET', `/api/ai/sessions?projectId=${b}`, undefined],
    ] as const)
      expect([path, (await editor.call(method, path, body)).status]).toEqual([path, 404])
    expect((await editor.call('POST', '/api/projects', { name: 'Mine' })).status).toBe(403)
  })

  test('lets a viewer read and chat, and change nothing, also through the agent', async () => {
    const { a, viewer } = await twoProjects()
    expect((await viewer.call('GET', `/api/projects/${a}/pages`)).status).toBe(200)
    expect((await viewer.call('POST', `/api/projects/${a}${addPage}`, editOf('News'))).status).toBe(403)
    expect((await viewer.call('POST', `/api/projects/${a}/publish`)).status).toBe(403)
    const read = await viewer.call('POST', `/api/projects/${a}/operations/site.read_document`, { input: {} })
    expect(read).toMatchObject({ status: 200, body: { ok: true } })
    const before = JSON.stringify(read.body)

    const made = await viewer.call('POST', '/api/ai/sessions', { projectId: a, scope: 'site' })
    const { id } = made.body as { id: string }
    const prompt = { prompt: 'Add a pricing section' }
    expect((await viewer.call('POST', `/api/ai/sessions/${id}/runs`, prompt)).status).toBe(202)
    const session = async () =>
      (await viewer.call('GET', `/api/ai/sessions/${id}`)).body as { activeRunId?: string; messages: object[] }
    await expect.poll(async () => (await session()).activeRunId, { timeout: 20_000 }).toBeUndefined()
    expect((await session()).messages.length).toBeGreaterThan(1)
    const after = await viewer.call('POST', `/api/projects/${a}/operations/site.read_document`, { input: {} })
    expect(JSON.stringify(after.body)).toBe(before)
  })

  test('is changed and taken away by the owner', async () => {
    const { a, b, viewer } = await twoProjects()
    const change = (projects: object[]) => server.call('PATCH', `/api/people/${viewer.id}`, { projects })
    expect(await change([{ projectId: b, role: 'editor' }])).toMatchObject({
      status: 200,
      body: { id: viewer.id, role: 'member', projects: [{ projectId: b, role: 'editor' }] },
    })
    expect((await viewer.call('GET', `/api/projects/${a}`)).status).toBe(404)
    expect((await viewer.call('POST', `/api/projects/${b}${addPage}`, editOf('News'))).status).toBe(200)
    expect(await change([{ projectId: 'none', role: 'editor' }])).toMatchObject({
      status: 404,
      body: { error: { path: '/projects/0/projectId' } },
    })
    expect((await viewer.call('GET', `/api/projects/${b}`)).status).toBe(200)
    expect((await change([])).status).toBe(200)
    expect((await viewer.call('GET', '/api/projects')).body).toEqual({ projects: [] })
  })
})

describe('removing a person', () => {
  test('ends their session, keys, sign-in and invitations at once, and leaves what they made', async () => {
    const { a, editor } = await twoProjects()
    const { key } = (await editor.call('POST', '/api/keys', { name: 'mine' })).body as { key: string }
    await editor.call('POST', `/api/projects/${a}${addPage}`, editOf('News'))
    expect((await server.call('DELETE', `/api/people/${editor.id}`)).status).toBe(204)
    expect((await editor.call('GET', '/api/me')).status).toBe(401)
    expect((await server.request('/api/me', { headers: { authorization: `Bearer ${key}` } })).status).toBe(401)
    const signIn = await server.request('/api/auth/sign-in/email', {
      method: 'POST',
      body: JSON.stringify({ email: 'editor@example.com', password }),
    })
    expect(signIn.status).toBe(401)
    expect((await server.call('DELETE', `/api/people/${editor.id}`)).status).toBe(404)
    expect(JSON.stringify((await server.call('GET', '/api/people')).body)).not.toContain('editor@example.com')
    expect(JSON.stringify((await server.call('GET', `/api/projects/${a}/pages`)).body)).toContain('News')
  })

  test('stops their run at work', async () => {
    server = await startTestServer({ ATELIER_REHEARSAL_PACE_MS: '200' })
    const { id: a } = await firstProject(server)
    const projects = [{ projectId: a, role: 'editor' }]
    const editor = await join(server, { email: 'editor@example.com', role: 'member', projects })
    const made = await editor.call('POST', '/api/ai/sessions', { projectId: a, scope: 'site' })
    const { id } = made.body as { id: string }
    await editor.call('POST', `/api/ai/sessions/${id}/runs`, { prompt: 'Build a landing page for Ferment' })
    const { kysely } = server.services
    const run = () => kysely.selectFrom('runs').select('status').where('session_id', '=', id).executeTakeFirst()
    await expect.poll(run).toEqual({ status: 'running' })
    await server.call('DELETE', `/api/people/${editor.id}`)
    await expect.poll(run, { timeout: 10_000 }).toEqual({ status: 'aborted' })
  })

  test('ends what they have open: sockets and followed conversations', async () => {
    const http = createServer()
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const address = http.address()
    const port = typeof address === 'object' && address ? address.port : 0
    server = await startTestServer({ PORT: String(port) })
    http.on('upgrade', server.upgrade)
    const { id: a } = await firstProject(server)
    const as = { role: 'admin', projects: [{ projectId: a, role: 'editor' }] }
    const editor = await join(server, { email: 'editor@example.com', ...as })
    const other = await join(server, { email: 'other@example.com', ...as })

    const open = async (cookie: string) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/sync`, {
        headers: { cookie, origin: `http://localhost:${port}` },
      })
      await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
      return { socket, closed: new Promise<number>((resolve) => socket.on('close', resolve)) }
    }
    const [gone, stays] = [await open(editor.cookie), await open(other.cookie)]
    const made = await editor.call('POST', '/api/ai/sessions', { projectId: a, scope: 'site' })
    const { id } = made.body as { id: string }
    const followed = await server.request(`/api/ai/sessions/${id}/stream?offset=-1&live=sse`, {
      headers: { cookie: editor.cookie },
    })
    expect(followed.status).toBe(200)
    const ended = followed.text()

    await server.call('DELETE', `/api/people/${editor.id}`)
    expect(await gone.closed).toBe(4503)
    await ended
    expect(stays.socket.readyState).toBe(WebSocket.OPEN)
    stays.socket.close()
    await stays.closed
    await new Promise((resolve) => http.close(resolve))
  })
})

describe('owners and admins', () => {
  test('the last owner is neither removed nor demoted, by any role', async () => {
    server = await startTestServer()
    const me = await signedInWith(server, server.cookie)
    const at = `/api/people/${me.id}`
    for (const answer of [
      await server.call('PATCH', at, { role: 'admin' }),
      await server.call('PATCH', at, { role: 'member' }),
      await server.call('DELETE', at),
    ])
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'last_owner', hint: expect.any(String) } } })
    expect((await server.call('PATCH', at, { role: 'owner' })).status).toBe(200)

    const second = await join(server, { email: 'second@example.com', role: 'owner' })
    expect((await server.call('PATCH', at, { role: 'member' })).status).toBe(200)
    expect((await server.call('DELETE', `/api/people/${second.id}`)).status).toBe(403)
    expect((await second.call('DELETE', `/api/people/${second.id}`)).status).toBe(409)
  })

  test('an admin manages members and admins, and touches no owner', async () => {
    server = await startTestServer()
    const { id: ownerId } = await signedInWith(server, server.cookie)
    const admin = await join(server, { email: 'admin@example.com', role: 'admin' })
    const member = await join(server, { email: 'member@example.com', role: 'member' })
    for (const [method, path, body] of [
      ['PATCH', `/api/people/${ownerId}`, { role: 'member' }],
      ['PATCH', `/api/people/${ownerId}`, { projects: [] }],
      ['DELETE', `/api/people/${ownerId}`, undefined],
      ['PATCH', `/api/people/${member.id}`, { role: 'owner' }],
    ] as const)
      expect([method, body, (await admin.call(method, path, body)).status]).toEqual([method, body, 403])
    expect((await admin.call('PATCH', '/api/people/nobody', { role: 'member' })).status).toBe(404)
    expect((await admin.call('PATCH', `/api/people/${member.id}`, { role: 'king' })).status).toBe(400)
    expect((await admin.call('PATCH', `/api/people/${member.id}`, { role: 'admin' })).status).toBe(200)
    expect((await member.call('PATCH', `/api/people/${admin.id}`, { role: 'member' })).status).toBe(200)
    expect((await admin.call('GET', '/api/people')).status).toBe(403)
  })
})

describe('one’s own account', () => {
  test('the password changes with the current one; other sessions end, this one stays', async () => {
    server = await startTestServer()
    const signIn = (password: string) =>
      server.request('/api/auth/sign-in/email', {
        method: 'POST',
        body: JSON.stringify({ email: owner.email, password }),
      })
    const elsewhere = cookieOf(await signIn(owner.password))
    const change = (body: object, cookie = server.cookie) =>
      server.request('/api/me/password', { method: 'POST', body: JSON.stringify(body), headers: { cookie } })
    const wrong = await change({ current: 'guess guess', next: 'an entirely new one' })
    expect(wrong.status).toBe(400)
    expect(await wrong.json()).toMatchObject({ error: { code: 'wrong_password', path: '/current' } })
    expect((await change({ current: owner.password, next: 'short' })).status).toBe(400)
    expect((await change({ current: owner.password, next: 'an entirely new one' }, '')).status).toBe(401)
    const changed = await change({ current: owner.password, next: 'an entirely new one' })
    expect(changed.status).toBe(200)
    const me = (cookie: string) => server.request('/api/me', { headers: { cookie } })
    expect((await me(cookieOf(changed))).status).toBe(200)
    expect((await me(elsewhere)).status).toBe(401)
    expect((await signIn(owner.password)).status).toBe(401)
    expect((await signIn('an entirely new one')).status).toBe(200)
  })

  test('guessing the current password is slowed; a key changes no account', async () => {
    server = await startTestServer()
    const change = (current: string, headers = {}) =>
      server.call('POST', '/api/me/password', { current, next: 'an entirely new one' }, headers)
    const { key } = (await server.call('POST', '/api/keys', { name: 'ci' })).body as { key: string }
    expect((await change(owner.password, { authorization: `Bearer ${key}` })).status).toBe(403)
    for (let count = 0; count < 10; count++) expect((await change('wrong')).status).toBe(400)
    expect((await change(owner.password)).status).toBe(429)
  })

  test('the name changes', async () => {
    server = await startTestServer()
    expect((await server.call('PATCH', '/api/me', { name: ' Countess Ada ' })).status).toBe(200)
    expect((await server.call('GET', '/api/me')).body).toMatchObject({ user: { name: 'Countess Ada' } })
    expect((await server.call('PATCH', '/api/me', { name: '' })).status).toBe(400)
  })
})

describe.each(testDatabases())('on $name', ({ place }) => {
  test('of two owners that demote each other at once, one stays', async () => {
    const { dataDir, databaseUrl, remove } = await place()
    server = await startTestServer({ ATELIER_DATA: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) })
    const first = await signedInWith(server, server.cookie)
    const second = await join(server, { email: 'second@example.com', role: 'owner' })
    const answers = await Promise.all([
      first.call('PATCH', `/api/people/${second.id}`, { role: 'member' }),
      second.call('PATCH', `/api/people/${first.id}`, { role: 'member' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    const { kysely } = server.services
    const owners = kysely.selectFrom('workspace_members').selectAll().where('role', '=', 'owner')
    expect(await owners.execute()).toHaveLength(1)
    await invite(
      server,
      { email: 'third@example.com', role: 'member' },
      (answers[0].status === 200 ? first : second).call,
    )
    remove()
  })
})
