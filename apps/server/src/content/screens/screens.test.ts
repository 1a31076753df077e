import { listContentEntries, readContent, readContentBranch, readContentEntry } from '@atelier/api'
import { writeValues } from '@atelier/content'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { operate } from '../../../testing/approvals.ts'
import { join, type Member } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { createContentReview } from '../branches/review.ts'
import { createContentScreens } from './screens.ts'

let server: TestServer
let projectId = ''
let editor: Member
let reviewer: Member

const Written = Type.Object({ ok: Type.Literal(true), data: Type.Object({ merged: Type.Boolean() }) })

const path = (rest = '') => `/api/projects/${projectId}/content${rest}`

async function save(member: Pick<Member, 'call'>, data: object, model = 'post') {
  const answer = await member.call('POST', `/api/projects/${projectId}/operations/content.save_content`, {
    input: { model, data },
  })
  return Value.Parse(Written, answer.body).data
}

const overview = async (member: Pick<Member, 'call'>, query = '') =>
  Value.Parse(readContent.response, (await member.call('GET', path(query))).body)
const list = async (member: Pick<Member, 'call'>, query = '') =>
  Value.Parse(listContentEntries.response, (await member.call('GET', path(`/models/post/entries${query}`))).body)
const entry = async (member: Pick<Member, 'call'>, id: string, query = '') =>
  Value.Parse(readContentEntry.response, (await member.call('GET', path(`/models/post/entries/${id}${query}`))).body)
const review = async (member: Pick<Member, 'call'>, branch: string, offset = 0) =>
  Value.Parse(readContentBranch.response, (await member.call('GET', path(`/branches/${branch}?offset=${offset}`))).body)

beforeAll(async () => {
  server = await startTestServer()
  projectId = (await firstProject(server)).id
  await operate(server, 'content.init_project', {
    locales: ['en', 'tr'],
    domains: ['blog'],
    workflow: 'review',
    models: [
      {
        id: 'post',
        name: 'Posts',
        title_field: 'title',
        fields: { title: { type: 'string', required: true }, text: { type: 'markdown' }, price: { type: 'number' } },
      },
    ],
  })
  const person = (role: string) =>
    join(server, { email: `${role}@example.com`, role: 'member', projects: [{ projectId, role }] })
  editor = await person('editor')
  reviewer = await person('reviewer')
  const posts = Array.from({ length: 60 }, (_, at) => [`post-${at}`, { title: `Post ${at}` }])
  await save(server, { ...Object.fromEntries(posts), hello: { title: 'Hello', text: 'One' } })
})
afterAll(() => server.close())

test('models are listed with their fields and the number of their entries, for every role in the project', async () => {
  expect(await overview(reviewer)).toMatchObject({
    phase: 'active',
    workflow: 'review',
    models: [{ id: 'post', name: 'Posts', locales: ['en', 'tr'], titleField: 'title', count: 61 }],
  })
  const stranger = await join(server, { email: 'stranger@example.com', role: 'member' })
  for (const rest of ['', '/models/post/entries', '/models/post/entries/hello', '/branches/any'])
    expect((await stranger.call('GET', path(rest))).status).toBe(404)
  for (const rest of ['/models/none/entries', '/models/post/entries/none', '/branches/none'])
    expect((await reviewer.call('GET', path(rest))).status).toBe(404)
})

test('a list is read by pages, and searched by titles, ids and texts', async () => {
  const first = await list(reviewer)
  const second = await list(reviewer, '?offset=50')
  expect([first.total, first.entries.length, second.entries.length]).toEqual([61, 50, 11])
  expect(new Set([...first.entries, ...second.entries].map(({ id }) => id)).size).toBe(61)
  expect((await list(reviewer, '?search=hello')).entries).toMatchObject([{ id: 'hello', title: 'Hello', errors: 0 }])
  expect((await reviewer.call('GET', path('/models/post/entries?offset=-1'))).status).toBe(400)
  const some = await list(reviewer, '?limit=2&search=post-1&ids=1')
  expect([some.entries.length, some.ids?.length]).toEqual([2, some.total])
})

