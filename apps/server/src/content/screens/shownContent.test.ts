import { readShownContent } from '@atelier/api'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { operate } from '../../../testing/approvals.ts'
import { longestTurn } from '../../../testing/cpuTime.ts'
import { join, type Member } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { MOST_MS } from '../turns.cases.ts'

let server: TestServer
let projectId = ''
let editor: Member

beforeAll(async () => {
  server = await startTestServer()
  projectId = (await firstProject(server)).id
  await operate(server, 'content.init_project', {
    locales: ['en', 'tr'],
    domains: ['blog'],
    workflow: 'review',
    models: [
      { id: 'author', name: 'Authors', title_field: 'name', fields: { name: { type: 'string', required: true } } },
      {
        id: 'post',
        name: 'Posts',
        title_field: 'title',
        fields: {
          title: { type: 'string', required: true },
          lead: { type: 'text' },
          body: { type: 'markdown' },
          rank: { type: 'number' },
          author: { type: 'relation', model: 'author' },
        },
      },
    ],
  })
  await save(server, { ann: { name: 'Ann' }, bob: { name: 'Bob' } }, 'author')
  const posts = Array.from({ length: 300 }, (_, at) => [
    `p${at}`,
    {
      title: `Post ${at}`,
      rank: (at * 7) % 300,
      author: at % 2 ? 'ann' : 'bob',
      body: `# ${at}\n\n<script>x()</script>`,
    },
  ])
  await save(server, Object.fromEntries(posts))
  await save(server, { secret: { title: 'Not yet', rank: 1000, lead: 'A draft', body: 'Some *words*' } })
  for (let from = 0; from < 300; from += 100) {
    const entryIds = posts.slice(from, from + 100).map(([id]) => id)
    await operate(server, 'content.update_status', { model: 'post', entryIds, status: 'published' })
  }
  await operate(server, 'content.update_status', { model: 'author', entryIds: ['ann'], status: 'published' })
  editor = await join(server, {
    email: 'editor@example.com',
    role: 'member',
    projects: [{ projectId, role: 'editor' }],
  })
})
afterAll(() => server.close())

async function save(member: Pick<Member, 'call'>, data: object, model = 'post') {
  const answer = await member.call('POST', `/api/projects/${projectId}/operations/content.save_content`, {
    input: { model, data },
  })
  expect(answer.body).toMatchObject({ ok: true })
}

async function shown(body: object, member: Pick<Member, 'call'> = server) {
  const answer = await member.call('POST', `/api/projects/${projectId}/content/shown`, body)
  return Value.Parse(readShownContent.response, answer.body)
}

const loop = (attributes: Record<string, string>) =>
  Object.entries({ 'source-id': 'data.rows', 'table-id': 'post', ...attributes }).map(([name, value]) => ({
    name: `data-${name}`,
    value,
  }))
const ids = (answer: Awaited<ReturnType<typeof shown>>, model = 'post') => answer.entries[model]?.map(({ id }) => id)

test('a loop gets the rows that it shows, with those that it leaves out before them, and what they refer to', async () => {
  const answer = await shown({ loops: [loop({ 'order-by': 'rank', direction: 'desc', limit: '3', offset: '1' })] })
  const ranked = Array.from({ length: 300 }, (_, at) => at).sort((a, b) => ((b * 7) % 300) - ((a * 7) % 300))
  expect(ids(answer)?.toSorted()).toEqual(
    ranked
      .slice(0, 4)
      .map((at) => `p${at}`)
      .toSorted(),
  )
  // Those who are not published are nowhere shown.
  expect(ids(answer, 'author')).toEqual(['ann'])
  expect(answer.entries.post?.[0]?.locales.en?.values.body).toBeUndefined()
  expect(answer).toMatchObject({ shortened: false, writesTo: 'live', locales: { default: 'en' } })
})

test('a loop without a limit gets 200 rows, one with a filter those that fit, and one whose filter depends on an entry all', async () => {
  expect(ids(await shown({ loops: [loop({})] }))).toHaveLength(200)
  expect(ids(await shown({ loops: [loop({ 'filter-rank': '7' })] }))).toEqual(['p1'])
  expect(ids(await shown({ loops: [loop({ 'filter-author': '{currentEntry.id}', limit: '5' })] }))).toHaveLength(200)
  expect(await shown({ loops: [loop({ 'table-id': 'none' })] })).toMatchObject({ entries: {} })
})

