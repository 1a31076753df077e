import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSession, startRun } from '../../../testing/ai.ts'
import { addPage, ended, operate, questions, serverWithModel, session, titles } from '../../../testing/approvals.ts'

const Sections = Type.Object({
  data: Type.Object({
    sections: Type.Array(
      Type.Object({
        id: Type.String(),
        fields: Type.Array(Type.Object({ name: Type.String(), kind: Type.String() })),
      }),
    ),
  }),
})

let served: Awaited<ReturnType<typeof serverWithModel>>
beforeAll(async () => {
  served = await serverWithModel()
})
afterAll(() => served.close())

const call = async (name: string, input: object) => (await operate(served.server, `cms.${name}`, input)).body
const cmsSession = () => newSession(served.server, { scope: 'cms' })
const sectionsOf = async (pageId: string) =>
  Value.Parse(Sections, await call('getPageSections', { pageId, includeContent: true })).data.sections

test('a reply of 100 kB that begins with yes approves nothing', async () => {
  const { server, model } = served
  await addPage(server, 'Flyer')
  const id = await cmsSession()
  model.add([['deletePage', { slug: 'flyer' }]], 'It is still there.')
  await startRun(server, id, 'Delete the flyer')
  await questions(server, id)
  await startRun(server, id, 'yes '.repeat(25_000), { whenBusy: 'steer' })
  const read = await ended(server, id)
  expect(read.approvals).toMatchObject([{ status: 'denied' }])
  expect((read.approvals[0]?.reason ?? '').length).toBeLessThan(2_100)
  expect(await titles(server)).toContain('Flyer')
})

test.each([
  'deletePage',
  'cms_deletePage',
  'cms.deletePage',
  'delete_page',
  'DeletePage',
  'cms_delete_page',
  'DELETE_PAGE',
])('a model that calls %s means the tool of this scope, and is asked about', async (name) => {
  const { server, model } = served
  const id = await cmsSession()
  model.add([[name, { slug: 'about', confirmed: true }]], 'It is still there.')
  await startRun(server, id, 'Delete the page about us')
  expect(await questions(server, id)).toMatchObject([{ operation: 'cms.deletePage' }])
  await startRun(server, id, 'no', { whenBusy: 'steer' })
  await ended(server, id)
  expect((await session(server, id)).approvals).toMatchObject([{ status: 'denied' }])
})

test('the field of a node that was deleted is refused with those that are there, and so is a section that is gone', async () => {
  const [section] = await sectionsOf('about')
  const field = section?.fields.find(({ kind }) => kind === 'text') ?? expect.fail()
  const pageSectionId = section?.id ?? ''
  const gone = `${field.name}zz`
  expect(await call('updateSectionContent', { pageSectionId, content: { [gone]: 'x' } })).toMatchObject({
    error: { code: 'unknown_field', hint: expect.stringContaining(field.name) },
  })
  expect(await call('deletePageSection', { pageSectionId })).toMatchObject({ ok: true })
  for (const [name, input] of [
    ['updateSectionContent', { pageSectionId, content: { [field.name]: 'x' } }],
    ['getSectionContent', { pageSectionId }],
    ['addSectionToPage', { pageId: 'about', sectionDefId: 'faq', after: pageSectionId }],
    ['deletePageSections', { pageSectionIds: [pageSectionId] }],
  ] as const)
    expect(await call(name, input), name).toMatchObject({ ok: false, error: { hint: expect.any(String) } })
})

test('the home page stays one page, whatever is called home', async () => {
  const before = await call('getPage', { slug: 'home' })
  expect(await call('updatePage', { id: 'home', slug: 'index' })).toMatchObject({ ok: true })
  expect(await call('updatePage', { id: 'home', slug: '/' })).toMatchObject({ ok: true })
  expect(await call('getPage', { slug: 'home' })).toMatchObject({
    data: { page: { id: Object(before).data.page.id, address: '/' } },
  })
  expect(await call('createPage', { name: 'Home', slug: 'index' })).toMatchObject({
    ok: true,
    data: { page: { slug: expect.not.stringMatching(/^index$/) } },
    warnings: [expect.stringContaining('taken')],
  })
  expect(await call('addNavigationItem', { label: 'Start', href: '/index.html' })).toMatchObject({
    error: { code: 'item_exists' },
  })
})
