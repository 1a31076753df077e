import { createContentScope } from '@atelier/content'
import type { Restriction } from '@atelier/operation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { join } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
let projectId = ''
let editor = ''

const call = async (name: string, input: object, cookie = editor) =>
  (await server.call('POST', `/api/projects/${projectId}/operations/content.${name}`, { input }, { cookie })).body
const openBranches = async () => (await server.services.content.state(projectId)).branches

beforeAll(async () => {
  server = await startTestServer()
  projectId = (await firstProject(server)).id
  const projects = [{ projectId, role: 'editor' }]
  editor = (await join(server, { email: 'editor@example.com', role: 'member', projects })).cookie
  const post = { id: 'post', fields: { title: { type: 'string', required: true } } }
  const setup = { locales: ['en', 'tr'], domains: ['blog'], workflow: 'review', models: [post] }
  await call('init_project', setup, server.cookie)
  await call('save_content', { model: 'post', data: { hello: { title: 'Hello' } } }, server.cookie)
  await call('vocabulary', { terms: { word: { en: 'Word' } } }, server.cookie)
})
afterAll(() => server.close())

test('an editor who reads the vocabulary, is refused, or changes nothing opens no branch', async () => {
  const read = await call('vocabulary', { query: 'wo' })
  expect(read).toMatchObject({ ok: true, data: { terms: { word: { en: 'Word' } }, workflow: 'review' } })
  expect(read).not.toMatchObject({ data: { branch: expect.anything() } })
  expect(await call('save_content', { model: 'none', data: { a: { title: 'A' } } })).toMatchObject({ ok: false })
  expect(await call('save_content', { model: 'post', data: { hello: { title: 'Hello' } } })).toMatchObject({ ok: true })
  expect(await openBranches()).toEqual([])
})

test('a read that names an open branch shows the content with it, and one that names no open branch lists them', async () => {
  const saved = await call('save_content', { model: 'post', data: { hello: { title: 'Proposed' } } })
  expect(saved).toMatchObject({ data: { merged: false, branch: expect.stringMatching(/^cr\//) } })
  const [branch, ...others] = await openBranches()
  expect(others).toEqual([])
  const name = branch?.name ?? ''
  const titled = (title: string) => ({ entries: [{ id: 'hello', title }] })
  const read = { model: 'post', fields: ['title'] }
  for (const operation of ['get_content', 'brain_query']) {
    expect(await call(operation, read, server.cookie)).toMatchObject({ data: titled('Hello') })
    expect(await call(operation, { ...read, branch: name }, server.cookie)).toMatchObject({ data: titled('Proposed') })
  }
  const search = { query: 'proposed' }
  expect(await call('brain_search', search, server.cookie)).toMatchObject({ data: { results: [] } })
  expect(await call('brain_search', { ...search, branch: name }, server.cookie)).toMatchObject({
    data: { results: [{ id: 'hello' }] },
  })
  expect(await call('get_content', { ...read, branch: 'cr/none' }, server.cookie)).toMatchObject({
    error: { code: 'unknown_branch', path: '/branch', hint: expect.stringContaining(`Open are ${name}`) },
  })
  // Data of a branch itself is not read through it.
  expect(await call('list_branches', { branch: name })).toMatchObject({ data: { entries: [{ entry: 'hello' }] } })
  await call('merge_branch', { branch: name }, server.cookie)
  expect(await call('get_content', { ...read, branch: name }, server.cookie)).toMatchObject({
    error: { code: 'unknown_branch', hint: 'Open are none.' },
  })
})

test('the prompt of a caller with a restriction names no branch that changes what they may not see', async () => {
  await call('save_content', { model: 'post', locale: 'tr', data: { hello: { title: 'Merhaba' } } })
  const name = (await openBranches()).find(({ state }) => state === 'open')?.name ?? 'none'
  const { documents, content } = server.services
  async function state(restriction?: Restriction): Promise<string> {
    const project = { id: projectId, siteDocumentId: '' }
    const run = { project, focus: {}, documents, ...(restriction ? { restriction } : {}) }
    const suffix = await createContentScope(content).suffix(run)
    return 'error' in suffix ? suffix.error : (await suffix.lines(suffix.focus)).join('\n')
  }
  expect(await state()).toContain(name)
  expect(await state({ models: ['post'], locales: ['tr', 'en'] })).toContain(name)
  expect(await state({ models: ['post'], locales: ['en'] })).not.toContain(name)
  expect(await state({ models: [] })).not.toContain(name)
})
