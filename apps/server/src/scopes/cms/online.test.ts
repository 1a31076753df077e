import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { operate } from '../../../testing/approvals.ts'
import { startTestServer, type TestServer, withoutGit } from '../../../testing/server.ts'

const Pages = Type.Object({
  data: Type.Object({
    pages: Type.Array(Type.Object({ id: Type.String(), slug: Type.String(), online: Type.String() })),
  }),
})
const Page = Type.Object({
  data: Type.Object({
    page: Type.Object({ id: Type.String(), name: Type.String(), online: Type.Optional(Type.String()) }),
    sections: Type.Array(
      Type.Object({
        id: Type.String(),
        fields: Type.Array(Type.Object({ name: Type.String(), kind: Type.String(), value: Type.Unknown() })),
      }),
    ),
  }),
})
const Made = Type.Object({ data: Type.Object({ page: Type.Object({ id: Type.String() }), previewUrl: Type.String() }) })
const Slugs = Type.Object({ data: Type.Object({ pages: Type.Array(Type.Object({ slug: Type.String() })) }) })

const Component = Type.Object({ data: Type.Object({ componentId: Type.String(), rootNodeId: Type.String() }) })

let server: TestServer
let projectId = ''
beforeAll(async () => {
  server = await startTestServer({}, { git: withoutGit })
  projectId = (await firstProject(server)).id
})
afterAll(() => server.close())

const call = async (name: string, input: object) => (await operate(server, `cms.${name}`, input)).body
const publish = async () =>
  expect(await server.call('POST', `/api/projects/${projectId}/publish`)).toMatchObject({ status: 201 })
const states = async (input: object = {}) =>
  Object.fromEntries(
    Value.Parse(Pages, await call('listPages', input)).data.pages.map(({ slug, online }) => [slug, online]),
  )
const pageNow = async (slug: string, more: object = {}) =>
  Value.Parse(Page, await call('getPage', { slug, includeContent: true, ...more })).data
const heading = async (slug: string, more: object = {}) => {
  const { sections } = await pageNow(slug, more)
  const fields = sections.flatMap(({ id, fields: own }) => own.map((field) => ({ ...field, sectionId: id })))
  return fields.find(({ name }) => name.startsWith('heading_')) ?? expect.fail()
}

test('before the first publication no page is online, and the live one is refused with what to do', async () => {
  expect(new Set(Object.values(await states()))).toEqual(new Set(['not online']))
  for (const [name, input] of [
    ['listPages', { live: true }],
    ['getPage', { slug: 'index', live: true }],
  ] as const)
    expect(await call(name, input)).toMatchObject({
      ok: false,
      error: { code: 'not_published', path: '/live', hint: expect.stringContaining('publish') },
    })
})

test('each page says whether it is online as it is now, and is read as visitors see it', async () => {
  const { sectionId, name } = await heading('index')
  const write = (text: string) => call('updateSectionContent', { pageSectionId: sectionId, content: { [name]: text } })
  expect(await write('Fresh bread')).toMatchObject({ ok: true })
  await publish()
  expect(new Set(Object.values(await states()))).toEqual(new Set(['same']))
  expect(await write('Open at Easter')).toMatchObject({ ok: true })
  expect(await call('createPage', { name: 'Easter' })).toMatchObject({ ok: true })
  const now = await states()
  expect(now).toMatchObject({ index: 'changed', easter: 'not online' })
  expect(Object.entries(now).filter(([, state]) => state !== 'same')).toHaveLength(2)
  expect((await pageNow('index')).page.online).toBe('changed')
  expect((await heading('index')).value).toBe('Open at Easter')
  expect((await heading('index', { live: true })).value).toBe('Fresh bread')
  expect(await call('getPage', { slug: 'easter', live: true })).toMatchObject({
    ok: false,
    error: { code: 'not_online', path: '/live', hint: expect.any(String) },
  })
  expect(Object.keys(await states({ live: true }))).not.toContain('easter')
  // With the old words again it is the same page, whatever its history.
  expect(await write('Fresh bread')).toMatchObject({ ok: true })
  expect(await states()).toMatchObject({ index: 'same' })
  await publish()
  expect(await states()).toMatchObject({ index: 'same', easter: 'same' })
})