test('a list is sorted and filtered by fields, status and state, and shows the requested columns', async () => {
  const call = (name: string, input: object) => operate(server, `content.${name}`, input)
  await call('save_content', {
    model: 'post',
    data: { 'post-41': { price: 3 }, 'post-2': { price: 12, text: 'x'.repeat(500) }, 'post-3': { price: 7 } },
  })
  await call('save_content', { model: 'post', locale: 'tr', data: { 'post-3': { title: 'Gönderi' } } })
  await call('save_content', { model: 'post', data: { 'post-3': { title: 'Post three' } } })
  await call('update_status', {
    model: 'post',
    entryIds: ['post-2'],
    status: 'published',
    publish_at: '2100-01-01T00:00:00Z',
  })
  const ids = async (query: string) => (await list(reviewer, query)).entries.map(({ id }) => id)
  const where = (conditions: object) => `where=${encodeURIComponent(JSON.stringify(conditions))}`
  expect(await ids(`?sort=price&${where({ price: { exists: true } })}`)).toEqual(['post-41', 'post-3', 'post-2'])
  expect(await ids(`?sort=-price&${where({ price: { lte: 7 } })}`)).toEqual(['post-3', 'post-41'])
  expect(await ids('?status=published')).toEqual(['post-2'])
  expect(await ids('?state=scheduled')).toEqual(['post-2'])
  expect(await ids('?state=stale')).toEqual(['post-3'])
  expect(await ids('?locale=tr&state=untranslated&sort=id')).not.toContain('post-3')
  expect((await list(reviewer, '?state=incomplete')).total).toBe(0)
  const [row] = (await list(reviewer, '?status=published&columns=price,text,gone')).entries
  expect(row?.values).toEqual({ price: 12, text: 'x'.repeat(200) })
  expect(row?.locales[0]?.publishAt).toBe('2100-01-01T00:00:00.000Z')
  for (const wrong of ['?sort=gone', `?${where({ gone: 1 })}`, '?where=%7B', '?state=gone'])
    expect((await reviewer.call('GET', path(`/models/post/entries${wrong}`))).status).toBe(400)

  await call('saveList', { model: 'post', name: 'Dear ones', view: { where: { price: { gte: 10 } } } })
  expect((await overview(editor)).models[0]?.lists).toEqual([
    { name: 'Dear ones', view: { where: { price: { gte: 10 } } } },
  ])
})

test('an entry is shown as it is edited, with what keeps that from being shown to visitors', async () => {
  const { documentId } = await entry(reviewer, 'post-1')
  const schema = await server.services.content.reader(projectId).schema()
  const model = schema?.models.find(({ id }) => id === 'post')
  await server.services.documents.transact({
    projectId,
    origin: { kind: 'hand', userId: 'x' },
    async body(drafts) {
      const draft = await drafts.open(documentId)
      if (draft && model) writeValues(draft, model, 'en', { title: null, text: 'Half typed' })
      return { result: null, commit: true }
    },
  })
  const shown = await entry(reviewer, 'post-1')
  expect(shown).toMatchObject({ issues: [{ severity: 'error', code: 'required', field: 'title' }] })
  expect(shown.locales[0]?.values).toEqual({ text: 'Half typed' })
  expect((await list(reviewer, '?search=post-1')).entries.find(({ id }) => id === 'post-1')).toMatchObject({
    title: 'Post 1',
    errors: 1,
  })
  await save(server, { 'post-1': { title: 'Post 1', text: null } })
  expect((await entry(reviewer, 'post-1')).issues).toEqual([])
})

test('an entry that has been renamed is found by its document, only of the same model', async () => {
  const { documentId } = await entry(server, 'post-59')
  await operate(server, 'content.renameEntry', { model: 'post', entryId: 'post-59', newId: 'second' })
  expect(await entry(server, 'post-59', `?document=${documentId}`)).toMatchObject({ id: 'second', documentId })
  for (const query of ['', '?document=other'])
    expect(await server.call('GET', path(`/models/post/entries/post-59${query}`))).toMatchObject({ status: 404 })
  // Also where another entry has got its id since.
  await operate(server, 'content.save_content', { model: 'post', data: { 'post-59': { title: 'Another' } } })
  expect(await entry(server, 'post-59', `?document=${documentId}`)).toMatchObject({ id: 'second', documentId })
  expect((await entry(server, 'post-59', '?document=gone')).documentId).not.toBe(documentId)
  await operate(server, 'content.delete_content', { model: 'post', entryIds: ['post-59'] })
})

