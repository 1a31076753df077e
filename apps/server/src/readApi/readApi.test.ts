import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstProject } from '../../testing/ai.ts'
import { operate } from '../../testing/approvals.ts'
import { newProject } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const Made = Type.Object({ id: Type.String(), key: Type.String() })
const Page = Type.Object({
  total: Type.Integer(),
  entries: Type.Array(
    Type.Object({ id: Type.String(), locale: Type.String(), fields: Type.Record(Type.String(), Type.Unknown()) }),
  ),
  included: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()))),
  cursor: Type.Optional(Type.String()),
})

/** Such a word is in every text that may not be read without the right key. */
const SECRET = 'Zzsecret'
const at = Date.now()
const hour = 3_600_000
const time = (from: number) => new Date(at + from).toISOString()

let server: TestServer
let projectId = ''
let other = ''
const keys = new Map<string, string>()

async function act(name: string, input: object) {
  const { body } = await operate(server, `content.${name}`, input)
  if (!Value.Check(Type.Object({ ok: Type.Literal(true) }), body)) throw new Error(JSON.stringify([name, input, body]))
}

/** An entry for each state, by the name of the state. */
const states = {
  published: { status: 'published' },
  draft: undefined,
  review: { status: 'in_review' },
  archived: { status: 'archived' },
  planned: { status: 'published', publish_at: time(hour) },
  begun: { status: 'published', publish_at: time(-hour), expire_at: time(hour) },
  over: { status: 'published', publish_at: time(-2 * hour), expire_at: time(-hour) },
} as const
const names = Object.keys(states)
const isShown = (state: string) => state === 'published' || state === 'begun'

beforeAll(async () => {
  server = await startTestServer({}, { now: () => at })
  projectId = (await firstProject(server)).id
  other = await newProject(server, 'Other')
  const fields = { title: { type: 'string', required: true }, rank: { type: 'integer' } }
  await act('init_project', {
    locales: ['en', 'tr', 'de'],
    domains: ['shop'],
    publishEdits: 'atOnce',
    models: [
      { id: 'shut', i18n: false, fields: { title: { type: 'string' } } },
      { id: 'author', i18n: false, fields: { name: { type: 'string' }, boss: { type: 'relation', model: 'shut' } } },
      {
        id: 'post',
        fields: {
          ...fields,
          author: { type: 'relation', model: 'author' },
          shut: { type: 'relation', model: 'shut' },
          any: { type: 'relations', model: ['author', 'shut'] },
          parts: {
            type: 'array',
            items: { type: 'object', fields: { of: { type: 'relation', model: 'shut' }, label: { type: 'string' } } },
          },
        },
      },
      { id: 'words', kind: 'dictionary', i18n: false },
    ],
  })
  await act('save_content', { model: 'shut', data: { hidden: { title: SECRET } } })
  await act('update_status', { model: 'shut', entryIds: ['hidden'], status: 'published' })
  await act('save_content', {
    model: 'author',
    data: { ann: { name: 'Ann', boss: 'hidden' }, bob: { name: `Bob ${SECRET}` } },
  })
  await act('update_status', { model: 'author', entryIds: ['ann'], status: 'published' })
  for (const [i, name] of names.entries()) {
    const title = isShown(name) ? `Title of ${name}` : `${SECRET} ${name}`
    await act('save_content', {
      model: 'post',
      data: {
        [name]: {
          title,
          rank: i,
          author: name === 'begun' ? 'bob' : 'ann',
          shut: 'hidden',
          any: [
            { model: 'author', ref: 'ann' },
            { model: 'author', ref: 'bob' },
            { model: 'shut', ref: 'hidden' },
          ],
          parts: [{ of: 'hidden', label: 'One' }],
        },
      },
    })
    const status = states[name as keyof typeof states]
    if (status) await act('update_status', { model: 'post', entryIds: [name], ...status })
  }
  // In Turkish only one entry is published, and one is a draft whose English is published.
  await act('save_content', { model: 'post', locale: 'tr', data: { published: { title: 'Başlık', rank: 100 } } })
  await act('update_status', { model: 'post', entryIds: ['published'], status: 'published', locale: 'tr' })
  await act('save_content', { model: 'post', locale: 'tr', data: { begun: { title: `${SECRET} tr`, rank: 200 } } })
  await act('save_content', { model: 'words', data: { hello: 'Hello' } })
  await act('update_status', { model: 'words', entryIds: ['main'], status: 'published' })
  for (const model of ['post', 'author']) await act('shareModel', { model, public: true })
  const make = async (name: string, limits: object, project = projectId) => {
    const made = await server.call('POST', `/api/projects/${project}/content/keys`, { name, role: 'viewer', ...limits })
    keys.set(name, Value.Parse(Made, made.body).key)
    return Value.Parse(Made, made.body).id
  }
  await make('all', {})
  await make('posts', { models: ['post'] })
  await make('turkish', { locales: ['tr'] })
  await make('blind', { tools: ['list_models'] })
  await make('other', {}, other)
  const gone = await make('gone', {})
  await server.call('DELETE', `/api/projects/${projectId}/content/keys/${gone}`)
  const account = await server.call('POST', '/api/keys', { name: 'Account', role: 'viewer' })
  keys.set('account', Value.Parse(Made, account.body).key)
})
afterAll(() => server.close())

