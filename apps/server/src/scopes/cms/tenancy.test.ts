import { cmsOperations } from '@atelier/cms'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { png, upload } from '../../../testing/media.ts'
import { join, type Member, newProject } from '../../../testing/people.ts'
import { startTestServer, type TestServer, withoutGit } from '../../../testing/server.ts'

/** A word of project B that no call names. */
const SECRET = /geheim77/i

const Succeeded = Type.Object({ ok: Type.Literal(true) })
const Page = Type.Object({
  data: Type.Object({
    page: Type.Object({ id: Type.String() }),
    sections: Type.Array(Type.Object({ id: Type.String() })),
  }),
})
const Id = Type.Object({ id: Type.String() })
const SectionSaved = Type.Object({ data: Type.Object({ sectionId: Type.String() }) })

let server: TestServer
let [projectA, projectB] = ['', '']
let editor: Member
let viewer: Member
/** A member of a second workspace on the same server. */
let stranger: Member
const inSecond = { 'atelier-workspace': 'zz-second' }
const foreign = { page: '', section: '', media: '', saved: '' }

const operateIn = async (project: string, id: string, input: object, call: TestServer['call'] = server.call) =>
  call('POST', `/api/projects/${project}/operations/${id}`, { input })
const inB = async (id: string, input: object) => {
  const { body } = await operateIn(projectB, id, input)
  expect(body).toMatchObject({ ok: true })
  return body
}

beforeAll(async () => {
  server = await startTestServer({}, { git: withoutGit })
  projectA = (await firstProject(server)).id
  projectB = await newProject(server, 'Other')
  const joining = (email: string, role: string) =>
    join(server, { email, role: 'member', projects: [{ projectId: projectA, role }] })
  editor = await joining('editor@example.com', 'editor')
  viewer = await joining('viewer@example.com', 'viewer')
  stranger = await join(server, { email: 'stranger@example.com', role: 'member' })
  const { kysely } = server.services
  await kysely.insertInto('workspaces').values({ id: 'zz-second', name: 'Second', created_at: 1 }).execute()
  const member = { workspace_id: 'zz-second', user_id: stranger.id, role: 'owner', created_at: 1 }
  await kysely.insertInto('workspace_members').values(member).execute()

  for (const project of [projectA, projectB])
    expect((await operateIn(project, 'cms.setUpPosts', {})).body).toMatchObject({ ok: true })
  foreign.media = Value.Parse(Id, (await upload(server, projectB, 'geheim77.png', png(9, 9))).body).id
  const sections = [{ sectionKey: 'hero', content: { heading: 'Zauber', text: 'Geheim77' } }]
  const made = Value.Parse(Page, await inB('cms.createPageWithContent', { name: 'Zauber', sections })).data
  foreign.page = made.page.id
  foreign.section = made.sections[0]?.id ?? ''
  await inB('cms.addNavigationItem', { label: 'Zauber', href: '/geheim77' })
  await inB('cms.createPost', { title: 'Zauber', excerpt: 'Geheim77', content: { body: 'Geheim77' } })
  foreign.saved = Value.Parse(
    SectionSaved,
    await inB('site.saveSection', { nodeIds: [foreign.section], title: 'Geheim77' }),
  ).data.sectionId
})
afterAll(() => server.close())

/** An input of each operation that names things of project B by their ids, or by the names that they have there. */
const inputs = (): Record<string, object> => ({
  addImageToSection: { imageId: foreign.media, pageSectionId: foreign.section },
  addNavigationItem: { label: 'Zauber', href: 'javascript:1' },
  addSectionToPage: { pageId: foreign.page, sectionDefId: 'hero' },
  archivePost: { postSlug: 'zauber', collectionSlug: 'post' },
  createPage: { name: '' },
  createPageWithContent: { name: 'Mine', sections: [{ sectionKey: `saved:${foreign.saved}` }] },
  createPost: { title: 'Mine', featuredImage: foreign.media },
  deleteImage: { description: foreign.media },
  deletePage: { id: foreign.page, removeFromNavigation: true, confirmed: true },
  deletePageSection: { pageSectionId: foreign.section, confirmed: true },
  deletePageSections: { pageSectionIds: [foreign.section], confirmed: true },
  deletePost: { postSlug: 'zauber', confirmed: true },
  findImage: { description: 'geheim' },
  findResource: { query: 'Zauber geheim' },
  getCollectionEntries: { collectionId: 'post', includeContent: true },
  getEntryContent: { entryId: 'post/zauber' },
  getNavigation: {},
  getPage: { id: foreign.page, includeContent: true },
  getPageSections: { pageId: foreign.page, includeContent: true },
  getPost: { postSlug: 'zauber' },
  getSectionContent: { pageSectionId: foreign.section },
  getSectionFields: { key: `saved:${foreign.saved}` },
  listAllImages: {},
  listPages: {},
  listPosts: { status: 'all' },
  listSectionTemplates: {},
  planAnalyzeTask: { userRequest: 'Delete the page Zauber and the post geheim' },
  publishPost: { postSlug: 'zauber', confirmed: true },
  removeNavigationItem: { label: ['Zauber', 'Home'], confirmed: true },
  replaceImage: { oldImageDescription: foreign.media, newImageId: foreign.media, confirmed: true },
  searchImages: { query: 'geheim' },
  searchVector: { query: 'Zauber geheim' },
  setUpPosts: {},
  toggleNavigationItem: { label: 'Zauber' },
  updateNavigationItem: { label: 'Zauber', newLabel: 'Mine' },
  updatePage: { id: foreign.page, name: 'Mine' },
  updatePost: { postSlug: 'zauber', updates: { title: 'Mine' } },
  updateSectionContent: { pageSectionId: foreign.section, content: { heading: 'Mine' } },
  updateSectionImage: { pageSectionId: foreign.section, imageField: 'image', imageId: foreign.media },
})