test('a translation out of date tells which fields of the original have changed, and what was translated of them', async () => {
  const call = (name: string, input: object) => operate(server, `content.${name}`, input)
  await call('save_content', { model: 'post', data: { 'post-51': { title: 'Old title', text: 'Kept' } } })
  await call('save_content', { model: 'post', locale: 'tr', data: { 'post-51': { title: 'Eski', text: 'Kaldı' } } })
  expect((await entry(reviewer, 'post-51')).locales[1]).not.toHaveProperty('changed')
  await call('save_content', { model: 'post', data: { 'post-51': { title: 'Newer title' } } })
  await call('save_content', { model: 'post', data: { 'post-51': { title: 'New title' } } })
  expect((await entry(reviewer, 'post-51')).locales[1]).toMatchObject({
    stale: true,
    changed: [{ field: 'title', before: 'Old title' }],
  })
})

test('an entry tells which others refer to it', async () => {
  const call = (name: string, input: object) => operate(server, `content.${name}`, input)
  await call('save_model', {
    id: 'list',
    name: 'Lists',
    domain: 'blog',
    title_field: 'name',
    fields: { name: { type: 'string', required: true }, posts: { type: 'relations', model: 'post' } },
  })
  await call('save_content', { model: 'list', data: { best: { name: 'The best', posts: ['post-52', 'post-53'] } } })
  expect((await entry(reviewer, 'post-52')).usedBy).toEqual({
    total: 1,
    entries: [{ model: 'list', id: 'best', title: 'The best' }],
  })
  expect((await entry(reviewer, 'post-54')).usedBy).toEqual({ total: 0, entries: [] })
})

test('a list and an entry name the entries that they refer to, by one read', async () => {
  const call = (name: string, input: object) => operate(server, `content.${name}`, input)
  await call('save_model', {
    id: 'pick',
    name: 'Picks',
    domain: 'blog',
    title_field: 'name',
    fields: {
      name: { type: 'string', required: true },
      of: { type: 'relations', model: ['post', 'list'] },
      lists: { type: 'relations', model: 'list' },
    },
  })
  const lists = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`list-${at}`, { name: `List ${at}` }]))
  await call('save_content', { model: 'list', data: lists })
  const of = [
    { model: 'post', ref: 'post-52' },
    { model: 'list', ref: 'best' },
  ]
  await call('save_content', { model: 'pick', data: { one: { name: 'One', of, lists: Object.keys(lists) } } })
  const { body } = await reviewer.call('GET', path('/models/pick/entries?columns=of,lists'))
  const { titles, entries } = Value.Parse(listContentEntries.response, body)
  expect(titles).toMatchObject({ 'list/best': 'The best', 'list/list-0': 'List 0' })
  expect(titles['post/post-52']).toMatch(/\S/)
  // As many as a line can show, as a list.
  expect(entries[0]?.values.lists).toEqual(expect.arrayContaining(['list-0', 'list-1']))
})

test('edits that wait for a review are laid over for their author only', async () => {
  expect(await save(editor, { hello: { text: 'Two' }, made: { title: 'Made' } })).toMatchObject({ merged: false })
  expect(await entry(editor, 'hello', '?branch=own')).toMatchObject({
    locales: [{ locale: 'en', values: { title: 'Hello', text: 'Two' } }, { locale: 'tr' }],
    waits: { fields: [{ locale: 'en', field: 'text' }] },
  })
  expect(await entry(editor, 'made', '?branch=own')).toMatchObject({ title: 'Made', waits: {} })
  const { entries, total } = await list(editor, '?branch=own')
  const rest = await list(editor, '?branch=own&offset=50')
  expect(total).toBe(62)
  const waiting = [...entries, ...rest.entries].filter(({ waits }) => waits)
  expect(waiting.map(({ id }) => id).sort()).toEqual(['hello', 'made'])
  expect((await list(editor, '?branch=own&search=post-7')).entries).toMatchObject([{ id: 'post-7' }])
  expect((await overview(editor, '?branch=own')).models.find(({ id }) => id === 'post')?.count).toBe(62)
  // As it is, if no branch is requested, and for the others.
  for (const [member, query] of [
    [editor, ''],
    [reviewer, '?branch=own'],
    [server, '?branch=own'],
    [editor, '?branch=none'],
  ] as const) {
    const hello = await entry(member, 'hello', query)
    expect(hello.locales[0]?.values.text).toBe('One')
    expect(hello.waits).toBeUndefined()
    expect((await list(member, query)).total).toBe(61)
  }
  // A reviewer may look at it by its id.
  const [branch] = (await overview(reviewer)).branches
  expect(await entry(reviewer, 'hello', `?branch=${branch?.id}`)).toMatchObject({ waits: { branchId: branch?.id } })
})

