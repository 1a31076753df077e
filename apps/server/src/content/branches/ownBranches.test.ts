import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject, Id } from '../../../testing/ai.ts'
import { scriptedModel, until, useModel } from '../../../testing/approvals.ts'
import { join, type Member } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

const folder = mkdtempSync(joinPath(tmpdir(), 'atelier-own-branches-'))
let server: TestServer
let model: Awaited<ReturnType<typeof scriptedModel>>
let projectId = ''
let editor: Member

const Run = Type.Object({ id: Type.String(), status: Type.String(), affected: Type.Optional(Type.Unknown()) })
const Read = Type.Object({ runs: Type.Array(Run), activeRunId: Type.Optional(Type.String()) })
const Titled = Type.Object({ data: Type.Object({ entries: Type.Array(Type.Object({ title: Type.String() })) }) })

const startServer = () => startTestServer({ ATELIER_DATA: folder })
const call = async (name: string, input: object, cookie = editor.cookie, aimed: object = {}) =>
  (await server.call('POST', `/api/projects/${projectId}/operations/content.${name}`, { input, ...aimed }, { cookie }))
    .body
const openBranches = async () =>
  (await server.services.content.state(projectId)).branches.filter(({ state }) => state === 'open')
const branchOf = async (session: string | undefined) =>
  (await openBranches()).filter(({ sessionId }) => sessionId === session)
const save = (title: string) => ['save_content', { model: 'post', data: { hello: { title } } }] as [string, object]

async function newConversation(): Promise<string> {
  const body = { projectId, scope: 'content' }
  const made = await server.call('POST', '/api/ai/sessions', body, { cookie: editor.cookie })
  return Value.Parse(Id, made.body).id
}

async function run(session: string, prompt: string): Promise<unknown> {
  const headers = { cookie: editor.cookie }
  const started = await server.call('POST', `/api/ai/sessions/${session}/runs`, { prompt }, headers)
  expect(started.status).toBe(202)
  const { runs } = await until(async () => {
    const read = Value.Parse(Read, (await server.call('GET', `/api/ai/sessions/${session}`, undefined, headers)).body)
    return read.activeRunId === undefined ? read : undefined
  })
  expect(runs.at(-1)).toMatchObject({ status: 'complete' })
  return runs.at(-1)?.affected
}

/** The last request's words to the model about the branch that its edits wait on. */
const told = () =>
  model.bodies
    .at(-1)
    ?.match(/Your edits wait on [^.]+\./g)
    ?.at(-1)

beforeAll(async () => {
  model = await scriptedModel([])
  server = await startServer()
  await useModel(server, model.url)
  projectId = (await firstProject(server)).id
  const projects = [{ projectId, role: 'editor' }]
  editor = await join(server, { email: 'editor@example.com', role: 'member', projects })
  const post = { id: 'post', fields: { title: { type: 'string', required: true } } }
  const setup = { locales: ['en'], domains: ['blog'], workflow: 'review', models: [post] }
  await call('init_project', setup, server.cookie)
  await call('save_content', { model: 'post', data: { hello: { title: 'Hello' } } }, server.cookie)
})
afterAll(async () => {
  await server.close()
  await model.close()
  rmSync(folder, { recursive: true, force: true })
})

test('each conversation keeps writing to its own branch, also after a restart of the server', async () => {
  const [first, second] = [await newConversation(), await newConversation()]
  model.add([save('One')], 'Saved.')
  const affected = await run(first, 'Change the title')
  const branch = (await branchOf(first))[0]?.name
  const nothing = { models: [], locales: [], snapshotChanged: false, branchesChanged: false }
  const kinds = ['content']
  expect(affected).toEqual({ ...nothing, models: ['post'], locales: ['en'], branchesChanged: true, branch, kinds })
  // Its second save changes nothing; the program that follows the run gets that.
  model.add([save('One')], 'Nothing to do.')
  expect(await run(first, 'Change it again')).toEqual({ ...nothing, kinds })
  model.add('I only read.')
  expect(await run(first, 'Look at it')).toEqual(nothing)
  model.add([['get_content', { model: 'post', fields: ['title'] }]], [save('Two')], 'Saved.')
  await run(second, 'Change the title, too')
  // The other conversation's proposal is not visible to this one.
  expect(model.bodies.at(-2)).toContain('\\"title\\":\\"Hello\\"')
  const [one, two] = [await branchOf(first), await branchOf(second)]
  expect([one.length, two.length, (await openBranches()).length]).toEqual([1, 1, 2])
  expect(told()).toBe(`Your edits wait on the branch ${two[0]?.name} until a reviewer merges it.`)

  await server.close()
  server = await startServer()
  model.add([['get_content', { model: 'post', fields: ['title'] }]], [save('One again')], 'Saved.')
  await run(first, 'Once more')
  expect(model.bodies.at(-2)).toContain('\\"title\\":\\"One\\"')
  expect((await openBranches()).map(({ id }) => id).sort()).toEqual([...one, ...two].map(({ id }) => id).sort())
  const shown = async (branch = '') =>
    Value.Parse(Titled, await call('get_content', { model: 'post', fields: ['title'], branch })).data.entries[0]?.title
  expect(await shown(one[0]?.name)).toBe('One again')
  expect(await shown(two[0]?.name)).toBe('Two')
})

test('a person’s edits outside of conversations go on a branch of theirs, or on the one that they chose', async () => {
  const chosen = (await openBranches()).find(({ sessionId }) => sessionId !== undefined)
  const edit = { model: 'post', data: { mine: { title: 'Mine' } } }
  const name = expect.stringMatching(/^cr\//)
  expect(await call('save_content', edit)).toMatchObject({ data: { merged: false, branch: name } })
  expect(await call('save_content', { model: 'post', data: { mine: { title: 'Still mine' } } })).toMatchObject({
    ok: true,
  })
  const [own, ...others] = await branchOf(undefined)
  expect(others).toEqual([])
  expect(own).toMatchObject({ createdBy: editor.id, changes: expect.any(Number) })
  const aimed = { focus: { branchId: chosen?.id } }
  expect(
    await call('save_content', { model: 'post', data: { hello: { title: 'Ours' } } }, editor.cookie, aimed),
  ).toMatchObject({ data: { branch: chosen?.name } })
})

test('a branch that a conversation opens is the one that it writes on from then', async () => {
  const session = await newConversation()
  model.add([save('First')], [['createBranch', { title: 'Another proposal' }]], [save('Second')], 'Saved.')
  await run(session, 'Propose two things')
  const branches = await branchOf(session)
  expect(branches.map(({ title }) => title).sort()).toEqual(['Another proposal', 'Changes in post'])
  const another = branches.find(({ title }) => title === 'Another proposal')
  expect(another?.changes).toBeGreaterThan(0)
  expect(await call('get_content', { model: 'post', fields: ['title'], branch: another?.name ?? '' })).toMatchObject({
    data: { entries: [{ title: 'Second' }] },
  })
})
