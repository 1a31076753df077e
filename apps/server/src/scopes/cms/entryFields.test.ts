import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { operate } from '../../../testing/approvals.ts'
import { join } from '../../../testing/people.ts'
import { startTestServer, type TestServer, withoutGit } from '../../../testing/server.ts'

const Fields = Type.Array(
  Type.Object({
    name: Type.String(),
    kind: Type.String(),
    value: Type.Unknown(),
    bound: Type.Optional(Type.Boolean()),
    entry: Type.Optional(
      Type.Object({
        collectionSlug: Type.String(),
        entryId: Type.String(),
        field: Type.String(),
        locale: Type.Optional(Type.String()),
      }),
    ),
  }),
)
const Content = Type.Object({ data: Type.Object({ fields: Fields }) })
const Inserted = Type.Object({ data: Type.Object({ nodeIds: Type.Array(Type.String()) }) })
const Made = Type.Object({
  data: Type.Object({
    page: Type.Object({ id: Type.String() }),
    sections: Type.Array(Type.Object({ id: Type.String() })),
  }),
})
const Wrote = Type.Object({ changeSetId: Type.String() })
const Slugs = Type.Object({ projects: Type.Array(Type.Object({ slug: Type.String() })) })

let server: TestServer
let projectId = ''
let sectionId = ''
let turkishId = ''
const call = async (name: string, input: object) => (await operate(server, `cms.${name}`, input)).body

const loop = `<section><h2>News</h2><atelier-loop data-source-id="data.rows" data-table-id="post" data-order-by="title"><article>
<h3><a href="{currentEntry.permalink}">{currentEntry.title}</a></h3><p>{currentEntry.summary}</p><p>By {currentEntry.title}</p><div>{currentEntry.body|html}</div></article></atelier-loop></section>`

async function pageWithPosts(name: string): Promise<string> {
  const { page } = Value.Parse(Made, await call('createPage', { name })).data
  const inserted = await operate(server, 'site.insertHtml', { parentId: page.id, html: loop }, { documentId: page.id })
  const ids = Value.Parse(Inserted, inserted.body).data.nodeIds
  return ids[0] ?? expect.fail()
}

beforeAll(async () => {
  server = await startTestServer({}, { git: withoutGit })
  projectId = (await firstProject(server)).id
  await call('setUpPosts', {})
  await operate(server, 'content.add_locale', { locale: 'tr' })
  for (const [title, excerpt] of [
    ['Bread', 'Dark rye'],
    ['Cakes', 'With cream'],
  ] as const) {
    const made = await call('createPost', { title, excerpt, content: { body: `**${title}**` } })
    expect(made).toMatchObject({ ok: true })
    expect(await call('publishPost', { postSlug: title.toLowerCase() })).toMatchObject({ ok: true })
  }
  const updates = { title: 'Ekmek', excerpt: 'Koyu', content: { body: 'Ekmek' } }
  expect(await call('updatePost', { postSlug: 'bread', locale: 'tr', updates })).toMatchObject({ ok: true })
  expect(await call('publishPost', { postSlug: 'bread', locale: 'tr' })).toMatchObject({ ok: true })
  sectionId = await pageWithPosts('Journal')
  const turkish = Value.Parse(
    Made,
    await call('createPage', { name: 'Günlük', locale: 'tr', translationOf: 'journal' }),
  )
  turkishId = turkish.data.sections.at(-1)?.id ?? expect.fail()
})
afterAll(() => server.close())

/** The fields by their names, since the order of entries follows what visitors see of them. */
const fieldsOf = async (id: string) => {
  const { fields } = Value.Parse(Content, await call('getSectionContent', { pageSectionId: id })).data
  return fields.sort((one, other) => (one.name < other.name ? -1 : 1))
}
const fieldOf = async (id: string, entryId: string, field: string) =>
  (await fieldsOf(id)).find(({ entry }) => entry?.entryId === entryId && entry.field === field) ?? expect.fail()
const write = (content: Record<string, unknown>, id = sectionId) =>
  call('updateSectionContent', { pageSectionId: id, content })
async function published(path: string): Promise<string> {
  expect(await server.call('POST', `/api/projects/${projectId}/publish`)).toMatchObject({ status: 201 })
  const { projects } = Value.Parse(Slugs, (await server.call('GET', '/api/projects')).body)
  const host = `${projects[0]?.slug}.localhost`
  return (await server.sites.request(new URL(path, `http://${host}/`), { headers: { host } })).text()
}

test('a text that comes from entries is a field for each of them, with what the entry says', async () => {
  const fields = await fieldsOf(sectionId)
  const shown = fields.map(({ kind, value, bound, entry }) => [
    kind,
    value,
    bound ?? false,
    entry?.entryId,
    entry?.field,
  ])
  const href = '{currentEntry.permalink}'
  expect(shown).toHaveLength(8)
  expect(shown).toEqual(
    expect.arrayContaining([
      ['text', 'News', false, undefined, undefined],
      ['link', { label: 'Bread', href }, false, 'bread', 'title'],
      ['link', { label: 'Cakes', href }, false, 'cakes', 'title'],
      ['text', 'Dark rye', false, 'bread', 'summary'],
      ['text', 'With cream', false, 'cakes', 'summary'],
      ['text', 'By {currentEntry.title}', true, undefined, undefined],
      ['text', '**Bread**', false, 'bread', 'body'],
      ['text', '**Cakes**', false, 'cakes', 'body'],
    ]),
  )
  expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length)
  const content = Object.fromEntries(fields.filter(({ bound }) => !bound).map(({ name, value }) => [name, value]))
  expect(await write(content)).toMatchObject({ ok: true, data: { changed: [] } })
  const sections = JSON.stringify(await call('getPageSections', { pageId: 'journal', includeContent: true }))
  for (const field of fields) expect(sections).toContain(JSON.stringify(field))
})

