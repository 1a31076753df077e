import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstProject } from '../../testing/ai.ts'
import { operate } from '../../testing/approvals.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const hour = 3_600_000
/** Stands in all that some caller may not read. */
const SECRET = 'Zzsecret'

let server: TestServer
let projectId = ''
let at = Date.now()
const keys = new Map<string, string>()

async function act(name: string, input: object) {
  const { body } = await operate(server, `content.${name}`, input)
  if (!Value.Check(Type.Object({ ok: Type.Literal(true) }), body)) throw new Error(JSON.stringify([name, input, body]))
}

beforeAll(async () => {
  server = await startTestServer({}, { now: () => at })
  projectId = (await firstProject(server)).id
  await act('init_project', {
    locales: ['en', 'tr'],
    domains: ['shop'],
    publishEdits: 'atOnce',
    models: [
      { id: 'shut', i18n: false, fields: { title: { type: 'string' } } },
      { id: 'author', i18n: false, fields: { name: { type: 'string' } } },
      {
        id: 'post',
        i18n: true,
        fields: {
          title: { type: 'string', required: true },
          rank: { type: 'integer' },
          author: { type: 'relation', model: 'author' },
          shut: { type: 'relation', model: 'shut' },
        },
      },
    ],
  })
  await act('save_content', { model: 'shut', data: { hidden: { title: SECRET } } })
  await act('save_content', { model: 'author', data: { ann: { name: 'Ann' }, bob: { name: 'Bob' } } })
  await act('update_status', { model: 'shut', entryIds: ['hidden'], status: 'published' })
  await act('update_status', { model: 'author', entryIds: ['ann'], status: 'published' })
  // One after another, so that this is the order in which they were made.
  const data = {
    one: { title: 'One', rank: 1, author: 'ann', shut: 'hidden' },
    two: { title: 'Two', rank: 2, author: 'bob', shut: 'hidden' },
    draft: { title: `${SECRET} draft`, rank: 3, author: 'ann' },
    soon: { title: 'Soon', rank: 4, author: 'ann' },
  }
  for (const [id, fields] of Object.entries(data)) {
    await act('save_content', { model: 'post', data: { [id]: fields } })
    at += 1
  }
  await act('update_status', { model: 'post', entryIds: ['one', 'two'], status: 'published' })
  await act('save_content', { model: 'post', locale: 'tr', data: { one: { title: 'Bir', rank: 10 } } })
  await act('save_content', { model: 'post', locale: 'tr', data: { two: { title: `${SECRET} iki`, rank: 20 } } })
  await act('update_status', { model: 'post', entryIds: ['one'], status: 'published', locale: 'tr' })
  const times = { publish_at: new Date(at + hour).toISOString(), expire_at: new Date(at + 2 * hour).toISOString() }
  await act('update_status', { model: 'post', entryIds: ['soon'], status: 'published', ...times })
  for (const model of ['post', 'author']) await act('shareModel', { model, public: true })
  const limits = { all: {}, posts: { models: ['post'] }, turkish: { locales: ['tr'] } }
  for (const [name, limit] of Object.entries(limits)) {
    const path = `/api/projects/${projectId}/content/keys`
    const { body } = await server.call('POST', path, { name, role: 'viewer', ...limit })
    keys.set(name, Value.Parse(Type.Object({ key: Type.String() }), body).key)
  }
})
afterAll(() => server.close())

async function get(path: string, who: string, asked: Record<string, string> = {}) {
  const key = keys.get(who)
  const answer = await server.request(`/api/content/v1/${projectId}${path}?${new URLSearchParams(asked)}`, {
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) }
}
const Page = Type.Object({ total: Type.Integer(), entries: Type.Array(Type.Object({ id: Type.String() })) })
const idsOf = async (who: string, asked: Record<string, string> = {}) => {
  const { status, body } = await get('/entries/post', who, asked)
  return status === 200 ? Value.Parse(Page, body).entries.map(({ id }) => id) : status
}

/**
 * Each caller's results of every kind of request: the ids that it finds, or the status. A caller that may not read
 * something gets the same as if it were not there.
 */
const asked = {
  'a condition on a relation into a closed model': { where: '{"shut":"hidden"}' },
  'a condition on what such a relation would hold': { where: '{"shut.title":{"contains":"Z"}}' },
  'that there is no such relation': { where: '{"shut":{"exists":false}}' },
  'an order by a relation into a closed model': { order: 'shut' },
  'the fields of a closed model': { fields: 'shut' },
  'entries of a closed model beside': { include: 'shut' },
  'a condition on a relation to a draft': { where: '{"author":"bob"}' },
  'who has a relation': { where: '{"author":{"exists":true}}' },
  'an order by a relation': { order: 'author,rank' },
  'the words of a draft': { where: `{"title":{"contains":"${SECRET}"}}` },
  'another state': { where: '{"status":{"ne":"published"}}' },
  drafts: { drafts: '1', order: 'rank' },
  'the values of another locale': { where: '{"rank":{"gte":2}}' },
  'an order by the values of a locale': { order: '-rank' },
  'the other locale': { locale: 'tr', order: 'rank' },
  'the other locale alone': { locale: 'tr', fallback: 'none' },
  'a draft of the other locale': { locale: 'tr', where: '{"rank":20}' },
  'the default locale': { locale: 'en', order: 'rank' },
} as const

