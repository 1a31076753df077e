import { cmsOperations } from '@atelier/cms'
import { definitionOf } from '@atelier/operation'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject, newSession, startRun } from '../../../testing/ai.ts'
import { addPage, ended, operate, questions, serverWithModel, session, titles } from '../../../testing/approvals.ts'

const Sections = Type.Object({
  data: Type.Object({
    sections: Type.Array(
      Type.Object({
        id: Type.String(),
        fields: Type.Array(Type.Object({ name: Type.String(), kind: Type.String(), value: Type.Unknown() })),
      }),
    ),
  }),
})
const Wrote = Type.Object({ changeSetId: Type.String() })
const Slug = Type.Object({ projects: Type.Array(Type.Object({ id: Type.String(), slug: Type.String() })) })

let served: Awaited<ReturnType<typeof serverWithModel>>
beforeAll(async () => {
  served = await serverWithModel()
})
afterAll(() => served.close())

const sections = async () => {
  const { body } = await operate(served.server, 'cms.getPageSections', { pageId: 'home', includeContent: true })
  return Value.Parse(Sections, body).data.sections
}
const cmsSession = () => newSession(served.server, { scope: 'cms' })

async function published(path: string): Promise<string> {
  const { server } = served
  const { id } = await firstProject(server)
  expect(await server.call('POST', `/api/projects/${id}/publish`)).toMatchObject({ status: 201 })
  const { projects } = Value.Parse(Slug, (await server.call('GET', '/api/projects')).body)
  const host = `${projects[0]?.slug}.localhost`
  return (await server.sites.request(new URL(path, `http://${host}/`), { headers: { host } })).text()
}

/** Bytes of the seven tools of the scope that are still to come: those that leave the house. */
const TO_COME = 7 * 285

test('the tools fit into what 45 of them may have together', () => {
  const tools = cmsOperations.filter(({ onDemand }) => !onDemand)
  expect(tools).toHaveLength(37)
  expect(JSON.stringify(tools.map(definitionOf)).length).toBeLessThan(13_500 - TO_COME)
})

test('a field of the home page is changed as one commit, published, and taken back as one undo', async () => {
  const { server } = served
  const before = await sections()
  const [section] = before
  const heading = section?.fields.find(({ name }) => name.startsWith('heading_')) ?? expect.fail()
  const { body } = await operate(server, 'cms.updateSectionContent', {
    pageSectionId: section?.id,
    content: { [heading.name]: 'Open on Easter Monday' },
  })
  expect(body).toMatchObject({ ok: true, data: { changed: [heading.name] } })
  expect(await published('/')).toContain('Open on Easter Monday')
  const { id } = await firstProject(server)
  const { changeSetId } = Value.Parse(Wrote, body)
  expect(await server.call('POST', `/api/projects/${id}/changes/${changeSetId}/undo`)).toMatchObject({ status: 200 })
  expect(await sections()).toEqual(before)
})

test('a page, its settings and its moved links are one change set', async () => {
  const { server } = served
  const { body } = await operate(server, 'cms.createPage', { name: 'Bread', meta: { description: 'All our bread' } })
  expect(body).toMatchObject({ ok: true, data: { page: { slug: 'bread' } } })
  expect(await titles(server)).toContain('Bread')
  const { id } = await firstProject(server)
  await server.call('POST', `/api/projects/${id}/changes/${Value.Parse(Wrote, body).changeSetId}/undo`)
  expect(await titles(server)).not.toContain('Bread')
})

test('a short name that the site has means the site’s, and a site conversation finds only that one', async () => {
  const { server } = served
  const { body } = await operate(server, 'deletePage', { pageId: 'nowhere' })
  expect(body).toMatchObject({ ok: false, error: { code: 'unknown_page', path: '/pageId' } })
  const ofSite = (await operate(server, 'site.find_operations', { query: 'delete a page' })).body
  expect(JSON.stringify(ofSite)).not.toContain('cms.')
  const all = (await operate(server, 'site.find_operations', { query: '' })).body
  expect(JSON.stringify(all)).not.toContain('cms.')
  expect(await operate(server, 'getNavigation', {})).toMatchObject({ status: 200, body: { ok: true } })
})

test('a typed yes decides the open question, and the page is gone from pages and menus', async () => {
  const { server, model } = served
  await addPage(server, 'Summer menu')
  const { body } = await operate(server, 'cms.addNavigationItem', { label: 'Summer', href: '/summer-menu' })
  expect(body).toMatchObject({ ok: true })
  const id = await cmsSession()
  model.add([['cms_deletePage', { slug: 'summer-menu', removeFromNavigation: true, confirmed: true }]], 'It is gone.')
  await startRun(server, id, 'Take the summer menu away')
  const [asked] = await questions(server, id)
  expect(asked).toMatchObject({ operation: 'cms.deletePage', message: expect.stringContaining('“Summer menu”') })
  expect(await titles(server)).toContain('Summer menu')
  await startRun(server, id, 'Yes, delete it.', { whenBusy: 'steer' })
  const read = await ended(server, id)
  expect(read.approvals).toMatchObject([{ status: 'approved' }])
  expect(read.messages.filter(({ role }) => role === 'user')).toHaveLength(2)
  expect(await titles(server)).not.toContain('Summer menu')
  expect(JSON.stringify((await operate(server, 'cms.getNavigation', {})).body)).not.toContain('Summer')
})

test.each([
  ['no', 'No, keep it'],
  ['a condition', 'Yes, but only if nobody links to it'],
  ['another wish', 'What is on that page?'],
])('a reply that is %s denies with these words, and the model reads them', async (_what, words) => {
  const { server, model } = served
  await addPage(server, 'Winter menu')
  const id = await cmsSession()
  model.add([['deletePage', { slug: 'winter-menu' }]], 'All right.')
  await startRun(server, id, 'Delete the winter menu')
  await questions(server, id)
  await startRun(server, id, words, { whenBusy: 'steer' })
  const read = await ended(server, id)
  expect(read.approvals).toMatchObject([{ status: 'denied', reason: words }])
  expect(await titles(server)).toContain('Winter menu')
  expect(model.bodies.at(-1)).toContain(words)
  await operate(server, 'cms.deletePage', { slug: 'winter-menu' })
})

test('the message that a question waits for is read in a conversation of the site too, and only there', async () => {
  const { server, model } = served
  const pageId = await addPage(server, 'Old news')
  const [id, other] = [await newSession(server), await newSession(server)]
  model.add([['deletePage', { pageId }]])
  await startRun(server, id, 'Delete the old news')
  await questions(server, id)
  await startRun(server, other, 'yes')
  expect((await session(server, id)).approvals).toMatchObject([{ status: 'requested' }])
  await startRun(server, id, 'evet', { whenBusy: 'steer' })
  await ended(server, id)
  expect(await titles(server)).not.toContain('Old news')
})

test('without a model, the rehearsal puts opening hours on the published home page', async () => {
  const { server } = served
  const id = await newSession(server, { scope: 'cms', credentialId: 'rehearsal' })
  await startRun(server, id, 'Put the Easter hours on the home page: Monday 10 to 14')
  const read = await ended(server, id)
  expect(read.runs).toMatchObject([{ status: 'complete', scope: 'cms', provider: 'rehearsal' }])
  expect(await published('/')).toContain('Open Monday 10 to 14.')
})
