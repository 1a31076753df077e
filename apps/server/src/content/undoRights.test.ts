import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { firstProject } from '../../testing/ai.ts'
import { join, type Member } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const Done = Type.Object({ changeSetId: Type.String(), data: Type.Optional(Type.Unknown()) })

let server: TestServer
let editor: Member
let other: Member
let reviewer: Member
let projectId = ''

type By = Member | undefined

const post = (path: string, body: object, by: By) =>
  by ? by.call('POST', path, body) : server.call('POST', path, body)
const call = (name: string, input: object, by?: By) =>
  post(`/api/projects/${projectId}/operations/content.${name}`, { input }, by)
const done = async (name: string, input: object, by?: By): Promise<Static<typeof Done>> =>
  Value.Parse(Done, (await call(name, input, by)).body)
const turn = async (changeSetId: string, to: 'undo' | 'redo', by?: By) =>
  (await post(`/api/projects/${projectId}/changes/${changeSetId}/${to}`, {}, by)).status
/** By the tool of programs, which is an edit that takes another one back. */
const undoByTool = (changeSetId: string, by: By) =>
  post(`/api/projects/${projectId}/operations/site.undoRun`, { input: { changeSetId } }, by)
const title = async (id = 'one') =>
  (await server.services.content.reader(projectId).entry('post', id))?.settled?.locales.en?.values.title
const isPublic = async () => (await server.services.content.reader(projectId).schema())?.public ?? []

/** The editor's branch, merged by another user. */
async function merged(words: string, by: By): Promise<string> {
  await call('save_content', { model: 'post', data: { one: { title: words } } }, editor)
  const branch = (await server.services.content.state(projectId)).branches.find(({ state }) => state === 'open')
  return (await done('merge_branch', { branch: branch?.name ?? '' }, by)).changeSetId
}

beforeAll(async () => {
  server = await startTestServer()
  projectId = (await firstProject(server)).id
  const as = (email: string, role: string) => join(server, { email, role: 'member', projects: [{ projectId, role }] })
  editor = await as('editor@example.com', 'editor')
  other = await as('other@example.com', 'editor')
  reviewer = await as('reviewer@example.com', 'reviewer')
  const fields = { title: { type: 'string', required: true } }
  await call('init_project', { locales: ['en'], domains: ['blog'], models: [{ id: 'post', fields }] })
  await call('save_content', { model: 'post', data: { one: { title: 'One' } } })
})
afterAll(() => server.close())

describe('under review', () => {
  beforeEach(async () => {
    await call('saveSettings', { workflow: 'review' })
  })

  test('only who may merge takes a merge back or brings it back', async () => {
    const id = await merged('Merged', reviewer)
    expect(await title()).toBe('Merged')
    expect(await turn(id, 'undo', editor)).toBe(403)
    expect((await undoByTool(id, editor)).body).toMatchObject({ ok: false, error: { code: 'not_allowed' } })
    expect(await title()).toBe('Merged')
    expect(await turn(id, 'undo', reviewer)).toBe(200)
    expect(await title()).toBe('One')
    expect(await turn(id, 'redo', editor)).toBe(403)
    expect(await title()).toBe('One')
    expect(await turn(id, 'redo', reviewer)).toBe(200)
    expect(await title()).toBe('Merged')
    expect(await turn(id, 'undo')).toBe(200)
    const name = (await server.services.content.state(projectId)).branches[0]?.name
    const rejected = await done('reject_branch', { branch: name ?? '' }, reviewer)
    expect(await turn(rejected.changeSetId, 'undo', editor)).toBe(403)
    expect(await turn(rejected.changeSetId, 'undo', reviewer)).toBe(200)
    await call('reject_branch', { branch: name ?? '' }, reviewer)
  })

  test('an editor takes back what was written on a branch, and nothing live', async () => {
    const own = await done('save_content', { model: 'post', data: { one: { title: 'Proposed' } } }, editor)
    expect(await turn(own.changeSetId, 'undo', editor)).toBe(200)
    expect(await turn(own.changeSetId, 'redo', editor)).toBe(200)
    expect((await undoByTool(own.changeSetId, other)).body).toMatchObject({ ok: false })
    expect((await undoByTool(own.changeSetId, editor)).body).toMatchObject({ ok: true })
    const live = await done('save_content', { model: 'post', data: { one: { title: 'Live' } } })
    for (const by of [editor, reviewer]) expect(await turn(live.changeSetId, 'undo', by)).toBe(403)
    expect((await undoByTool(live.changeSetId, editor)).body).toMatchObject({ ok: false })
    expect(await title()).toBe('Live')
    expect(await turn(live.changeSetId, 'undo')).toBe(200)
    expect(await turn(live.changeSetId, 'redo', editor)).toBe(403)
    expect(await title()).toBe('One')
  })
})

describe('in every workflow', () => {
  beforeEach(async () => {
    await call('saveSettings', { workflow: 'auto-merge' })
  })

  test('models, settings and who may read are taken back by those who may change them', async () => {
    const fields = { title: { type: 'string', required: true }, text: { type: 'text' } }
    const acts = [
      await done('shareModel', { model: 'post', public: true }),
      await done('save_model', { id: 'post', fields }),
      await done('saveSettings', { workflow: 'review' }),
    ]
    for (const { changeSetId } of acts) {
      for (const by of [editor, reviewer]) expect(await turn(changeSetId, 'undo', by)).toBe(403)
      expect((await undoByTool(changeSetId, editor)).body).toMatchObject({ ok: false })
    }
    expect(await isPublic()).toEqual(['post'])
    for (const { changeSetId } of acts) {
      expect(await turn(changeSetId, 'undo')).toBe(200)
      for (const by of [editor, reviewer]) expect(await turn(changeSetId, 'redo', by)).toBe(403)
    }
    expect(await isPublic()).toEqual([])
  })

  test('an editor takes back and brings back entries, and a reviewer does not', async () => {
    const { changeSetId } = await done('save_content', { model: 'post', data: { one: { title: 'Edited' } } })
    expect(await turn(changeSetId, 'undo', reviewer)).toBe(403)
    expect(await turn(changeSetId, 'undo', editor)).toBe(200)
    expect(await turn(changeSetId, 'redo', editor)).toBe(200)
    expect(await title()).toBe('Edited')
  })

  test('a page is not taken back by a reviewer, and a refused undo leaves the change open to more', async () => {
    const made = await post(`/api/projects/${projectId}/operations/site.addPage`, { input: { title: 'New' } }, editor)
    const { changeSetId } = Value.Parse(Done, made.body)
    expect(await turn(changeSetId, 'undo', reviewer)).toBe(403)
    const { userId = '' } = (await server.services.documents.changeSetOwner(changeSetId)) ?? {}
    expect(await server.services.documents.mayGrow(changeSetId, projectId, userId)).toBe(true)
    expect(await turn(changeSetId, 'undo', editor)).toBe(200)
  })
})