test('a review shows every value whole and every conflict, page by page', async () => {
  const long = `${'A long text that no list of an operation shows whole. '.repeat(40)}End`
  const titles = Array.from({ length: 55 }, (_, at) => [`post-${at}`, { title: `Mine ${at}` }])
  await save(editor, { ...Object.fromEntries(titles), hello: { text: long } })
  await save(server, Object.fromEntries(titles.map(([id], at) => [id, { title: `Theirs ${at}` }])))
  const id = (await overview(reviewer)).branches[0]?.id ?? ''
  const pages = [await review(reviewer, id)]
  for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next)
    pages.push(await review(reviewer, id, next))
  expect(pages.length).toBeGreaterThan(1)
  expect(pages[0]).toMatchObject({ conflictCount: 55, entryCount: 57 })
  const conflicts = pages.flatMap((page) => page.conflicts)
  expect(new Set(conflicts.map((each) => each.id)).size).toBe(55)
  expect(conflicts.find((each) => each.entry === 'post-3')).toMatchObject({ ours: 'Mine 3', theirs: 'Theirs 3' })
  const entries = pages.flatMap((page) => page.entries)
  expect(entries).toHaveLength(57)
  expect(JSON.stringify(entries.find((each) => each.entry === 'hello'))).toContain(long)
})

test('a caller limited to some models and locales gets nothing else from screens, reviews and the feed of changes', async () => {
  const { content, contentChanges, database, documents } = server.services
  await operate(server, 'content.save_model', { id: 'plan', i18n: false, fields: { title: { type: 'string' } } })
  await operate(server, 'content.save_content', { model: 'plan', data: { next: { title: 'Hidden plan' } } })
  await operate(server, 'content.save_content', { model: 'post', locale: 'tr', data: { hello: { title: 'Merhaba' } } })
  await save(editor, { later: { title: 'Hidden plan' } }, 'plan')
  const { branches } = await content.state(projectId)
  const screens = createContentScreens({ database, documents, content, contentChanges })
  const review = createContentReview({ documents, content, contentChanges })
  const restriction = { models: ['post'], locales: ['en'] }
  const caller = { userId: 'u', capabilities: new Set(['document.read']), restriction }

  const shown = await screens.overview(projectId, caller)
  expect([shown.models.map(({ id, locales }) => [id, locales]), shown.locales?.supported]).toEqual([
    [['post', ['en']]],
    ['en'],
  ])
  expect(shown.branches).toEqual([])
  expect(await screens.entries(projectId, 'plan', { search: '', offset: 0 }, caller)).toBeUndefined()
  expect(await screens.entry(projectId, 'plan', { id: 'next', documentId: undefined }, caller)).toBeUndefined()
  const found = await screens.entry(projectId, 'post', { id: 'hello', documentId: undefined }, caller)
  expect(found?.locales.map(({ locale }) => locale)).toEqual(['en'])
  expect(JSON.stringify([shown, found])).not.toMatch(/Hidden|Merhaba/)
  for (const { id } of branches) expect(await review.read(projectId, id, 0, restriction)).toBeUndefined()
  const since = await contentChanges.since(projectId, 0, restriction)
  expect([since.affected.models, since.affected.locales.filter((locale) => locale !== '*')]).toEqual([['post'], ['en']])
})
