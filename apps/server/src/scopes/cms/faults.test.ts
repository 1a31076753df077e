import { cmsOperations } from '@atelier/cms'
import { needsApproval } from '@atelier/operation'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstProject, newSession, startRun } from '../../../testing/ai.ts'
import { decide, ended, operate, questions, serverWithModel } from '../../../testing/approvals.ts'
import { png, upload } from '../../../testing/media.ts'

const Uploaded = Type.Object({ id: Type.String(), path: Type.String() })
const Id = Type.Object({ id: Type.String() })
const Made = Type.Object({ data: Type.Object({ sections: Type.Array(Id) }) })
const Slug = Type.Object({ projects: Type.Array(Type.Object({ slug: Type.String() })) })

let served: Awaited<ReturnType<typeof serverWithModel>>
let projectId = ''
beforeAll(async () => {
  served = await serverWithModel()
  projectId = (await firstProject(served.server)).id
  expect(await call('setUpPosts', {})).toMatchObject({ ok: true })
  const model = {
    id: 'notice',
    name: 'Notices',
    kind: 'document',
    fields: { title: 'string', category: 'string', summary: 'text' },
    title_field: 'title',
  }
  expect((await operate(served.server, 'content.save_model', model)).body).toMatchObject({ ok: true })
})
afterAll(() => served.close())

const call = async (name: string, input: object) => (await operate(served.server, `cms.${name}`, input)).body
const add = async (name: string, colour: [number, number, number]) =>
  Value.Parse(Uploaded, (await upload(served.server, projectId, name, png(8, 8, colour))).body)

describe('what a person decides', () => {
  test('is asked for by these tools and no others', () => {
    expect(cmsOperations.filter(needsApproval).map(({ name }) => name)).toEqual([
      'archivePost',
      'deleteImage',
      'deletePage',
      'deletePageSection',
      'deletePageSections',
      'deletePost',
      'publishPost',
      'removeNavigationItem',
      'replaceImage',
    ])
  })

  test('counts for the picture that was shown: if another one fits the words by then, none is deleted', async () => {
    const { server, model } = served
    await add('oven.png', [1, 1, 1])
    const id = await newSession(server, { scope: 'cms' })
    model.add([['deleteImage', { description: 'the oven', confirmed: true }]], 'It is gone.')
    await startRun(server, id, 'Delete the picture of the oven')
    const [asked] = await questions(server, id)
    expect(asked?.message).toMatch(/^Delete the picture \w+ \(oven\.png\)\. It is used nowhere\./)
    await add('old-oven.png', [2, 2, 2])
    await decide(server, id, asked?.toolCallId ?? '', { decision: 'approve' })
    await ended(server, id)
    expect(await call('listAllImages', {})).toMatchObject({ data: { total: 2 } })
    expect(await call('deleteImage', { description: 'oven' })).toMatchObject({ error: { code: 'ambiguous_image' } })
  })

  test('waits for every call of an answer, and a typed no leaves all as it was', async () => {
    const { server, model } = served
    const sections = ['hero', 'faq', 'quote'].map((sectionKey) => ({ sectionKey }))
    const made = Value.Parse(Made, await call('createPageWithContent', { name: 'Kept', sections })).data
    expect(await call('createPost', { title: 'Kept', content: { body: 'x' } })).toMatchObject({ ok: true })
    const [first, ...others] = made.sections.map(({ id }) => id)
    const read = async () => [await call('getPage', { slug: 'kept' }), await call('getPost', { postSlug: 'kept' })]
    const before = await read()
    const id = await newSession(server, { scope: 'cms' })
    model.add(
      [
        ['archivePost', { postSlug: 'kept', confirmed: true }],
        ['deletePost', { postSlug: 'kept', confirmed: true }],
        ['deletePageSection', { pageSectionId: first, confirmed: true }],
        ['deletePageSections', { pageSectionIds: others, confirmed: 'true' }],
      ],
      'All of it stays.',
    )
    await startRun(server, id, 'Clean up')
    const asked = await questions(server, id, 4)
    expect(asked.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Archive the post “Kept” \(post\/kept\)\. Visitors no longer see it\./),
      expect.stringMatching(/^Delete the post “Kept” \(post\/kept\)\. An undo brings it back\.$/),
      expect.stringMatching(/^Delete the section “.*” of “Kept”\. An undo brings it back\.$/),
      expect.stringMatching(/^Delete 2 sections: “.*” of “Kept”, “.*” of “Kept”\. An undo brings them back\.$/),
    ])
    await startRun(server, id, 'No, none of that', { whenBusy: 'steer' })
    await ended(server, id)
    expect(await read()).toEqual(before)
  })

  test('is asked once for several items of the navigation, and not for one', async () => {
    const { server, model } = served
    expect(await call('addNavigationItem', { label: 'Jobs', href: '/jobs' })).toMatchObject({ ok: true })
    expect(await call('addNavigationItem', { label: 'Press', href: '/press' })).toMatchObject({ ok: true })
    const id = await newSession(server, { scope: 'cms' })
    model.add([['removeNavigationItem', { label: ['Jobs', 'Press'], confirmed: true }]], 'Done.')
    await startRun(server, id, 'Take jobs and press out of the menu')
    const [asked] = await questions(server, id)
    expect(asked?.message).toMatch(/^Take “Jobs”, “Press” out of the menus of \d+ pages/)
    await startRun(server, id, 'no', { whenBusy: 'steer' })
    await ended(server, id)
    expect(JSON.stringify(await call('getNavigation', {}))).toMatch(/Jobs.*Press/)
    const other = await newSession(server, { scope: 'cms' })
    model.add([['removeNavigationItem', { label: 'Jobs' }]], 'Done.')
    await startRun(server, other, 'Take jobs out of the menu')
    expect((await ended(server, other)).approvals).toEqual([])
    expect(JSON.stringify(await call('getNavigation', {}))).not.toContain('Jobs')
  })
})