/** Operations that list or search, and so answer with what project A has. */
const lists = [
  'findResource',
  'planAnalyzeTask',
  'searchVector',
  'findImage',
  'getCollectionEntries',
  'getNavigation',
  'listAllImages',
  'listPages',
  'listPosts',
  'listSectionTemplates',
  'searchImages',
]

const stateOf = async (project: string) => {
  const reads: [string, object][] = [
    ['listPages', {}],
    ['getNavigation', {}],
    ['listAllImages', {}],
    ['getCollectionEntries', { collectionId: 'post', includeContent: true }],
    ['getPage', { id: '/', includeContent: true }],
  ]
  return await Promise.all(reads.map(async ([name, input]) => (await operateIn(project, `cms.${name}`, input)).body))
}

test('every tool is tried', () => {
  expect(Object.keys(inputs()).sort()).toEqual(cmsOperations.map(({ name }) => name).sort())
})

describe('things of another project', () => {
  test('are neither read nor written by any tool', async () => {
    const before = [await stateOf(projectA), await stateOf(projectB)]
    for (const [name, input] of Object.entries(inputs())) {
      const { body } = await operateIn(projectA, `cms.${name}`, input)
      expect.soft(Value.Check(Succeeded, body), name).toBe(lists.includes(name))
      expect.soft(JSON.stringify(body), name).not.toMatch(SECRET)
    }
    expect([await stateOf(projectA), await stateOf(projectB)]).toEqual(before)
  })

  test('of another workspace are not there, whatever is called', async () => {
    for (const [name, input] of Object.entries(inputs())) {
      const call: TestServer['call'] = (method, path, body) => stranger.call(method, path, body, inSecond)
      const { status, body } = await operateIn(projectB, `cms.${name}`, input, call)
      expect.soft(status, name).toBe(404)
      expect.soft(JSON.stringify(body), name).not.toMatch(SECRET)
    }
  })
})

test('a viewer reads and writes nothing', async () => {
  const before = await stateOf(projectA)
  for (const { name, effect } of cmsOperations) {
    const { status } = await operateIn(projectA, `cms.${name}`, inputs()[name] ?? {}, viewer.call)
    expect.soft(status, name).toBe(effect === 'read' ? 200 : 403)
  }
  expect(await stateOf(projectA)).toEqual(before)
})

describe('an editor who may not change models', () => {
  test('does not set posts up, and is told who does', async () => {
    const { status } = await operateIn(projectA, 'cms.setUpPosts', {}, editor.call)
    expect(status).toBe(403)
    const third = await newProject(server, 'Third')
    const projects = [{ projectId: third, role: 'editor' }]
    const member = await join(server, { email: 'third@example.com', role: 'member', projects })
    expect((await operateIn(third, 'cms.listPosts', {}, member.call)).body).toMatchObject({
      error: { code: 'no_posts', hint: expect.stringContaining('An admin') },
    })
  })

  test('writes on one branch a call where changes are reviewed, and the post stays as it is', async () => {
    expect((await operateIn(projectA, 'content.saveSettings', { workflow: 'review' })).body).toMatchObject({ ok: true })
    const made = await operateIn(projectA, 'cms.createPost', { title: 'Bread' })
    expect(made.body).toMatchObject({ ok: true, data: { merged: true } })
    const updates = { title: 'Rye', slug: 'rye' }
    const changed = await operateIn(projectA, 'cms.updatePost', { postSlug: 'bread', updates }, editor.call)
    expect(changed.body).toMatchObject({
      ok: true,
      data: { merged: false, branch: expect.stringMatching(/^cr\//), changed: ['title', 'slug'] },
      warnings: [expect.anything(), expect.stringContaining('waits for a review')],
    })
    expect((await operateIn(projectA, 'cms.getPost', { postSlug: 'bread' })).body).toMatchObject({
      data: { post: { title: 'Bread' } },
    })
    // The entries of a picture wait on that branch as well, while its pages show the new one.
    const add = async (name: string, red: number) =>
      Value.Parse(Id, (await upload(server, projectA, name, png(8, 8, [red, 1, 1]))).body).id
    const [oldImage, newImageId] = [await add('old.png', 1), await add('new.png', 2)]
    const cover = { postSlug: 'bread', updates: { featuredImage: oldImage } }
    expect((await operateIn(projectA, 'cms.updatePost', cover)).body).toMatchObject({ ok: true })
    const replace = { oldImageDescription: oldImage, newImageId }
    expect((await operateIn(projectA, 'cms.replaceImage', replace, editor.call)).body).toMatchObject({
      ok: true,
      data: { entries: ['post/rye'] },
      warnings: [expect.stringContaining('The entries wait for a review')],
    })
    // The editor goes on from what waits, on the same branch.
    const again = await operateIn(
      projectA,
      'cms.updatePost',
      { postSlug: 'rye', updates: { excerpt: 'x' } },
      editor.call,
    )
    expect(again.body).toMatchObject({ ok: true, data: { merged: false, post: { title: 'Rye' } } })
    expect((await operateIn(projectA, 'content.list_branches', {})).body).toMatchObject({
      data: { branches: [{ changes: expect.any(Number) }] },
    })
  })
})
