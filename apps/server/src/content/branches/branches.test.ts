import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject, Id, newSession, RunId, startRun } from '../../../testing/ai.ts'
import { decide, ended, operate, questions, scriptedModel, until, useModel } from '../../../testing/approvals.ts'
import { join, type Member } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { capabilitiesOf } from '../../auth/roles.ts'

let server: TestServer
let model: Awaited<ReturnType<typeof scriptedModel>>
let editor: Member
let projectId = ''

const Branches = Type.Object({
  data: Type.Object({
    branches: Type.Array(Type.Object({ name: Type.String(), state: Type.String() })),
    entries: Type.Optional(Type.Array(Type.Object({ entry: Type.String(), change: Type.String() }))),
  }),
})

const valuesOf = async (id: string) =>
  (await server.services.content.reader(projectId).entry('post', id))?.settled?.locales.en?.values

async function listBranches(input: object = {}) {
  return Value.Parse(Branches, (await operate(server, 'content.list_branches', input)).body).data
}

/** A run of the editor in a conversation of their own; it has ended. */
async function runOfEditor(session: string, title: string, values: object): Promise<string> {
  model.add([['content.save_content', { model: 'post', data: values }]])
  const begun = await editor.call('POST', `/api/ai/sessions/${session}/runs`, { prompt: title })
  const { runId } = Value.Parse(RunId, begun.body)
  const Read = Type.Object({
    runs: Type.Array(Type.Object({ id: Type.String(), endedAt: Type.Optional(Type.Number()) })),
  })
  await until(async () => {
    const { runs } = Value.Parse(Read, (await editor.call('GET', `/api/ai/sessions/${session}`)).body)
    return runs.find(({ id }) => id === runId)?.endedAt
  })
  return runId
}

beforeAll(async () => {
  model = await scriptedModel([])
  server = await startTestServer({})
  await useModel(server, model.url)
  projectId = (await firstProject(server)).id
  await operate(server, 'content.init_project', {
    locales: ['en', 'tr'],
    domains: ['blog'],
    workflow: 'review',
    models: [{ id: 'post', fields: { title: { type: 'string' }, text: { type: 'markdown' } } }],
  })
  await operate(server, 'content.save_content', {
    model: 'post',
    data: { hello: { title: 'Hello', text: 'One\n\nTwo' } },
  })
  const projects = [{ projectId, role: 'editor' }]
  editor = await join(server, { email: 'grace@example.com', role: 'member', projects })
})
afterAll(async () => {
  await server.close()
  await model.close()
})

test('an editor writes onto a branch, a person approves its merge, and each run is undone by itself, also afterwards', async () => {
  const opened = await editor.call('POST', '/api/ai/sessions', { scope: 'site', projectId })
  const { id: session } = Value.Parse(Id, opened.body)
  const first = await runOfEditor(session, 'First', { hello: { title: 'By the first' }, made: { title: 'Made' } })
  await runOfEditor(session, 'Second', { hello: { text: 'One\n\nBy the second' } })
  expect(await valuesOf('hello')).toEqual({ title: 'Hello', text: 'One\n\nTwo' })
  // Both write on one branch, which is still one to review.
  const { branches } = await listBranches()
  expect(branches).toHaveLength(1)
  const name = branches[0]?.name ?? ''
  expect(await listBranches({ branch: name })).toMatchObject({
    entries: [
      { entry: 'hello', change: 'changed' },
      { entry: 'made', change: 'added' },
    ],
  })
  // A run is undone only on the branch, also the one that opened it.
  for (const [act, entries] of [
    ['undo', [{ entry: 'hello', change: 'changed' }]],
    ['redo', [{ entry: 'hello' }, { entry: 'made' }]],
  ] as const) {
    const answer = await editor.call('POST', `/api/ai/sessions/${session}/runs/${first}/${act}`)
    expect(answer).toMatchObject({ status: 200, body: { kept: [] } })
    expect(await listBranches({ branch: name })).toMatchObject({ branches: [{ state: 'open' }], entries })
  }
  // An editor decides on no branch.
  const merge = `/api/projects/${projectId}/operations/content.merge_branch`
  expect((await editor.call('POST', merge, { input: { branch: name } })).status).toBe(403)

  // A model's call of it waits for a person.
  model.add([['content.merge_branch', { branch: name }]])
  const review = await newSession(server)
  const merged = await startRun(server, review, 'Merge it')
  const [question] = await questions(server, review)
  expect(question).toMatchObject({ message: expect.stringContaining('Merge the branch') })
  expect(await valuesOf('hello')).toMatchObject({ title: 'Hello' })
  await decide(server, review, question?.toolCallId ?? '', { decision: 'approve' })
  await ended(server, review)
  expect(await valuesOf('hello')).toEqual({ title: 'By the first', text: 'One\n\nBy the second' })
  expect(await valuesOf('made')).toEqual({ title: 'Made' })
  expect((await listBranches()).branches).toEqual([])

  // Another person's writes in between stay whatever is undone.
  await operate(server, 'content.save_content', {
    model: 'post',
    data: { hello: { text: 'One, by hand\n\nBy the second' } },
  })
  // A merged value is live, where an editor changes nothing by themselves.
  expect((await editor.call('POST', `/api/ai/sessions/${session}/runs/${first}/undo`)).status).toBe(403)
  expect(await valuesOf('hello')).toMatchObject({ title: 'By the first' })
  const owner = { origin: { kind: 'hand', userId: 'owner' } as const, capabilities: capabilitiesOf('owner') }
  expect(await server.services.turns.turn(first, 'undo', owner)).toMatchObject({ state: 'undone', kept: [] })
  expect(await valuesOf('hello')).toEqual({ title: 'Hello', text: 'One, by hand\n\nBy the second' })
  expect(await valuesOf('made')).toBeUndefined()
  expect(await server.call('POST', `/api/ai/sessions/${review}/runs/${merged}/undo`)).toMatchObject({
    body: { state: 'undone', kept: [] },
  })
  expect(await valuesOf('hello')).toEqual({ title: 'Hello', text: 'One, by hand\n\nTwo' })
  // The branch waits again, with what the second run has written.
  expect(await listBranches({ branch: name })).toMatchObject({
    branches: [{ state: 'open' }],
    entries: [{ entry: 'hello', change: 'changed' }],
  })
})
