import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject } from '../../testing/ai.ts'
import { join } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let projectId = ''
let editor = ''

const Made = Type.Object({ changeSetId: Type.String() })
const call = async (name: string, input: object, cookie = server.cookie) =>
  (await server.call('POST', `/api/projects/${projectId}/operations/content.${name}`, { input }, { cookie })).body
const open = async () =>
  (await server.services.content.state(projectId)).branches.filter(({ state }) => state === 'open')
const save = (id: string, title: string) => call('save_content', { model: 'post', data: { [id]: { title } } }, editor)
const titleOf = async (id: string) =>
  (await server.services.content.reader(projectId).entry('post', id))?.settled?.locales.en?.values.title

beforeAll(async () => {
  server = await startTestServer()
  projectId = (await firstProject(server)).id
  const projects = [{ projectId, role: 'editor' }]
  editor = (await join(server, { email: 'editor@example.com', role: 'member', projects })).cookie
  const post = { id: 'post', fields: { title: { type: 'string', required: true } } }
  await call('init_project', { locales: ['en'], domains: ['blog'], workflow: 'review', models: [post] })
})
afterAll(() => server.close())

test('the workflow is changed while a branch is open, which stays to be decided on', async () => {
  expect(await save('a', 'Proposed')).toMatchObject({ data: { merged: false } })
  const [branch] = await open()
  expect(await call('saveSettings', { workflow: 'auto-merge' }, editor)).toMatchObject({ error: { code: 'forbidden' } })
  const changed = await call('saveSettings', { workflow: 'auto-merge' })
  expect(changed).toMatchObject({
    data: { workflow: 'auto-merge', openBranches: 1, note: expect.stringMatching(/^One branch stays open/) },
  })

  // The editor's branch is not written on any more, and what they write is seen at once.
  expect(await save('b', 'Live')).toMatchObject({ data: { workflow: 'auto-merge', merged: true } })
  expect(await titleOf('b')).toBe('Live')
  expect(await open()).toEqual([branch])

  // Undoing the change brings the workflow `review` back: the editor's next edit is on the same branch.
  const { changeSetId } = Value.Parse(Made, changed)
  const undone = await server.call('POST', `/api/projects/${projectId}/changes/${changeSetId}/undo`, {})
  expect(undone).toMatchObject({ status: 200, body: { kept: [] } })
  expect(await save('c', 'Proposed, too')).toMatchObject({ data: { merged: false, branch: branch?.name } })
  expect(await call('merge_branch', { branch: branch?.name ?? '' })).toMatchObject({ data: { merged: true } })
  expect([await titleOf('a'), await titleOf('c')]).toEqual(['Proposed', 'Proposed, too'])
})

test('a lower limit closes no branch: open ones are written on, and no other one is opened', async () => {
  await save('d', 'On a branch')
  expect(await open()).toHaveLength(1)
  expect(await call('saveSettings', { branchWarnLimit: 1, branchBlockLimit: 1 })).toMatchObject({ ok: true })
  expect(await save('e', 'On the same branch')).toMatchObject({ data: { merged: false } })
  expect(await open()).toHaveLength(1)
  expect(await call('createBranch', { title: 'Another' }, editor)).toMatchObject({ error: { code: 'branch_limit' } })
  expect(await call('branch_health', {}, editor)).toMatchObject({ data: { state: 'blocked', blockLimit: 1 } })
})
