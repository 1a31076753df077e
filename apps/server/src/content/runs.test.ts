import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstProject, newSession, startRun } from '../../testing/ai.ts'
import { ended, operate, scriptedModel, titles, useModel } from '../../testing/approvals.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let model: Awaited<ReturnType<typeof scriptedModel>>
let projectId = ''

const reader = () => server.services.content.reader(projectId)
const valuesOf = async (id: string, locale = 'en') =>
  (await reader().entry('post', id))?.settled?.locales[locale]?.values

/** Calls an operation by hand; returns the code of its error, or its data. */
async function call(name: string, input: object): Promise<unknown> {
  const Answer = Type.Object({
    ok: Type.Optional(Type.Boolean()),
    data: Type.Optional(Type.Unknown()),
    error: Type.Optional(Type.Object({ code: Type.String() })),
  })
  const { ok, data, error } = Value.Parse(Answer, (await operate(server, `content.${name}`, input)).body)
  return ok ? data : error?.code
}

beforeAll(async () => {
  model = await scriptedModel([])
  server = await startTestServer({})
  await useModel(server, model.url)
  projectId = (await firstProject(server)).id
  await call('init_project', {
    locales: ['en', 'tr'],
    domains: ['blog'],
    models: [
      { id: 'author', i18n: false, fields: { name: { type: 'string' }, email: { type: 'email', unique: true } } },
      {
        id: 'post',
        fields: {
          title: { type: 'string' },
          text: { type: 'markdown' },
          author: { type: 'relation', model: 'author' },
        },
      },
    ],
  })
  await call('save_content', { model: 'author', data: { ann: { name: 'Ann', email: 'ann@example.com' } } })
  await call('save_content', {
    model: 'post',
    data: { hello: { title: 'Hello', text: 'One\n\nTwo\n\nThree', author: 'ann' } },
  })
})
afterAll(async () => {
  await server.close()
  await model.close()
})

describe('a run that edits entries, a model and a page', () => {
  test('is undone in one step, and leaves what another user has edited since', async () => {
    model.add([
      ['content.save_model', { id: 'post', rename: { title: 'headline' }, fields: { lead: { type: 'text' } } }],
      [
        'content.save_content',
        {
          model: 'post',
          data: {
            hello: { headline: 'New', lead: 'Short', text: 'One!\n\nTwo\n\nThree' },
            second: { headline: 'Second' },
          },
        },
      ],
      ['addPage', { title: 'News' }],
    ])
    const session = await newSession(server)
    const runId = await startRun(server, session, 'Write the news')
    // Its changes are sent with its end: of the content what, of the rest the kinds.
    expect((await ended(server, session)).runs.at(-1)?.affected).toEqual({
      models: ['post'],
      locales: ['en'],
      snapshotChanged: true,
      branchesChanged: false,
      kinds: expect.arrayContaining(['content', 'page']),
    })
    expect(await valuesOf('hello')).toEqual({
      headline: 'New',
      lead: 'Short',
      text: 'One!\n\nTwo\n\nThree',
      author: 'ann',
    })
    expect(await titles(server)).toContain('News')

    await call('save_content', { model: 'post', data: { hello: { text: 'One!\n\nTwo\n\nThree, by hand' } } })
    const undone = await server.call('POST', `/api/ai/sessions/${session}/runs/${runId}/undo`)
    expect(undone).toMatchObject({ body: { state: 'undone', kept: [] } })
    expect(await valuesOf('hello')).toEqual({ title: 'Hello', text: 'One\n\nTwo\n\nThree, by hand', author: 'ann' })
    const history = await call('entryHistory', { model: 'post', entryId: 'hello', field: 'title' })
    expect(history).toMatchObject({
      changes: [
        { source: 'human', fields: [{ locale: 'en', before: 'New', after: 'Hello' }] },
        { source: 'agent', by: { runId }, fields: [{ locale: 'en', before: 'Hello', after: 'New' }] },
        { source: 'human', fields: [{ locale: 'en', after: 'Hello' }] },
      ],
    })
    expect(await reader().entry('post', 'second')).toBeUndefined()
    expect(await titles(server)).not.toContain('News')
  })
})

test('the agent takes back what its last run has changed in both scopes, and what others wrote stays', async () => {
  const session = await newSession(server)
  model.add([
    [
      'content.save_content',
      { model: 'post', data: { hello: { title: 'Louder' }, third: { title: 'Third' }, fourth: { title: 'Fourth' } } },
    ],
    ['addPage', { title: 'Loud' }],
  ])
  await startRun(server, session, 'Make it louder')
  await ended(server, session)
  await call('save_content', { model: 'post', data: { fourth: { text: 'By hand' } } })
  model.add([['call_operation', { name: 'undoRun', input: { run: 'last' } }]])
  const runId = await startRun(server, session, 'Undo that')
  await ended(server, session)
  expect([(await valuesOf('hello'))?.title, await titles(server)]).toEqual([
    'Hello',
    expect.not.arrayContaining(['Loud']),
  ])
  expect(await reader().entry('post', 'third')).toBeUndefined()
  // Somebody has written in it since.
  expect(await valuesOf('fourth')).toEqual({ title: 'Fourth', text: 'By hand' })

  const undone = await server.call('POST', `/api/ai/sessions/${session}/runs/${runId}/undo`)
  expect(undone).toMatchObject({ body: { state: 'undone', kept: [] } })
  expect([(await valuesOf('hello'))?.title, (await valuesOf('third'))?.title]).toEqual(['Louder', 'Third'])
  await call('delete_content', { model: 'post', entryIds: ['third', 'fourth'] })
  await call('save_content', { model: 'post', data: { hello: { title: 'Hello' } } })
})

describe('calls', () => {
  test('that meet in a unique value or in a reference leave one of them', async () => {
    const made = await Promise.all(
      ['b', 'c'].map((id) =>
        call('save_content', { model: 'author', data: { [id]: { name: id, email: 'same@example.com' } } }),
      ),
    )
    // Which of the two it is depends on how close they are: the second is refused before its commit, or with it.
    expect(made.filter((each) => each === 'not_unique')).toHaveLength(1)
    expect(await call('delete_content', { model: 'author', entryIds: ['ann'] })).toBe('referenced')
    expect(await call('delete_content', { model: 'author', entryIds: ['ann'], references: 'clear' })).toMatchObject({
      merged: true,
    })
    expect((await valuesOf('hello'))?.author).toBeUndefined()
  })
  test('that change a model convert the values of its entries', async () => {
    await call('save_content', { model: 'post', locale: 'tr', data: { hello: { title: 'Merhaba' } } })
    const change = { id: 'post', fields: { title: { type: 'string', required: true, max: 4 } } }
    expect(await call('save_model', change)).toBe('needs_migration')
    expect(await call('save_model', { ...change, migrate: { title: 'convert' } })).toMatchObject({
      affected: { entries: 1, migrated: 1 },
      errors: [],
    })
    expect([(await valuesOf('hello'))?.title, (await valuesOf('hello', 'tr'))?.title]).toEqual(['Hell', 'Merh'])
  })
  test('write to an entry from many sides at once, and all succeed', async () => {
    const all = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        call('save_content', { model: 'post', data: { [i % 2 === 0 ? 'hello' : `n${i}`]: { title: `T${i}` } } }),
      ),
    )
    expect(all.filter((each) => typeof each === 'string')).toEqual([])
    expect(await reader().entries('post')).toHaveLength(9)
  })
})
