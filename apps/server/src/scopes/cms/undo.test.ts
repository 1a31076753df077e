import { cmsOperations } from '@atelier/cms'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { operate } from '../../../testing/approvals.ts'
import { png, upload } from '../../../testing/media.ts'
import { startTestServer, type TestServer, withoutGit } from '../../../testing/server.ts'

const Wrote = Type.Object({ ok: Type.Literal(true), changeSetId: Type.String() })
const Id = Type.Object({ id: Type.String() })
const Pages = Type.Object({ data: Type.Object({ pages: Type.Array(Type.Object({ slug: Type.String() })) }) })
const Made = Type.Object({ data: Type.Object({ page: Id, sections: Type.Array(Id) }) })

let server: TestServer
let projectId = ''
const ids = { page: '', hero: '', faq: '', oven: '', counter: '' }

const call = async (name: string, input: object) => (await operate(server, `cms.${name}`, input)).body

beforeAll(async () => {
  server = await startTestServer({}, { git: withoutGit })
  projectId = (await firstProject(server)).id
  const add = async (name: string, colour: [number, number, number]) =>
    Value.Parse(Id, (await upload(server, projectId, name, png(8, 8, colour))).body).id
  ids.oven = await add('oven.png', [1, 2, 3])
  ids.counter = await add('counter.png', [3, 2, 1])
  const sections = [{ sectionKey: 'hero', content: { heading: 'Bread' } }, { sectionKey: 'faq' }]
  const made = Value.Parse(Made, await call('createPageWithContent', { name: 'Bread', sections })).data
  ids.page = made.page.id
  ids.hero = made.sections[0]?.id ?? ''
  ids.faq = made.sections[1]?.id ?? ''
  await call('addImageToSection', { imageId: ids.oven, pageSectionId: ids.hero })
  await call('addNavigationItem', { label: 'Bread', href: '/bread' })
  await call('setUpPosts', {})
  await operate(server, 'content.add_locale', { locale: 'tr' })
  await call('createPost', { title: 'Rye', featuredImage: ids.oven, content: { body: 'Dark.', tags: ['a'] } })
})
afterAll(() => server.close())

/** The pages as files, the menus, the pictures and the entries: all that these tools write. */
async function state(): Promise<unknown[]> {
  const read = async (id: string, input: object) => Object(await operate(server, id, input)).body.data
  const { pages } = Value.Parse(Pages, await call('listPages', {})).data
  const files = pages.map(({ slug }) => ['site.readFile', { file: `${slug}.html` }] as const)
  const others = ['getNavigation', 'listAllImages', 'listPages'].map((name) => [`cms.${name}`, {}] as const)
  const settings = pages.map(({ slug }) => ['cms.getPage', { slug }] as const)
  const entries = ['en', 'tr'].map((locale) => ['content.get_content', { model: 'post', locale }] as const)
  const all = [...files, ...others, ...settings, ...entries]
  const answers = await Promise.all(all.map(([id, input]) => read(id, input)))
  return JSON.parse(JSON.stringify(answers, (name, value) => (name === 'updated_at' ? undefined : value)))
}

/** A right input of every tool that writes. */
const inputs = (): Record<string, object> => ({
  addImageToSection: { imageId: 'counter.png', pageSectionId: ids.hero },
  addNavigationItem: { label: 'Jobs', href: '/jobs' },
  addSectionToPage: { pageId: 'bread', sectionDefId: 'pricing', after: ids.hero, content: { heading: 'Prices' } },
  archivePost: { postSlug: 'rye' },
  createPage: { name: 'Easter', meta: { description: 'Hours' } },
  createPageWithContent: { name: 'Catering', sections: [{ sectionKey: 'hero' }, { sectionKey: 'call' }] },
  createPost: { title: 'Spelt', content: { body: 'Light.' } },
  deleteImage: { description: 'oven' },
  deletePageSection: { pageSectionId: ids.faq },
  deletePageSections: { pageSectionIds: [ids.hero, ids.faq] },
  deletePost: { postSlug: 'rye' },
  publishPost: { postSlug: 'rye' },
  removeNavigationItem: { label: 'Bread' },
  replaceImage: { oldImageDescription: 'oven', newImageId: 'counter.png', alt: 'The counter' },
  toggleNavigationItem: { label: 'Bread' },
  updateNavigationItem: { label: 'Bread', newLabel: 'Our bread', newHref: '/our-bread' },
  updatePage: { id: 'bread', name: 'Loaves', slug: 'loaves', indexing: false },
  updatePost: {
    postSlug: 'rye',
    updates: { title: 'Rye bread', slug: 'rye-bread', excerpt: 'x', content: { tags: null } },
  },
  updateSectionContent: { pageSectionId: ids.hero, content: { heading: 'Loaves' } },
  updateSectionImage: { pageSectionId: ids.hero, imageField: 'image', imageId: ids.counter, alt: 'Counter' },
})

/** Deleting a page cannot be undone; posts are set up once for this file. */
const left = ['deletePage', 'setUpPosts']

test('what any tool writes in one call, one undo takes back to the byte', async () => {
  const writing = cmsOperations.filter(({ effect }) => effect !== 'read').map(({ name }) => name)
  expect(Object.keys(inputs()).sort()).toEqual(writing.filter((name) => !left.includes(name)).sort())
  const before = await state()
  for (const [name, input] of Object.entries(inputs())) {
    const body = await call(name, input)
    expect.soft(body, name).toMatchObject({ ok: true })
    if (!Value.Check(Wrote, body)) continue
    expect.soft(await state(), name).not.toEqual(before)
    const undone = await server.call('POST', `/api/projects/${projectId}/changes/${body.changeSetId}/undo`)
    expect.soft(undone, name).toMatchObject({ status: 200, body: { kept: [] } })
    expect.soft(await state(), name).toEqual(before)
  }
})

test('a translation of a post is written, published and deleted by itself', async () => {
  const before = await call('getPost', { postSlug: 'rye' })
  const updates = { title: 'Çavdar', content: { body: 'Koyu.' } }
  expect(await call('updatePost', { postSlug: 'rye', locale: 'tr', updates })).toMatchObject({
    ok: true,
    data: { post: { locale: 'tr', address: '/tr/blog/rye/' } },
  })
  expect(await call('publishPost', { postSlug: 'rye', locale: 'tr' })).toMatchObject({ ok: true })
  expect(await call('listPosts', { locale: 'tr' })).toMatchObject({ data: { posts: [{ title: 'Çavdar' }] } })
  expect(await call('listPosts', {})).toMatchObject({ data: { total: 0 } })
  expect(await call('getPost', { postSlug: 'rye' })).toMatchObject({
    data: { post: { title: Value.Parse(Titled, before).data.post.title, status: 'draft' } },
  })
  expect(await call('deletePost', { postSlug: 'rye', locale: 'tr' })).toMatchObject({ ok: true })
  expect(await call('getPost', { postSlug: 'rye' })).toMatchObject({ data: { post: { slug: 'rye' } } })
  expect(await call('listPosts', { locale: 'tr' })).toMatchObject({ data: { total: 0 } })
})

const Titled = Type.Object({ data: Type.Object({ post: Type.Object({ title: Type.String() }) }) })
