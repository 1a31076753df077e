import { valueKey } from '@atelier/content'
import { createMemoryView } from '@atelier/documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { join, newProject } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { createContentReview } from './review.ts'

let server: TestServer
let projectId = ''
let editor = ''

const call = async (name: string, input: object, cookie = editor) =>
  (await server.call('POST', `/api/projects/${projectId}/operations/content.${name}`, { input }, { cookie })).body
const posts = (count: number, title: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`post-${index}`, { title: `${title} ${index}` }]))

beforeAll(async () => {
  server = await startTestServer()
  projectId = (await firstProject(server)).id
  const projects = [{ projectId, role: 'editor' }]
  editor = (await join(server, { email: 'editor@example.com', role: 'member', projects })).cookie
  const post = { id: 'post', fields: { title: { type: 'string', required: true } } }
  const setup = { locales: ['en'], domains: ['blog'], workflow: 'review', models: [post] }
  await call('init_project', setup, server.cookie)
  await call('save_content', { model: 'post', data: posts(120, 'Post') }, server.cookie)
})
afterAll(() => server.close())

test('a large branch is compared once for all pages of its review, and again after a change', async () => {
  expect(await call('save_content', { model: 'post', data: posts(120, 'Better') })).toMatchObject({ ok: true })
  const [branch] = (await server.services.content.state(projectId)).branches
  const opened: string[] = []
  const { documents } = server.services
  const review = createContentReview({
    ...server.services,
    documents: {
      inProject: (id) => ({
        projectId: id,
        open: (documentId) => {
          opened.push(documentId)
          return documents.inProject(id).open(documentId)
        },
      }),
    },
  })
  const page = async (offset: number) => {
    opened.length = 0
    return review.read(projectId, branch?.id ?? '', offset)
  }
  const first = await page(0)
  expect(first).toMatchObject({ entryCount: 120, conflictCount: 0, next: 50 })
  expect(opened.length).toBeGreaterThan(120)
  expect((await page(50))?.entries.map(({ entry }) => entry)).not.toContain(first?.entries[0]?.entry)
  expect((await page(100))?.entries).toHaveLength(20)
  expect(opened).toEqual([branch?.id])

  // Both sides change: what was kept is old now.
  await call('save_content', { model: 'post', data: { 'post-7': { title: 'Another' } } }, server.cookie)
  expect(await page(0)).toMatchObject({ conflictCount: 1, conflicts: [{ entry: 'post-7', theirs: 'Another' }] })
  await call('save_content', { model: 'post', data: { more: { title: 'More' } } })
  expect(await page(0)).toMatchObject({ entryCount: 121 })
})

test('shows nothing of a document of another project, whatever a branch names', async () => {
  const { documents, content } = server.services
  const other = await newProject(server, 'Other')
  const secret = await documents.create({ projectId: other, kind: 'page', fields: { title: 'Secret' } })
  await call('save_content', { model: 'post', data: { mine: { title: 'Mine' } } })
  const [branch] = (await content.state(projectId)).branches
  const view = createMemoryView([
    ['state', 'open'],
    [valueKey(secret, 'title'), { value: 'x' }],
  ])
  const review = createContentReview({
    ...server.services,
    documents: {
      inProject: (id) => ({
        projectId: id,
        open: async (documentId) => (documentId === branch?.id ? view : await documents.inProject(id).open(documentId)),
      }),
    },
  })
  const shown = await review.read(projectId, branch?.id ?? '', 0)
  expect(shown?.conflicts).toHaveLength(1)
  expect(JSON.stringify(shown)).not.toContain('Secret')
})