test('posts of a category are those with the status that is asked for', async () => {
  const post = (title: string, category: string) =>
    call('createPost', { collectionSlug: 'notice', title, category, content: { body: title } })
  for (const [title, category] of [
    ['Open', 'news'],
    ['Hidden', 'news'],
    ['Other', 'events'],
  ] as const)
    expect(await post(title, category)).toMatchObject({ ok: true })
  expect(await call('publishPost', { postSlug: 'open', collectionSlug: 'notice' })).toMatchObject({ ok: true })
  const list = (input: object) => call('listPosts', { collectionSlug: 'Notices', ...input })
  expect(await list({ category: 'news' })).toMatchObject({ data: { posts: [{ slug: 'open' }], total: 1 } })
  expect(await list({ category: 'news', status: 'draft' })).toMatchObject({ data: { posts: [{ slug: 'hidden' }] } })
  expect(await list({ category: 'events' })).toMatchObject({ data: { total: 0 } })
  expect(await list({ category: 'news', status: 'all' })).toMatchObject({ data: { total: 2 } })
})

test('a slug that two collections have means the one that is named', async () => {
  for (const collectionSlug of ['post', 'notice'])
    expect(await call('createPost', { collectionSlug, title: 'Same', excerpt: collectionSlug })).toMatchObject({
      ok: true,
    })
  expect(await call('getPost', { postSlug: 'same', collectionSlug: 'notice' })).toMatchObject({
    data: { post: { collectionSlug: 'notice', excerpt: 'notice' } },
  })
  // Without a collection it is the one of the posts.
  expect(await call('getPost', { postSlug: 'same' })).toMatchObject({ data: { post: { collectionSlug: 'post' } } })
  expect(await call('deletePost', { postSlug: 'same', collectionSlug: 'notice' })).toMatchObject({ ok: true })
  expect(await call('getPost', { postSlug: 'same' })).toMatchObject({ data: { post: { collectionSlug: 'post' } } })
})

