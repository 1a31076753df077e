import { createServer } from 'node:http'
import { startRun } from '@atelier/api'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject } from '../../testing/ai.ts'
import { join, type Member, newProject } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { openSyncTab } from '../../testing/syncTab.ts'

const Key = Type.Object({ key: Type.String() })
const Pages = Type.Object({ pages: Type.Array(Type.Object({ documentId: Type.String(), rootNodeId: Type.String() })) })

const http = createServer()
const tabs: { close(): void }[] = []
let server: TestServer
let url: string
let [projectA, projectB] = ['', '']
/** An editor of project A, and a viewer of it; project B is neither's. */
let editor: Member
let viewer: Member

beforeAll(async () => {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  const port = typeof address === 'object' && address ? address.port : 0
  server = await startTestServer({ PORT: String(port) })
  http.on('upgrade', server.upgrade)
  url = `ws://127.0.0.1:${port}/sync`
  projectA = (await firstProject(server)).id
  projectB = await newProject(server, 'Other')
  const joining = (email: string, role: string) =>
    join(server, { email, role: 'member', projects: [{ projectId: projectA, role }] })
  editor = await joining('editor@example.com', 'editor')
  viewer = await joining('viewer@example.com', 'viewer')
})
afterAll(async () => {
  for (const tab of tabs) tab.close()
  await server.close()
  http.close()
})

/** A tab as the studio opens one, with the session's cookie or a key. */
function openTab(documentId: string, headers: Record<string, string>) {
  const tab = openSyncTab(url, documentId, headers)
  tabs.push(tab)
  return tab
}

const homeOf = async (projectId: string) => {
  const { pages } = Value.Parse(Pages, (await server.call('GET', `/api/projects/${projectId}/pages`)).body)
  const [home] = pages
  if (!home) throw new Error('The project has no page')
  return home
}

test('a viewer’s socket shows the page and changes nothing in it', async () => {
  const { documentId, rootNodeId } = await homeOf(projectA)
  const seen = openTab(documentId, { cookie: viewer.cookie })
  await expect.poll(() => seen.provider.synced, { timeout: 10_000 }).toBe(true)
  const before = await server.services.documents.projection(documentId)
  seen.fields.set(`${rootNodeId}/text`, 'Mine')
  const written = openTab(documentId, { cookie: editor.cookie })
  await expect.poll(() => written.provider.synced, { timeout: 10_000 }).toBe(true)
  written.fields.set(`${rootNodeId}/label`, 'Theirs')
  // The editor's later edit has arrived everywhere, so the viewer's would have arrived too.
  await expect.poll(() => seen.fields.get(`${rootNodeId}/label`), { timeout: 10_000 }).toBe('Theirs')
  expect(written.fields.get(`${rootNodeId}/text`)).toBeUndefined()
  expect((await server.services.documents.projection(documentId))?.fields).toEqual({
    ...before?.fields,
    [`${rootNodeId}/label`]: 'Theirs',
  })
  expect(seen.provider.hasUnsyncedChanges).toBe(true)
})

test('a key that only reads has a socket that only reads', async () => {
  const { key } = Value.Parse(Key, (await server.call('POST', '/api/keys', { name: 'reads', role: 'viewer' })).body)
  const { documentId } = await homeOf(projectA)
  const tab = openTab(documentId, { authorization: `Bearer ${key}` })
  await expect.poll(() => tab.provider.synced, { timeout: 10_000 }).toBe(true)
  expect(tab.provider.authorizedScope).toBe('readonly')
})

test('an editor of one project reaches no document of another, by the socket or by an operation', async () => {
  const other = await homeOf(projectB)
  const site = await server.services.kysely
    .selectFrom('projects')
    .select('site_document_id')
    .where('id', '=', projectB)
    .executeTakeFirstOrThrow()
  for (const id of [other.documentId, site.site_document_id]) {
    const tab = openTab(id, { cookie: editor.cookie })
    await expect.poll(() => tab.denials, { timeout: 10_000 }).toEqual(['not-found'])
    expect(tab.fields.size).toBe(0)
  }
  const operate = (project: string, name: string, body: object) =>
    editor.call('POST', `/api/projects/${project}/operations/${name}`, body)
  expect((await operate(projectB, 'read_document', { input: {} })).status).toBe(404)
  expect((await operate(projectA, 'read_document', { input: {}, documentId: other.documentId })).status).toBe(404)
  const inserted = await operate(projectA, 'insertHtml', { input: { parentId: other.rootNodeId, html: '<p>Mine</p>' } })
  expect(inserted).toMatchObject({ status: 200, body: { ok: false } })
  const named = await operate(projectA, 'read_document', { input: { documentId: other.documentId } })
  expect(JSON.stringify(named.body)).not.toContain(other.rootNodeId)
  const session = { projectId: projectA, scope: 'site', documentId: other.documentId }
  expect((await editor.call('POST', '/api/ai/sessions', session)).status).toBe(404)
})

test('a key for one project lists no conversation of another, and has no say in the workspace', async () => {
  for (const projectId of [projectA, projectB]) {
    await server.call('POST', '/api/ai/sessions', { projectId, scope: 'site' })
  }
  const made = await server.call('POST', '/api/keys', { name: 'one', role: 'admin', projectIds: [projectB] })
  const headers = { cookie: '', authorization: `Bearer ${Value.Parse(Key, made.body).key}` }
  const listed = await server.call('GET', '/api/ai/sessions', undefined, headers)
  expect(listed.body).toMatchObject({ sessions: [{ projectId: projectB }] })
  expect((await server.call('POST', '/api/projects', { name: 'Mine' }, headers)).status).toBe(403)
  expect((await server.call('GET', '/api/ai/audit', undefined, headers)).status).toBe(403)
  const credential = { provider: 'ollama', label: 'Mine' }
  expect((await server.call('POST', '/api/ai/credentials', credential, headers)).status).toBe(403)
})

test('what a signed-in user is sent stays in no cache', async () => {
  for (const path of ['/api/me', '/api/projects', '/api/ai/credentials', '/api/nothing']) {
    const answer = await server.request(path, { headers: { cookie: server.cookie } })
    expect([path, answer.headers.get('cache-control')]).toEqual([path, 'no-store'])
  }
})

test('a body that is too large is 413 on every route that takes one, whatever length it claims', async () => {
  const session = await server.call('POST', '/api/ai/sessions', { projectId: projectA, scope: 'site' })
  const { id } = Value.Parse(Type.Object({ id: Type.String() }), session.body)
  const bodyOf = (bytes: number) => JSON.stringify({ prompt: 'x'.repeat(bytes) })
  const body = bodyOf(9 * 1024 * 1024)
  // These take pictures too.
  const large = bodyOf(startRun.request.maxBytes)
  const withPictures = [`/api/ai/sessions/${id}/runs`, '/api/ai/chat/site']
  const paths = [
    '/api/setup',
    '/api/auth/sign-in/email',
    '/api/me/password',
    '/api/keys',
    '/api/projects',
    `/api/projects/${projectA}/operations/insertHtml`,
    '/api/ai/credentials',
    '/api/ai/sessions',
    '/api/ai/tool-result',
    '/api/invitations',
    '/api/invitations/accept',
  ]
  for (const path of [...paths, ...withPictures]) {
    const sent = {
      method: 'POST',
      body: withPictures.includes(path) ? large : body,
      headers: { cookie: server.cookie },
    }
    const answer = await server.request(path, sent)
    expect([path, answer.status]).toEqual([path, 413])
  }
})