async function get(path: string, who = 'nobody', headers: Record<string, string> = {}) {
  const key = keys.get(who)
  const answer = await server.request(`/api/content/v1/${projectId}${path}`, {
    headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...headers },
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, body: text === '' ? undefined : JSON.parse(text) }
}
const query = (values: Record<string, string>) => `?${new URLSearchParams(values)}`
const idsOf = (body: unknown) => Value.Parse(Page, body).entries.map(({ id }) => id)

/** The fields of each model that each caller may read: all of it, what is published, or why nothing. */
const table = {
  nobody: { post: 'published', author: 'published', shut: 404, words: 404, drafts: 403 },
  all: { post: 'published', author: 'published', shut: 'published', words: 'published', drafts: 200 },
  account: { post: 'published', author: 'published', shut: 'published', words: 'published', drafts: 200 },
  posts: { post: 'published', author: 404, shut: 404, words: 404, drafts: 200 },
  turkish: { post: 'turkish', author: 'published', shut: 'published', words: 'published', drafts: 200 },
  blind: { post: 403, author: 403, shut: 403, words: 403, drafts: 403 },
  other: { post: 403, author: 403, shut: 403, words: 403, drafts: 403 },
  gone: { post: 401, author: 401, shut: 401, words: 401, drafts: 401 },
} as const

describe.each(Object.entries(table))('the read API answers %s', (who, { drafts, ...models }) => {
  test.each(Object.entries(models))('of %s as it may', async (model, expected) => {
    const list = await get(`/entries/${model}`, who)
    const entries = { post: names, author: ['ann', 'bob'], shut: ['hidden'], words: ['main'] }[model] ?? []
    if (typeof expected === 'number') {
      expect(list.status).toBe(expected)
      for (const id of entries) expect((await get(`/entries/${model}/${id}`, who)).status).not.toBe(200)
      expect(list.text).not.toContain(SECRET)
      return
    }
    const shown = { post: expected === 'turkish' ? ['published'] : ['published', 'begun'], author: ['ann'] }
    const ids = shown[model as keyof typeof shown] ?? entries
    expect([list.status, idsOf(list.body).sort(), list.body.total]).toEqual([200, [...ids].sort(), ids.length])
    for (const id of entries)
      expect([id, (await get(`/entries/${model}/${id}`, who)).status]).toEqual([id, ids.includes(id) ? 200 : 404])
    if (model !== 'shut') expect(list.text).not.toContain(SECRET)
  })

  test('of drafts and branches as it may', async () => {
    const asked = await get(`/entries/post${query({ drafts: '1' })}`, who)
    expect(asked.status).toBe(drafts)
    const branch = await get(`/entries/post${query({ branch: 'cr/content/none/1-0000' })}`, who)
    expect(branch.status).toBe(drafts === 200 ? 404 : drafts)
    if (drafts === 200 && who !== 'turkish') expect(idsOf(asked.body)).toHaveLength(names.length)
    if (who === 'turkish') expect(idsOf(asked.body).sort()).toEqual(['begun', 'published'])
  })

  test('of models as it may', async () => {
    const answer = await get('/models', who)
    const may = Object.entries(models).filter(([, expected]) => typeof expected !== 'number')
    if (may.length === 0) return expect(answer.status).toBe(models.post)
    const listed = Value.Parse(Type.Object({ models: Type.Array(Type.Object({ id: Type.String() })) }), answer.body)
    expect(
      listed.models
        .map(({ id }) => id)

        .sort(),
    ).toEqual(
      may
        .map(([id]) => id)

        .sort(),
    )
    if (!may.some(([id]) => id === 'shut')) expect(answer.text).not.toContain('shut')
  })
})