test('a loop inside of another one gets the rows of each of its entries, and one of a template those of its entry', async () => {
  const authors = loop({ 'table-id': 'author' })
  const theirs = loop({ 'filter-author': '{currentEntry.id}', 'order-by': 'rank', direction: 'desc', limit: '2' })
  const best = (author: string) =>
    Array.from({ length: 300 }, (_, at) => at)
      .filter((at) => (at % 2 ? 'ann' : 'bob') === author)
      .sort((a, b) => ((b * 7) % 300) - ((a * 7) % 300))
      .slice(0, 2)
      .map((at) => `p${at}`)
      .toSorted()
  // Bob is not published.
  const answer = await shown({ loops: [authors, theirs], inside: [-1, 0] })
  expect(ids(answer)?.toSorted()).toEqual(best('ann'))
  const same = loop({
    'filter-author': '{currentEntry.author}',
    'filter-except': 'current',
    'order-by': 'rank',
    limit: '2',
  })
  const other = await shown({ entry: { model: 'post', id: 'p9' }, loops: [same] })
  expect(ids(other)?.toSorted()).toEqual(['p129', 'p43', 'p9'])
  expect(await shown({ loops: [theirs, theirs], inside: [1, 0] })).toMatchObject({ entries: {} })
})

test('three hundred loops let others have their turn', async () => {
  const outer = Array.from({ length: 3 }, (_, at) => loop({ 'order-by': 'rank', offset: String(at) }))
  const inner = Array.from({ length: 97 }, (_, at) =>
    loop({ 'order-by': 'title', direction: 'desc', offset: String(at) }),
  )
  const inside = [...outer.map(() => -1), ...inner.map((_, at) => at % outer.length)]
  const { result, longestMs } = await longestTurn(() => shown({ loops: [...outer, ...inner], inside }))
  expect(result.shortened).toBe(true)
  expect(longestMs).toBeLessThan(MOST_MS)
})

test('long texts that are shown come as HTML that a page may show', async () => {
  const answer = await shown({ loops: [loop({ 'filter-rank': '7' })], long: ['body'] })
  expect(answer.html).toHaveLength(1)
  expect(answer.html[0]?.html).toContain('<h1>1</h1>')
  expect(answer.html[0]?.html).not.toContain('<script')
})

test('a template shows the entry that was chosen whatever its state, otherwise the last one that visitors see', async () => {
  const chosen = await shown({ entry: { model: 'post', id: 'secret' } })
  expect(chosen.entry).toMatchObject({
    id: 'secret',
    title: 'Not yet',
    locale: 'en',
    locales: [{ status: 'draft' }, {}],
  })
  expect(ids(chosen)).toEqual(['secret'])
  expect(chosen.html[0]?.html).toContain('<em>words</em>')
  const other = await shown({ entry: { model: 'post', id: 'gone', locale: 'tr' } })
  expect(other.entry?.id).toMatch(/^p\d/)
  expect(other.entry?.locale).toBe('en')
  expect((await shown({ entry: { model: 'none' } })).entry).toBeUndefined()
})

test('what an editor proposes is shown to them, and to others who choose the branch', async () => {
  await save(editor, { p1: { title: 'Proposed' } })
  const title = (answer: Awaited<ReturnType<typeof shown>>) => answer.entries.post?.[0]?.locales.en?.values.title
  const asked = { entry: { model: 'post', id: 'p1' } }
  const own = await shown({ ...asked, branch: 'own' }, editor)
  expect([title(own), own.writesTo]).toEqual(['Proposed', 'branch'])
  expect(title(await shown({ ...asked, branch: 'own' }))).toBe('Post 1')
  const overview = await server.call('GET', `/api/projects/${projectId}/content`)
  const { branches } = overview.body as { branches: { id: string }[] }
  const branch = branches[0]?.id ?? ''
  const other = await shown({ ...asked, branch })
  expect([title(other), other.writesTo, other.branch]).toEqual(['Proposed', 'branch', branch])
  const closed = await shown({ ...asked, branch: 'none' }, editor)
  expect([title(closed), closed.writesTo, closed.branch]).toEqual(['Post 1', 'branch', undefined])
})

test('a project without content shows none, and a stranger gets nothing', async () => {
  const project = await server.call('POST', '/api/projects', { name: 'Bare' })
  const { id } = project.body as { id: string }
  expect((await server.call('POST', `/api/projects/${id}/content/shown`, {})).body).toMatchObject({ models: [] })
  const stranger = await join(server, { email: 'stranger@example.com', role: 'member' })
  expect((await stranger.call('POST', `/api/projects/${projectId}/content/shown`, {})).status).toBe(404)
})
