import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { addPage, operate } from '../../../testing/approvals.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

const Matches = Type.Object({
  data: Type.Object({
    matches: Type.Array(Type.Object({ id: Type.String(), type: Type.String(), name: Type.String() })),
  }),
})

let server: TestServer
let pageId: string
beforeAll(async () => {
  server = await startTestServer()
  pageId = await addPage(server, 'Sourdough course')
  await operate(
    server,
    'site.insertHtml',
    {
      parentId: pageId,
      html: '<section><h2>Opening hours at Easter</h2><p>Closed on Good Friday, rye bread on Saturday.</p></section>',
    },
    { documentId: pageId },
  )
})
afterAll(() => server.close())

const find = async (query: string, more: object = {}) =>
  Value.Parse(Matches, (await operate(server, 'cms.findResource', { query, ...more })).body).data.matches
test('pages and sections are found by words that are in them, also misspelled', async () => {
  expect((await find('sourdough course', { resourceType: 'page' }))[0]).toMatchObject({ id: pageId, type: 'page' })
  expect((await find('sourdoug corse', { resourceType: 'page' }))[0]).toMatchObject({ id: pageId })
  expect((await find('rye bread on Saturday', { resourceType: 'section' }))[0]).toMatchObject({
    type: 'section',
    name: 'Opening hours at Easter',
    pageId,
    pageName: 'Sourdough course',
  })
  expect((await find('good friday', { resourceType: 'page' }))[0]).toMatchObject({ id: pageId })
})

test('what was changed, renamed or deleted is found as it is now', async () => {
  await operate(server, 'cms.updatePage', { id: pageId, name: 'Baking class' })
  expect((await find('baking class'))[0]).toMatchObject({ id: pageId, name: 'Baking class' })
  const gone = await addPage(server, 'Quarterly report')
  expect((await find('quarterly'))[0]).toMatchObject({ id: gone })
  await operate(server, 'cms.deletePage', { id: gone })
  expect((await find('quarterly')).map(({ id }) => id)).not.toContain(gone)
})

test('items of menus are found, and a likeness is a number from 0 to 1', async () => {
  await operate(server, 'cms.addNavigationItem', { label: 'Jobs', href: '/jobs' })
  expect(await find('jobs', { resourceType: 'menu' })).toMatchObject([{ type: 'menu', id: 'Jobs', slug: '/jobs' }])
  await operate(server, 'cms.addNavigationItem', { label: 'Learn', href: '/sourdough-course' })
  expect(await find('learn', { resourceType: 'menu' })).toMatchObject([{ id: 'Learn', pageId }])
  const { body } = await operate(server, 'cms.searchVector', { query: 'baking', type: 'page' })
  expect(body).toMatchObject({ ok: true, data: { source: 'words', results: [{ id: pageId, similarity: 1 }] } })
})

test('entries are found in their locale, status and collection, before the limit', async () => {
  const content = (name: string, input: object) => operate(server, `content.${name}`, input)
  await content('init_project', { stack: 'other', locales: ['en', 'de'], domains: ['blog'] })
  await content('save_model', {
    id: 'post',
    name: 'Post',
    kind: 'collection',
    domain: 'blog',
    i18n: true,
    title_field: 'title',
    fields: { title: { type: 'string', required: true }, text: { type: 'markdown' } },
  })
  const posts = Array.from({ length: 12 }, (_, at) => [
    `loaf-${at}`,
    { title: `Loaf number ${at}`, text: 'About a loaf.' },
  ])
  await content('save_content', { model: 'post', locale: 'en', data: Object.fromEntries(posts) })
  await content('save_content', {
    model: 'post',
    locale: 'de',
    data: { 'loaf-3': { title: 'Roggenlaib', text: 'Vom Laib.' } },
  })
  await content('update_status', { model: 'post', entryIds: ['loaf-7'], status: 'published', locale: 'en' })
  expect((await find('Roggenlaibe'))[0]).toMatchObject({ id: 'post/loaf-3', type: 'entry', slug: 'loaf-3' })
  expect(await find('loaf', { status: 'published', limit: 3 })).toMatchObject([{ id: 'post/loaf-7' }])
  expect(await find('loaf', { resourceType: 'post', locale: 'de' })).toMatchObject([{ id: 'post/loaf-3' }])
  expect(await find('loaf number 11', { collectionSlug: 'post', limit: 1 })).toMatchObject([{ id: 'post/loaf-11' }])
  expect(await find('posts', { resourceType: 'collection' })).toMatchObject([{ id: 'post', type: 'collection' }])
  await content('save_content', { model: 'post', locale: 'en', data: { 'loaf-5': { title: 'Baguette' } } })
  expect((await find('baguete'))[0]).toMatchObject({ id: 'post/loaf-5' })
  await content('delete_content', { model: 'post', entryIds: ['loaf-5'] })
  expect((await find('baguette')).map(({ id }) => id)).not.toContain('post/loaf-5')
})

test('a query without words is refused, and one that nothing fits is answered with nothing', async () => {
  expect((await operate(server, 'cms.findResource', { query: '?!' })).body).toMatchObject({
    ok: false,
    error: { code: 'empty_query' },
  })
  expect((await operate(server, 'cms.findResource', { query: 'zzyzxq' })).body).toMatchObject({
    ok: true,
    data: { matches: [] },
    warnings: [expect.any(String)],
  })
})

test('another project finds nothing of it', async () => {
  const { body } = await server.call('POST', '/api/projects', { name: 'Other' })
  const { id } = Value.Parse(Type.Object({ id: Type.String() }), body)
  expect(id).not.toBe((await firstProject(server)).id)
  const answer = await server.call('POST', `/api/projects/${id}/operations/cms.findResource`, {
    input: { query: 'baking class', resourceType: 'page' },
  })
  expect(JSON.stringify(answer.body)).not.toContain(pageId)
})