describe('nothing tells of what is not shown', () => {
  test('no field, condition, order or included relation reaches into a model that is not public', async () => {
    const { body } = await get('/entries/post/published')
    expect(body.entry.fields).toEqual({
      title: 'Title of published',
      rank: 0,
      author: 'ann',
      any: [{ model: 'author', ref: 'ann' }],
      parts: [{ label: 'One' }],
    })
    const wrong: Record<string, string>[] = [
      { where: '{"shut":"hidden"}' },
      { where: '{"shut.title":{"contains":"Z"}}' },
      { order: 'shut' },
      { order: '-shut' },
      { fields: 'shut' },
      { include: 'shut' },
      { include: 'title' },
      { where: '{"nothing":1}' },
    ]
    for (const asked of wrong) expect([asked, (await get(`/entries/post${query(asked)}`)).status]).toEqual([asked, 400])
    expect(await get(`/entries/post${query({ where: '{"shut":"hidden"}' })}`)).toMatchObject({
      body: { error: { code: 'unknown_field' } },
    })
  })

  test('no condition or order finds a draft, another locale, or an entry that is not published', async () => {
    const total = async (where: object, more: Record<string, string> = {}) =>
      (await get(`/entries/post${query({ where: JSON.stringify(where), ...more })}`)).body.total
    expect(await total({ title: { contains: SECRET } })).toBe(0)
    expect(await total({ status: { ne: 'published' } })).toBe(0)
    expect(await total({ author: 'bob' })).toBe(0)
    expect(await total({ any: { contains: { model: 'shut', ref: 'hidden' } } })).toBe(0)
    expect(await total({ any: { contains: { model: 'author', ref: 'bob' } } })).toBe(0)
    expect(await total({ 'parts.0.of': 'hidden' })).toBe(0)
    expect(await total({ rank: 200 }, { locale: 'tr' })).toBe(0)
    expect(await total({ rank: { gte: 0 } })).toBe(2)
    const ordered = await get(`/entries/post${query({ order: '-rank' })}`)
    expect(idsOf(ordered.body)).toEqual(['begun', 'published'])
    // Its Turkish draft does not count: it is ordered by the English that is shown in its place.
    const turkish = await get(`/entries/post${query({ order: '-rank', locale: 'tr' })}`)
    expect(Value.Parse(Page, turkish.body).entries.map(({ id, locale }) => [id, locale])).toEqual([
      ['published', 'tr'],
      ['begun', 'en'],
    ])
    expect((await get(`/entries/post${query({ locale: 'tr', fallback: 'none' })}`)).body.total).toBe(1)
  })

  test('an included entry shows what it shows by itself, and no further one', async () => {
    const { body, text } = await get(`/entries/post${query({ include: 'author,any' })}`)
    expect(Value.Parse(Page, body).included).toEqual({
      author: { ann: expect.objectContaining({ id: 'ann', fields: { name: 'Ann' } }) },
    })
    expect(text).not.toContain(SECRET)
    const all = await get(`/entries/post/published${query({ include: 'shut,any' })}`, 'all')
    expect(all.body.included).toMatchObject({ shut: { hidden: { fields: { title: SECRET } } }, author: { ann: {} } })
    expect(Object.keys(all.body.included.author)).toEqual(['ann'])
  })

  test('a key of one locale meets no other, not by the name of a locale, a fallback or a title', async () => {
    expect(await get(`/entries/post${query({ locale: 'en' })}`, 'turkish')).toMatchObject({
      status: 400,
      body: { error: { hint: 'There are tr.' } },
    })
    const list = await get('/entries/post', 'turkish')
    expect(Value.Parse(Page, list.body).entries).toEqual([
      expect.objectContaining({ id: 'published', locale: 'tr', fields: { title: 'Başlık', rank: 100 } }),
    ])
    for (const where of ['{"title":{"contains":"Title"}}', `{"title":{"contains":"${SECRET} p"}}`])
      expect((await get(`/entries/post${query({ where })}`, 'turkish')).body.total).toBe(0)
  })

  test('an edit that its model does not accept shows the last good state', async () => {
    const before = await get('/entries/post/published')
    const entry = await server.services.content.reader(projectId).entry('post', 'published')
    await server.services.documents.transact({
      projectId,
      origin: { kind: 'hand', userId: 'u' },
      label: 'Type',
      body: async (drafts) => {
        const draft = await drafts.open(entry?.documentId ?? '')
        draft?.set('en/title', '')
        return { result: null, commit: true }
      },
    })
    expect((await get('/entries/post/published')).text).toBe(before.text)
  })
})