test('a collection whose entries have a slug of their own is named and addressed by it', async () => {
  const { server } = served
  const fields = { title: 'string', slug: { type: 'slug', unique: true }, text: 'markdown' }
  const model = { id: 'story', name: 'Stories', kind: 'collection', fields, title_field: 'title' }
  expect((await operate(server, 'content.save_model', model)).body).toMatchObject({ ok: true })
  expect((await operate(server, 'content.setRoute', { model: 'story', route: 'stories' })).body).toMatchObject({
    ok: true,
  })
  const collectionSlug = 'story'
  const made = await call('createPost', { collectionSlug, title: 'Long ago', content: { body: 'Once' } })
  expect(made).toMatchObject({ data: { post: { slug: 'long-ago', address: '/stories/long-ago/' } } })
  const updates = { slug: 'once', content: { body: 'Upon' } }
  expect(await call('updatePost', { collectionSlug, postSlug: 'long-ago', updates })).toMatchObject({
    ok: true,
    data: { post: { slug: 'once', address: '/stories/once/' }, changed: expect.arrayContaining(['slug', 'text']) },
  })
  expect(await call('getPost', { collectionSlug, postSlug: 'once' })).toMatchObject({
    data: { post: { slug: 'once', title: 'Long ago', content: { body: 'Upon' } } },
  })
  expect(await call('listPosts', { collectionSlug, status: 'draft' })).toMatchObject({
    data: { posts: [{ slug: 'once' }] },
  })
  expect(await call('getPost', { collectionSlug, postSlug: 'long-ago' })).toMatchObject({
    error: { code: 'unknown_post' },
  })
  // With two collections of posts that have pages, a post without a collection could be meant for either.
  expect(await call('createPost', { title: 'Which' })).toMatchObject({
    error: { code: 'ambiguous_collection', hint: expect.stringMatching(/post.*story/) },
  })
})

test('scripts in the text of a post do not reach its page', async () => {
  const { server } = served
  expect((await operate(server, 'site.addEntryPages', { model: 'post' })).body).toMatchObject({ ok: true })
  const body = 'Hello <script>alert(1)</script> <img src=x onerror=alert(2)> [x](javascript:alert(3)) **there**'
  expect(await call('createPost', { collectionSlug: 'post', title: 'Sneaky', content: { body } })).toMatchObject({
    ok: true,
  })
  expect(await call('publishPost', { postSlug: 'sneaky' })).toMatchObject({ ok: true })
  expect(await server.call('POST', `/api/projects/${projectId}/publish`)).toMatchObject({ status: 201 })
  const { projects } = Value.Parse(Slug, (await server.call('GET', '/api/projects')).body)
  const host = `${projects[0]?.slug}.localhost`
  const page = await server.sites.request(new URL('/blog/sneaky/', `http://${host}/`), { headers: { host } })
  const html = await page.text()
  expect(html).toContain('<strong>there</strong>')
  // A post without a picture shows none.
  expect(html).toContain('<img class="entry-picture" alt="">')
  expect(html).not.toMatch(/<script>alert|<img[^>]*onerror|href="javascript:/i)
})

test('a page of 50 sections, HTML as a name and 200 fields at once are answered, not obeyed', async () => {
  const sections = Array.from({ length: 50 }, () => ({ sectionKey: 'hero' }))
  expect(await call('createPageWithContent', { name: 'Many', sections })).toMatchObject({
    error: { code: 'invalid_input', path: '/sections' },
  })
  const content = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`field_${index}`, 'x']))
  expect(
    await call('createPageWithContent', { name: 'Many', sections: [{ sectionKey: 'hero', content }] }),
  ).toMatchObject({ ok: false, error: { code: 'unknown_field' } })
  const name = '<script>alert(1)</script>'
  const made = await call('createPageWithContent', {
    name,
    slug: 'odd',
    sections: [{ sectionKey: 'faq', content: { heading: name } }],
  })
  expect(made).toMatchObject({ ok: false, error: { code: 'refused', path: '/sections/0/content/heading' } })
  expect(await call('getPage', { slug: 'odd' })).toMatchObject({ ok: false, error: { code: 'unknown_page' } })
})