test('a new name, other settings, and a template or a component that it shows make a page another one', async () => {
  expect(await call('updatePage', { id: 'easter', meta: { description: 'Hours' } })).toMatchObject({ ok: true })
  expect(await states()).toMatchObject({ easter: 'changed', index: 'same' })
  await publish()
  const { sections } = await pageNow('easter')
  const node = sections[0]?.id ?? expect.fail()
  const made = await operate(server, 'site.createComponent', { nodeIds: [node], title: 'Notice' })
  expect(made.body).toMatchObject({ ok: true })
  await publish()
  const { componentId, rootNodeId } = Value.Parse(Component, made.body).data
  expect(await states()).toMatchObject({ easter: 'same', index: 'same' })
  const added = await operate(
    server,
    'site.insertHtml',
    { parentId: rootNodeId, html: '<p>More</p>' },
    { documentId: componentId },
  )
  expect(added.body).toMatchObject({ ok: true })
  expect(await states()).toMatchObject({ easter: 'changed', index: 'same' })
})

test('a page that was deleted is online until the next publication, and says so', async () => {
  await publish()
  const { page } = await pageNow('easter')
  expect(await call('deletePage', { id: page.id })).toMatchObject({ ok: true })
  expect(Value.Parse(Slugs, await call('listPages', {})).data.pages.map(({ slug }) => slug)).not.toContain('easter')
  expect(await call('listPages', { live: true })).toMatchObject({
    data: {
      pages: expect.arrayContaining([expect.objectContaining({ slug: 'easter', online: 'changed', deleted: true })]),
    },
  })
  expect(await call('getPage', { slug: 'easter', live: true })).toMatchObject({
    ok: true,
    data: { page: { online: 'changed' } },
    warnings: [expect.stringContaining('deleted since')],
  })
  await publish()
  expect(await call('getPage', { slug: 'easter', live: true })).toMatchObject({ error: { code: 'unknown_page' } })
})

test('styles that all pages share are named, since no page itself is another one', async () => {
  const added = await operate(server, 'site.applyCss', { css: 'h1 { letter-spacing: 1px }' })
  expect(added.body).toMatchObject({ ok: true })
  expect(await call('listPages', {})).toMatchObject({ warnings: [expect.stringContaining('all pages share')] })
  await publish()
  expect(Object(await call('listPages', {})).warnings ?? []).toEqual([])
})

test('a new page has an address at which a person who is signed in sees it, and nobody else', async () => {
  const { page, previewUrl } = Value.Parse(Made, await call('createPage', { name: 'Summer <menu>' })).data
  const { pathname, protocol } = new URL(previewUrl)
  expect(protocol).toBe('http:')
  expect(pathname).toBe(`/api/projects/${projectId}/preview/${page.id}`)
  expect((await server.request(pathname)).status).toBe(401)
  const answer = await server.request(pathname, { headers: { cookie: server.cookie } })
  expect(answer.status).toBe(302)
  const shown = await server.request(answer.headers.get('location') ?? '')
  expect(await shown.text()).toContain('Summer &lt;menu')
  const gone = `/api/projects/${projectId}/preview/unknown`
  expect((await server.request(gone, { headers: { cookie: server.cookie } })).status).toBe(404)
})

test('a page is made as the translation of another one, and what is missing for that is asked', async () => {
  await call('setUpPosts', {})
  await operate(server, 'content.add_locale', { locale: 'tr' })
  const source = await heading('about')
  const made = await call('createPage', { name: 'Atölye', locale: 'tr', translationOf: 'about', slug: 'atolye' })
  expect(made).toMatchObject({
    ok: true,
    data: { page: { locale: 'tr', slug: 'tr/atolye', translationOf: expect.any(String) } },
    warnings: expect.arrayContaining([expect.stringContaining('translate its sections')]),
  })
  expect(await heading('about', { locale: 'tr' })).toMatchObject({ value: source.value })
  expect(await call('createPage', { name: 'Tekrar', locale: 'tr', translationOf: 'about' })).toMatchObject({
    error: { code: 'already_translated' },
  })
  expect(await call('createPage', { name: 'Yeni', locale: 'tr' })).toMatchObject({
    error: { code: 'source_missing', path: '/translationOf' },
  })
  expect(await call('createPage', { name: 'Yeni', translationOf: 'about' })).toMatchObject({
    error: { code: 'locale_missing', path: '/locale' },
  })
  expect(await call('createPage', { name: 'Yeni', locale: 'tr', translationOf: 'nowhere' })).toMatchObject({
    error: { code: 'unknown_page', path: '/translationOf' },
  })
  expect(await call('createPage', { name: 'Plain', locale: 'en' })).toMatchObject({ ok: true })
})
