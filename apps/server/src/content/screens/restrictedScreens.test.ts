import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { operate } from '../../../testing/approvals.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { capabilitiesOf } from '../../auth/roles.ts'
import { createContentReview } from '../branches/review.ts'
import { createContentScreens } from './screens.ts'

// Whoever may work on the model `open` in English meets nothing of the model `closed`, and nothing Turkish.
const restriction = { models: ['open'], locales: ['en'] }
/** Every text of what is closed holds it. */
const SECRET = /gizli/i

let server: TestServer
let projectId = ''
let branches: Record<'open' | 'closed' | 'turkish', string>
let documentId = ''

const Branch = Type.Object({ data: Type.Object({ id: Type.String() }) })
const call = (name: string, input: object, focus: object = {}) => operate(server, `content.${name}`, input, { focus })

async function propose(title: string, input: object): Promise<string> {
  const { data } = Value.Parse(Branch, (await call('createBranch', { title })).body)
  expect(await call('save_content', input, { branchId: data.id })).toMatchObject({ body: { ok: true } })
  return data.id
}

beforeAll(async () => {
  server = await startTestServer()
  projectId = (await firstProject(server)).id
  const fields = { title: { type: 'string' }, text: { type: 'markdown' } }
  await call('init_project', {
    locales: ['en', 'tr'],
    domains: ['blog', 'gizli-domain'],
    models: [
      { id: 'open', domain: 'blog', fields: { ...fields, peer: { type: 'relation', model: 'open' } } },
      { id: 'closed', name: 'Gizli', domain: 'gizli-domain', fields: { gizli: { type: 'string' } } },
    ],
  })
  await call('save_content', { model: 'open', data: { both: { title: 'Both', text: 'Words' } } })
  await call('save_content', {
    model: 'open',
    locale: 'tr',
    data: { both: { title: 'Gizli iki', text: 'Gizli metin' }, turkish: { title: 'Gizli tek' } },
  })
  await call('save_content', { model: 'closed', data: { 'gizli-1': { gizli: 'Gizli bir' } } })
  branches = {
    open: await propose('Open', { model: 'open', data: { both: { title: 'Proposed' } } }),
    closed: await propose('Gizli closed', { model: 'closed', data: { 'gizli-1': { gizli: 'Gizli üç' } } }),
    turkish: await propose('Gizli turkish', { model: 'open', locale: 'tr', data: { both: { title: 'Gizli dört' } } }),
  }
  documentId = (await server.services.content.reader(projectId).entry('closed', 'gizli-1'))?.documentId ?? ''
})
afterAll(() => server.close())

test('the screens of a caller with a restriction show nothing else, whatever the request', async () => {
  const screens = createContentScreens(server.services)
  const found: unknown[] = []
  for (const branch of [undefined, 'own', ...Object.values(branches)]) {
    const caller = { userId: 'ada', capabilities: capabilitiesOf('owner'), restriction, branch }
    found.push(await screens.overview(projectId, caller))
    for (const view of [
      {},
      { search: 'giz' },
      { search: 'both' },
      { ids: true, columns: ['title', 'text', 'peer', 'gizli'] },
      { where: { title: { contains: 'i' } } },
    ])
      found.push(await screens.entries(projectId, 'open', { offset: 0, ...view }, caller))
    for (const id of ['both', 'turkish', 'gizli-1'])
      found.push(await screens.entry(projectId, 'open', { id, documentId: undefined }, caller))
    // An entry of another model is not found by its document.
    expect(await screens.entry(projectId, 'open', { id: 'gone', documentId }, caller)).toBeUndefined()
    expect(await screens.entry(projectId, 'closed', { id: 'gizli-1', documentId }, caller)).toBeUndefined()
    expect(await screens.entries(projectId, 'closed', { offset: 0 }, caller)).toBeUndefined()
  }
  expect(found.length).toBe(45)
  expect(JSON.stringify(found)).toContain('Proposed')
  expect(JSON.stringify(found)).not.toMatch(SECRET)
  expect(JSON.stringify(found)).not.toContain('closed')
})

test('the review of a branch shows a caller with a restriction what they may see of it', async () => {
  const review = createContentReview(server.services)
  const found = await Promise.all(Object.values(branches).map((id) => review.read(projectId, id, 0, restriction)))
  expect(JSON.stringify(found)).toContain('Proposed')
  expect(JSON.stringify(found)).not.toMatch(SECRET)
  expect(JSON.stringify(found)).not.toContain('closed')
})

test('a caller with a restriction gets only changes of their models and locales', async () => {
  const { contentChanges } = server.services
  const all = await contentChanges.since(projectId, 0)
  expect(all.affected.models).toContain('closed')
  const seen = await contentChanges.since(projectId, 0, restriction)
  expect(seen.affected).toMatchObject({ models: ['open'], locales: ['en'] })
  const next = contentChanges.next(projectId, seen.seq, new AbortController().signal, restriction)
  await call('save_content', { model: 'closed', locale: 'tr', data: { 'gizli-1': { gizli: 'Gizli beş' } } })
  expect((await next).affected).toMatchObject({ models: [], locales: [] })
})
