import { queryBuilder, rowsOf } from '@atelier/streams'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { join } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import type { Tables } from '../../database/tables.ts'

let server: TestServer
let projectId = ''
let cookies: string[] = []
const db = queryBuilder<Tables>('sqlite')

const Answer = Type.Object({
  ok: Type.Optional(Type.Boolean()),
  changeSetId: Type.Optional(Type.String()),
  data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  error: Type.Optional(Type.Object({ code: Type.String() })),
})

async function call(name: string, input: object, cookie = server.cookie) {
  const path = `/api/projects/${projectId}/operations/content.${name}`
  return Value.Parse(Answer, (await server.call('POST', path, { input }, { cookie })).body)
}

const message = {
  id: 'message',
  name: 'Messages',
  kind: 'collection',
  domain: 'blog',
  i18n: true,
  title_field: 'name',
  fields: { name: { type: 'string', required: true }, text: { type: 'text' }, old: { type: 'string' } },
}

async function setUp(workflow: 'auto-merge' | 'review') {
  await call('init_project', { locales: ['en', 'tr'], domains: ['blog'], workflow, models: [message] })
  await call('saveForm', { model: 'message', open: true, locale: 'tr', perMinute: 60 })
}

beforeEach(async () => {
  server = await startTestServer()
  projectId = (await firstProject(server)).id
  const projects = [{ projectId, role: 'reviewer' }]
  cookies = []
  for (const name of ['one', 'two'])
    cookies.push((await join(server, { email: `${name}@example.com`, role: 'member', projects })).cookie)
})
afterEach(() => server.close())

/** Sends what a visitor would, and returns the id of the submission. */
async function sent(data: object): Promise<string> {
  const answer = await server.call('POST', `/api/forms/v1/${projectId}/message/submit`, { data })
  expect(answer.status).toBe(200)
  const rows = await submissions()
  return rows.at(-1)?.id ?? ''
}
const submissions = () => server.database.read(rowsOf(db.selectFrom('submissions').selectAll().orderBy('id')))
const stateOf = async (id: string) => (await submissions()).find((each) => each.id === id)
const entries = () => server.services.content.reader(projectId).entries('message')
const undo = (changeSetId: string | undefined) =>
  server.services.documents.undo(changeSetId ?? '', { kind: 'hand', userId: 'x' })
const redo = (changeSetId: string | undefined) =>
  server.services.documents.redo(changeSetId ?? '', { kind: 'hand', userId: 'x' })

test('an entry has what was sent by the names that its fields have now, in a locale that the project still has', async () => {
  await setUp('auto-merge')
  const first = await sent({ name: 'Ada', text: 'Merhaba', old: 'Gone' })
  const second = await sent({ name: 'Grace', text: 'Selam' })
  const rest = { name: 'Messages', kind: 'collection', domain: 'blog', i18n: true, title_field: 'name' }
  const fields = { words: { type: 'text' }, old: null }
  const changed = await call('save_model', {
    id: 'message',
    ...rest,
    rename: { text: 'words' },
    migrate: { old: 'drop' },
    fields,
  })
  expect(changed).toMatchObject({ ok: true })
  const approved = await call('approve_submission', { submissionId: first })
  expect(approved).toMatchObject({ ok: true, data: { entries: [{ locale: 'tr', settled: true }], warnings: [] } })
  const [entry] = await entries()
  expect(entry?.settled?.locales.tr?.values).toEqual({ name: 'Ada', words: 'Merhaba' })

  await call('saveForm', { model: 'message', locale: 'en' })
  expect(await call('removeLocale', { locale: 'tr', drop: true })).toMatchObject({ ok: true })
  expect(await call('approve_submission', { submissionId: second })).toMatchObject({
    ok: true,
    data: { entries: [{ locale: 'en', settled: true }] },
  })
  expect((await entries()).find(({ title }) => title === 'Grace')?.settled?.locales.en?.values).toEqual({
    name: 'Grace',
    words: 'Selam',
  })

  const third = await sent({ name: 'Late' })
  expect(await call('delete_model', { model: 'message' })).toMatchObject({ ok: true })
  expect(await call('approve_submission', { submissionId: third })).toMatchObject({ error: { code: 'unknown_model' } })
  expect(await stateOf(third)).toMatchObject({ state: 'pending', entry_id: null })
})

test.each(['auto-merge', 'review'] as const)(
  'of two reviewers at once one approves, with the workflow %s',
  async (workflow) => {
    await setUp(workflow)
    for (let round = 0; round < 5; round += 1) {
      const id = await sent({ name: `Visitor ${round}` })
      const answers = await Promise.all(
        cookies.map((cookie) => call('approve_submission', { submissionId: id }, cookie)),
      )
      expect(answers.filter(({ ok }) => ok === true)).toHaveLength(1)
      expect(answers.map(({ error }) => error?.code).filter((code) => code !== undefined)).toEqual(['already_decided'])
      expect(await stateOf(id)).toMatchObject({ state: 'approved' })
    }
    expect(await entries()).toHaveLength(workflow === 'review' ? 0 : 5)
  },
)

test('what is approved on a branch counts with it: rejected, let in again, merged, and the merge undone', async () => {
  await setUp('review')
  const id = await sent({ name: 'Ada' })
  const approved = await call('approve_submission', { submissionId: id }, cookies[0])
  const branch = String(approved.data?.branch)
  const rejected = await call('reject_branch', { branch })
  expect(rejected).toMatchObject({ ok: true })
  expect(await stateOf(id)).toMatchObject({ state: 'pending' })
  await undo(rejected.changeSetId)
  expect(await stateOf(id)).toMatchObject({ state: 'approved', entry_id: null })
  expect(await call('approve_submission', { submissionId: id })).toMatchObject({ error: { code: 'already_decided' } })
  const merged = await call('merge_branch', { branch })
  expect(merged).toMatchObject({ ok: true })
  expect(await stateOf(id)).toMatchObject({ state: 'approved', entry_id: (await entries())[0]?.id })
  await undo(merged.changeSetId)
  expect(await entries()).toEqual([])
  // Its entry waits on the branch again.
  expect(await stateOf(id)).toMatchObject({ state: 'approved', entry_id: null })
  expect(await call('merge_branch', { branch })).toMatchObject({ ok: true })
  expect(await entries()).toHaveLength(1)
})

test('undoing an approval lets the submission wait, unless another one has been made of it since', async () => {
  await setUp('auto-merge')
  const id = await sent({ name: 'Ada' })
  const first = await call('approve_submission', { submissionId: id })
  await undo(first.changeSetId)
  expect(await stateOf(id)).toMatchObject({ state: 'pending', entry_id: null })
  const second = await call('approve_submission', { submissionId: id })
  const state = { state: 'approved', entry_id: second.data?.entryId }
  await redo(first.changeSetId)
  expect(await stateOf(id)).toMatchObject(state)
  await undo(first.changeSetId)
  expect(await stateOf(id)).toMatchObject(state)
})
