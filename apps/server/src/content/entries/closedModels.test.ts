import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { operate } from '../../../testing/approvals.ts'
import { join } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
let projectId = ''

const act = async (name: string, input: object) => (await operate(server, `content.${name}`, input)).body
const entry = (model: string, title: string) => ({ model, data: { a: { title } } })

beforeAll(async () => {
  server = await startTestServer()
  projectId = (await firstProject(server)).id
  const fields = { title: { type: 'string', required: true } }
  const models = ['post', 'note'].map((id) => ({ id, title_field: 'title', fields }))
  await act('init_project', { locales: ['en'], domains: ['blog'], models })
  for (const { id } of models) expect(await act('save_content', entry(id, 'One'))).toMatchObject({ ok: true })
  // As a model's file of a later version brings it.
  const { documentId = '' } = await server.services.content.state(projectId)
  const outcome = await server.services.documents.transact({
    projectId,
    origin: { kind: 'hand', userId: 'system' },
    label: 'Merge main of the remote',
    async body(drafts) {
      const content = await drafts.open(documentId)
      content?.set('model:post/closedFields', { stars: { type: 'stars' } })
      return { result: null, commit: true }
    },
  })
  expect(outcome.ok).toBe(true)
})
afterAll(() => server.close())

test('a model with a field of an unknown type is read, and the others are written as before', async () => {
  expect(await act('get_content', { model: 'post' })).toMatchObject({ data: { entries: [{ data: { title: 'One' } }] } })
  expect((await server.services.content.state(projectId)).error).toBeUndefined()
  expect(await act('save_content', entry('note', 'Two'))).toMatchObject({ ok: true })
})

test('no door writes it: not an operation, not a change of the model, not a branch', async () => {
  const refused = { ok: false, error: { code: 'model_closed', message: expect.stringContaining('stars') } }
  expect(await act('save_content', entry('post', 'Two'))).toMatchObject(refused)
  expect(await act('delete_content', { model: 'post', entryIds: ['a'] })).toMatchObject(refused)
  expect(await act('update_status', { model: 'post', entryIds: ['a'], status: 'published' })).toMatchObject(refused)
  expect(
    await act('save_model', { id: 'post', fields: { title: { type: 'string', required: true, max: 80 } } }),
  ).toMatchObject(refused)
  await act('saveSettings', { workflow: 'review' })
  const projects = [{ projectId, role: 'editor' }]
  const { cookie } = await join(server, { email: 'editor@example.com', role: 'member', projects })
  const path = `/api/projects/${projectId}/operations/content.save_content`
  const proposed = await server.call('POST', path, { input: entry('post', 'Three') }, { cookie })
  expect(proposed.body).toMatchObject(refused)
  expect(await act('get_content', { model: 'post' })).toMatchObject({ data: { entries: [{ data: { title: 'One' } }] } })
})
