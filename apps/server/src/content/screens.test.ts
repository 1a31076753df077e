import { listContentEntries, readContent, readContentBranch, readContentEntry } from '@atelier/api'
import { writeValues } from '@atelier/content'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject } from '../testing/ai.ts'
import { operate } from '../testing/approvals.ts'
import { join, type Member } from '../testing/people.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

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

test('models are told with their fields and how many entries they have, to whoever has a role in the project', async () => {
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

test('edits that wait for a review are laid over for whoever made them, and for nobody else', async () => {
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
  expect((await overview(editor, '?branch=own')).models[0]?.count).toBe(62)
  // As it is, where no branch is asked for, and for the others.
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