describe('an answer', () => {
  test('has a tag, and is not sent again to callers that have it', async () => {
    const first = await get('/entries/post')
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]{27}"$/)
    const again = await get('/entries/post', 'nobody', { 'if-none-match': `W/"x", ${tag}` })
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag])
    await act('save_content', { model: 'post', data: { published: { title: 'Title of published!' } } })
    const changed = await get('/entries/post', 'nobody', { 'if-none-match': tag })
    expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false])
  })

  test('comes in pages that follow each other', async () => {
    const first = await get(`/entries/post${query({ limit: '1', order: 'rank' })}`)
    expect(idsOf(first.body)).toEqual(['published'])
    const second = await get(`/entries/post${query({ limit: '1', order: 'rank', cursor: first.body.cursor })}`)
    expect([idsOf(second.body), second.body.cursor]).toEqual([['begun'], undefined])
    const wrong: Record<string, string>[] = [
      { limit: '201' },
      { limit: '0' },
      { cursor: 'x' },
      { where: '[]' },
      { where: '{' },
      { locale: 'xx' },
    ]
    for (const asked of wrong) expect([asked, (await get(`/entries/post${query(asked)}`)).status]).toEqual([asked, 400])
  })

  test('is for every page without a key, with one for the pages that the key names, and never by a cookie', async () => {
    const origin = 'https://anywhere.example'
    const open = await get('/entries/post', 'nobody', { origin, cookie: server.cookie })
    expect([open.status, open.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(open.headers.get('access-control-allow-credentials')).toBeNull()
    expect((await get('/entries/shut', 'nobody', { cookie: server.cookie })).status).toBe(404)
    const missing = await get('/entries/shut', 'nobody', { origin })
    expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([404, '*'])
    for (const who of ['all', 'account']) expect((await get('/entries/post', who, { origin })).status).toBe(403)
  })

  test('shows what is on a branch, by a key', async () => {
    const made = await operate(server, 'content.createBranch', { title: 'Next' })
    const Branch = Type.Object({ data: Type.Object({ branch: Type.String() }) })
    const { branch } = Value.Parse(Branch, made.body).data
    const { branches } = await server.services.content.state(projectId)
    const focus = { branchId: branches.find(({ name }) => name === branch)?.id }
    const input = { model: 'post', data: { published: { title: 'On the branch' } } }
    await operate(server, 'content.save_content', input, { focus })
    const shown = await get(`/entries/post/published${query({ branch })}`, 'all')
    expect(shown.body).toMatchObject({ entry: { fields: { title: 'On the branch' } } })
    expect((await get('/entries/post/published', 'all')).text).not.toContain('On the branch')
  })

  test('is closed again with the model, and with another one of its id', async () => {
    await act('shareModel', { model: 'author', public: false })
    expect((await get('/entries/author')).status).toBe(404)
    const { body } = await get('/entries/post/published')
    expect(body.entry.fields).not.toHaveProperty('author')
  })
})