test('writing it writes the entries and not the page, says so, and is one undo', async () => {
  const before = await fieldsOf(sectionId)
  const title = await fieldOf(sectionId, 'bread', 'title')
  const summary = await fieldOf(sectionId, 'bread', 'summary')
  const cakes = await fieldOf(sectionId, 'cakes', 'summary')
  const body = await write({ [title.name]: 'Our bread', [summary.name]: 'Rye & spelt', [cakes.name]: { label: 'x' } })
  expect(body).toMatchObject({ ok: false, error: { code: 'invalid_value', path: `/content/${cakes.name}` } })
  const written = await write({
    [title.name]: 'Our bread',
    [summary.name]: 'Rye & spelt',
    [cakes.name]: 'With cherries',
  })
  expect(written).toMatchObject({
    ok: true,
    data: {
      changed: expect.arrayContaining([title.name, summary.name, cakes.name]),
      fields: expect.arrayContaining([expect.objectContaining({ name: summary.name, value: 'Rye & spelt' })]),
      entries: [
        { collectionSlug: 'post', entryId: 'bread', fields: ['title', 'summary'], merged: true },
        { collectionSlug: 'post', entryId: 'cakes', fields: ['summary'], merged: true },
      ],
    },
    warnings: expect.arrayContaining([
      expect.stringContaining('post/bread'),
      expect.stringContaining('post/cakes'),
      expect.stringContaining('published again'),
    ]),
  })
  expect(await call('getPost', { postSlug: 'bread' })).toMatchObject({
    data: { post: { title: 'Our bread', excerpt: 'Rye & spelt' } },
  })
  for (const postSlug of ['bread', 'cakes']) await call('publishPost', { postSlug })
  const html = await published('/journal/')
  for (const words of ['Our bread</a>', '<p>Rye &amp; spelt</p>', '<p>With cherries</p>']) expect(html).toContain(words)
  const { changeSetId } = Value.Parse(Wrote, written)
  expect(await server.call('POST', `/api/projects/${projectId}/changes/${changeSetId}/undo`)).toMatchObject({
    status: 200,
  })
  expect(await fieldsOf(sectionId)).toEqual(before)
})

test('a page in another locale writes the translation of the entry', async () => {
  const title = await fieldOf(turkishId, 'bread', 'title')
  expect(title).toMatchObject({ value: { label: 'Ekmek' }, entry: { locale: 'tr' } })
  expect(await write({ [title.name]: { label: 'Taze ekmek' } }, turkishId)).toMatchObject({
    ok: true,
    data: { entries: [{ entryId: 'bread', locale: 'tr', fields: ['title'] }] },
  })
  expect(await call('getPost', { postSlug: 'bread', locale: 'tr' })).toMatchObject({
    data: { post: { title: 'Taze ekmek' } },
  })
  expect(await call('getPost', { postSlug: 'bread' })).toMatchObject({ data: { post: { title: 'Bread' } } })
})

test('what is made of more than a field, the address of an entry, and values of another kind are refused with the way', async () => {
  const mixed = (await fieldsOf(sectionId)).find(({ bound }) => bound) ?? expect.fail()
  expect(await write({ [mixed.name]: 'By us' })).toMatchObject({
    error: { code: 'bound_field', hint: expect.any(String) },
  })
  const title = await fieldOf(sectionId, 'bread', 'title')
  expect(await write({ [title.name]: { label: 'Bread', href: '/elsewhere' } })).toMatchObject({
    error: { code: 'bound_field', hint: expect.stringContaining('updatePost') },
  })
  expect(await write({ [`${title.name}.gone`]: 'x' })).toMatchObject({ error: { code: 'unknown_field' } })
  expect(await write({ link: 'Cakes' })).toMatchObject({ error: { code: 'unknown_field' } })
  expect(await write({ 'link.bread': { label: 'Bread' }, 'link.cakes': { label: 'Cakes' } })).toMatchObject({
    ok: true,
    data: { changed: [] },
  })
})

test('where changes wait for a review, the answer says that nothing is different yet', async () => {
  expect((await operate(server, 'content.saveSettings', { workflow: 'review' })).body).toMatchObject({ ok: true })
  const summary = await fieldOf(sectionId, 'bread', 'summary')
  const projects = [{ projectId, role: 'editor' }]
  const editor = await join(server, { email: 'editor@example.com', role: 'member', projects })
  const input = { pageSectionId: sectionId, content: { [summary.name]: 'Waits' } }
  const path = `/api/projects/${projectId}/operations/cms.updateSectionContent`
  const written = (await editor.call('POST', path, { input })).body
  expect(written).toMatchObject({
    ok: true,
    data: { entries: [{ entryId: 'bread', merged: false, branch: expect.any(String) }] },
    warnings: [expect.stringContaining('waits for a review')],
  })
  expect(await call('getPost', { postSlug: 'bread' })).toMatchObject({ data: { post: { excerpt: 'Dark rye' } } })
})
