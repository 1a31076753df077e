import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieOf, startTestServer, type TestServer } from '../../apps/server/testing/server.ts'
import { readAnswers } from './answers.ts'
import { owner, ports, secret } from './facts.ts'
import { DataFiles, readDataFiles, readRows, writeDataFolder } from './folder.ts'

/** The answers of the server that made the folder. */
const Stored = Type.Object({
  projectId: Type.String(),
  sessionId: Type.String(),
  runId: Type.String(),
  key: Type.String(),
  pages: Type.Array(Type.Object({ documentId: Type.String() })),
})
const Manifest = Type.Object({ files: Type.Array(Type.Object({ path: Type.String(), hash: Type.String() })) })
const Read = Type.Object({ data: Type.Object({ html: Type.String() }) })

const text = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const answers: Record<string, unknown> = JSON.parse(text('answers.json'))
const stored = Value.Parse(Stored, answers)
const files = Value.Parse(DataFiles, JSON.parse(text('files.json')))
/** The files that a later server must not rewrite only by opening it. */
const kept = [
  'documents',
  'document_updates',
  'document_edits',
  'change_sets',
  'change_patches',
  'stream_entries',
  'version_contents',
  'versions',
  'releases',
  'projects',
  'ai_credentials',
  'api_keys',
]

const folder = mkdtempSync(join(tmpdir(), 'atelier-old-'))
let before: ReturnType<typeof readRows>
let server: TestServer
let cookie = ''

const open = async () => {
  server = await startTestServer({
    ATELIER_DATA: folder,
    ATELIER_SECRET: secret,
    PORT: String(ports.studio),
    SITES_PORT: String(ports.sites),
  })
}
async function ask(path: string, body?: unknown): Promise<unknown> {
  const answer = await server.call(body === undefined ? 'GET' : 'POST', path, body, { cookie })
  expect([path, answer.status]).toEqual([path, 200])
  return answer.body
}
const home = async () => {
  const [page] = stored.pages
  const path = `/api/projects/${stored.projectId}/operations/site.read_document`
  return Value.Parse(Read, await ask(path, { input: {}, documentId: page?.documentId })).data.html
}

beforeAll(async () => {
  writeDataFolder(folder, text('data.sql'), files)
  before = readRows(folder, kept)
  await open()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the owner signs in with the password', async () => {
  const answer = await server.request('/api/auth/sign-in/email', { method: 'POST', body: JSON.stringify(owner) })
  expect(answer.status).toBe(200)
  cookie = cookieOf(answer)
})

test('pages, tokens, media, the conversation, its stream, releases and versions are read as they were', async () => {
  const now = await readAnswers(ask, stored)
  const { key: _key, projectId: _project, sessionId: _session, runId: _run, ...then } = answers
  expect(Object.keys(then).sort()).toEqual(Object.keys(now).sort())
  expect(now).toMatchObject(then)
  expect(JSON.stringify(now.read)).toContain('Open from nine to five.')
  expect(JSON.stringify(now.stream)).toContain(stored.runId)
})

test('the API key is accepted, with its role and no more', async () => {
  const headers = { authorization: `Bearer ${stored.key}` }
  const path = `/api/projects/${stored.projectId}/operations/site.list_documents`
  expect((await server.call('POST', path, {}, headers)).status).toBe(200)
  expect((await server.call('GET', '/api/people', undefined, headers)).status).toBe(403)
  expect((await server.call('POST', path, {}, { authorization: `${headers.authorization}x` })).status).toBe(401)
})

test('the sealed key of a provider can be opened', async () => {
  const [row] = await server.services.kysely.selectFrom('ai_credentials').select(['id', 'workspace_id']).execute()
  expect(await server.services.credentials.open(row?.workspace_id ?? '', row?.id ?? '')).toMatchObject({
    ok: true,
    credential: { apiKey: 'not-a-real-key-of-1234' },
  })
})

test('the release is served, byte for byte', async () => {
  const site = `sites/${stored.projectId}`
  const manifest = Object.entries(files).find(([path]) => path.startsWith(`${site}/releases/`) && /manifest/.test(path))
  const listed = manifest && 'text' in manifest[1] ? Value.Parse(Manifest, JSON.parse(manifest[1].text)) : { files: [] }
  expect(listed.files.length).toBeGreaterThan(4)
  for (const { path, hash } of listed.files.filter((file) => file.path !== '404.html')) {
    const answer = await server.sites.request(
      `http://my-site.localhost:${ports.sites}/${path.replace(/index\.html$/, '')}`,
    )
    const object = files[`${site}/objects/${hash.slice(0, 2)}/${hash}`] ?? { text: '' }
    const bytes =
      'text' in object ? Buffer.from(object.text) : Buffer.from('base64' in object ? object.base64 : '', 'base64')
    expect([path, answer.status]).toEqual([path, 200])
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes), path).toBe(true)
  }
})

test('opening and reading has written nothing again: no document, no update, no entry, no file', () => {
  const after = readRows(folder, kept)
  for (const table of kept) {
    expect([table, after[table]?.length]).toEqual([table, before[table]?.length])
    expect(after[table], table).toMatchObject(before[table] ?? [])
  }
  expect(before.document_updates?.length).toBeGreaterThan(0)
  expect(readDataFiles(folder)).toMatchObject(files)
})

test('the run is undone and done again in one step each', async () => {
  const run = `/api/ai/sessions/${stored.sessionId}/runs/${stored.runId}`
  const then = await home()
  expect(await ask(`${run}/undo`, {})).toMatchObject({ state: 'undone', kept: [] })
  const undone = await home()
  expect(undone).not.toBe(then)
  expect(undone).toContain('Open from nine to five.')
  expect(await ask(`${run}/redo`, {})).toMatchObject({ state: 'applied', kept: [] })
  expect(await home()).toBe(then)
})

test('it opens again, and continues being edited', async () => {
  const then = await home()
  await server.close()
  await open()
  expect(await home()).toBe(then)
  const path = `/api/projects/${stored.projectId}/operations/site.addPage`
  expect(await ask(path, { input: { title: 'Later', slug: 'later' } })).toMatchObject({ ok: true })
})