describe('orders, conditions and names', () => {
  const list = async (values: Record<string, string>, who = 'all', model = 'post') =>
    get(`/entries/${model}${query(values)}`, who)

  test('entries are in the order of their times and of what relations show', async () => {
    const byTime = await list({ order: 'createdAt,rank' })
    expect(idsOf(byTime.body)).toEqual(['published', 'begun'])
    expect(idsOf((await list({ order: '-createdAt,id' })).body)).toHaveLength(2)
    // The time that is set for “begun” is an hour ago; the other one was published just now.
    expect(idsOf((await list({ order: 'publishedAt' })).body)).toEqual(['begun', 'published'])
    expect(idsOf((await list({ order: '-publishedAt' })).body)).toEqual(['published', 'begun'])
    expect(idsOf((await list({ order: '-updatedAt,-id' })).body)).toHaveLength(2)
    // Its author is a draft, so that nothing of them orders it.
    for (const order of ['author,rank', '-author.name,rank', 'author.createdAt,rank'])
      expect([order, idsOf((await list({ order })).body)]).toEqual([order, ['published', 'begun']])
    const drafts = await list({ order: '-author.name,rank', drafts: '1', fields: 'author' })
    expect(idsOf(drafts.body)[0]).toBe('begun')
    expect((await list({ order: 'author.nam' })).body.error).toMatchObject({ code: 'unknown_field' })
    expect((await list({ order: 'shut.title' }, 'nobody')).status).toBe(400)
  })

  test('times have one form, and say when an entry came to visitors', async () => {
    const { entries } = (await list({ order: '-publishedAt' })).body
    for (const entry of entries)
      for (const each of ['createdAt', 'updatedAt', 'publishedAt'])
        expect(new Date(entry[each]).toISOString()).toBe(entry[each])
    expect(entries[1].publishedAt).toBe(time(-hour))
    const { entry } = (await get(`/entries/post/draft${query({ drafts: '1' })}`, 'all')).body
    expect(entry.publishedAt).toBeUndefined()
  })

  test('conditions are combined by or and and', async () => {
    const ids = async (where: object) => idsOf((await list({ where: JSON.stringify(where), order: 'rank' })).body)
    expect(await ids({ $or: [{ rank: 0 }, { rank: { gte: 5 } }] })).toEqual(['published', 'begun'])
    expect(await ids({ $or: [{ rank: 0 }, { rank: 99 }] })).toEqual(['published'])
    expect(await ids({ $and: [{ $or: [{ rank: 0 }, { rank: 5 }] }, { title: { contains: 'begun' } }] })).toEqual([
      'begun',
    ])
    expect(await ids({ title: { contains: 'title' }, $or: [{ id: 'begun' }] })).toEqual(['begun'])
    for (const where of ['{"$or":{}}', '{"$or":[]}', '{"$or":[1]}'])
      expect([where, (await list({ where })).body.error?.code]).toEqual([where, 'bad_condition'])
    // No condition of a combination finds what is not shown.
    const hidden = { $or: [{ title: { contains: SECRET } }, { author: 'bob' }] }
    expect(await ids(hidden)).toEqual([])
    expect((await list({ where: '{"$or":[{"shut":"hidden"}]}' }, 'nobody')).body.error?.code).toBe('unknown_field')
  })

  const refusedQueries: [asked: Record<string, string>, code: string, near: string][] = [
    [{ where: '{"titel":"x"}' }, 'unknown_field', '“title”'],
    [{ where: '{"rank":{"gtee":1}}' }, 'unknown_operator', '“gte”'],
    [{ where: '{"$or":[{"rank":{"less":1}}]}' }, 'unknown_operator', 'less'],
    [{ order: 'publishedat' }, 'unknown_field', '“publishedAt”'],
    [{ fields: 'titlee' }, 'unknown_field', '“title”'],
    [{ include: 'autor' }, 'unknown_field', '“author”'],
    [{ sort: 'title' }, 'unknown_parameter', 'sort'],
    [{ oder: 'title' }, 'unknown_parameter', '“order”'],
  ]

  test.each(refusedQueries)('what there is not is refused with the nearest name: %o', async (asked, code, near) => {
    const { status, body } = await list(asked)
    expect([status, body.error.code]).toEqual([400, code])
    expect(body.error.message).toContain(near)
  })

  test('a page has at most 200 entries', async () => {
    const data = Object.fromEntries(Array.from({ length: 230 }, (_, at) => [`n${at}`, { title: `N${at}` }]))
    await act('save_content', { model: 'shut', data })
    const asked = await list({ drafts: '1', limit: '200' }, 'all', 'shut')
    expect(idsOf(asked.body)).toHaveLength(200)
    const rest = await list({ drafts: '1', limit: '200', cursor: asked.body.cursor }, 'all', 'shut')
    expect(idsOf(rest.body)).toHaveLength(31)
    for (const limit of ['201', '0', '1000', '-1']) expect((await list({ limit })).status).toBe(400)
  })
})