const table: {
  [Way in keyof typeof asked]: Record<'nobody' | 'all' | 'posts' | 'turkish', readonly string[] | number>
} = {
  'a condition on a relation into a closed model': { nobody: 400, all: ['one', 'two'], posts: 400, turkish: [] },
  'a condition on what such a relation would hold': { nobody: 400, all: [], posts: 400, turkish: [] },
  'that there is no such relation': { nobody: 400, all: [], posts: 400, turkish: ['one'] },
  'an order by a relation into a closed model': { nobody: 400, all: ['one', 'two'], posts: 400, turkish: ['one'] },
  'the fields of a closed model': { nobody: 400, all: ['one', 'two'], posts: 400, turkish: ['one'] },
  'entries of a closed model beside': { nobody: 400, all: ['one', 'two'], posts: 400, turkish: ['one'] },
  'a condition on a relation to a draft': { nobody: [], all: [], posts: 400, turkish: [] },
  'who has a relation': { nobody: ['one'], all: ['one'], posts: 400, turkish: [] },
  'an order by a relation': { nobody: ['one', 'two'], all: ['one', 'two'], posts: 400, turkish: ['one'] },
  'the words of a draft': { nobody: [], all: [], posts: [], turkish: [] },
  'another state': { nobody: [], all: [], posts: [], turkish: [] },
  drafts: {
    nobody: 403,
    all: ['one', 'two', 'draft', 'soon'],
    posts: ['one', 'two', 'draft', 'soon'],
    turkish: ['one', 'two'],
  },
  'the values of another locale': { nobody: ['two'], all: ['two'], posts: ['two'], turkish: ['one'] },
  'an order by the values of a locale': {
    nobody: ['two', 'one'],
    all: ['two', 'one'],
    posts: ['two', 'one'],
    turkish: ['one'],
  },
  'the other locale': { nobody: ['two', 'one'], all: ['two', 'one'], posts: ['two', 'one'], turkish: ['one'] },
  'the other locale alone': { nobody: ['one'], all: ['one'], posts: ['one'], turkish: ['one'] },
  'a draft of the other locale': { nobody: [], all: [], posts: [], turkish: [] },
  'the default locale': { nobody: ['one', 'two'], all: ['one', 'two'], posts: ['one', 'two'], turkish: 400 },
}

describe('what a caller finds by each way to ask, before and after others have asked the same', () => {
  const rows = Object.entries(table).flatMap(([way, callers]) =>
    Object.entries(callers).map(([who, expected]) => ({ way, who, expected })),
  )
  for (const round of [1, 2])
    test.each(rows)(`${round}: $way, by $who`, async ({ way, who, expected }) => {
      const query: Record<string, string> = asked[way as keyof typeof asked]
      expect(await idsOf(who, query)).toEqual(expected)
      const { text } = await get('/entries/post', who, query)
      // A refusal names what was asked for, and no more.
      if (who !== 'all' && query.drafts === undefined && !JSON.stringify(query).includes(SECRET))
        expect(text).not.toContain(SECRET)
    })
})

describe('what is kept of answers', () => {
  test('ends when an entry comes or goes by its time, and when the clock is set back', async () => {
    expect(await idsOf('nobody', { order: 'rank' })).toEqual(['one', 'two'])
    at += hour
    expect(await idsOf('nobody', { order: 'rank' })).toEqual(['one', 'two', 'soon'])
    at += hour
    expect(await idsOf('nobody', { order: 'rank' })).toEqual(['one', 'two'])
    at -= hour
    expect(await idsOf('nobody', { order: 'rank' })).toEqual(['one', 'two', 'soon'])
    at -= hour
  })

  test('ends when an entry that is referred to is published or taken back', async () => {
    const where = '{"author":{"exists":true}}'
    expect(await idsOf('nobody', { where })).toEqual(['one'])
    await act('update_status', { model: 'author', entryIds: ['bob'], status: 'published' })
    expect(await idsOf('nobody', { where })).toEqual(['one', 'two'])
    await act('update_status', { model: 'author', entryIds: ['bob', 'ann'], status: 'draft' })
    expect(await idsOf('nobody', { where })).toEqual([])
    await act('update_status', { model: 'author', entryIds: ['ann'], status: 'published' })
  })

  test('ends when an entry is edited or deleted, and when a model is closed', async () => {
    const title = async () => (await get('/entries/post', 'nobody', { order: 'rank' })).body.entries[0]?.fields.title
    expect(await title()).toBe('One')
    await act('save_content', { model: 'post', data: { one: { title: 'First' } } })
    expect(await title()).toBe('First')
    await act('delete_content', { model: 'post', entryIds: ['two'] })
    expect(await idsOf('nobody')).toEqual(['one'])
    await act('shareModel', { model: 'author', public: false })
    expect((await get('/entries/post', 'nobody')).body.entries[0]?.fields).not.toHaveProperty('author')
    await act('shareModel', { model: 'post', public: false })
    expect(await idsOf('nobody')).toBe(404)
    await act('shareModel', { model: 'post', public: true })
  })
})

test('an address reads so often within a minute, and a page of another origin gets that answer', async () => {
  at += 10 * 60_000
  const read = (headers: Record<string, string> = {}) =>
    server.request(`/api/content/v1/${projectId}/entries/post/one`, { headers })
  const statuses: number[] = []
  for (let each = 0; each < 601; each += 1) statuses.push((await read()).status)
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([600, 429])
  const refused = await read({ origin: 'https://anywhere.example' })
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 60])
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  // No proxy is configured, so that a header changes nothing.
  expect((await read({ 'x-forwarded-for': '192.0.2.9' })).status).toBe(429)
  expect((await read({ authorization: `Bearer ${keys.get('posts')}` })).status).toBe(200)
  at += 60_000
  expect((await read()).status).toBe(200)
})
