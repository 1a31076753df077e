import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { expectToolsWork } from '../../../testing/cmsTools/expect.ts'
import { importedSites, importFolder, prepareSite, type TriedSite } from '../../../testing/cmsTools/site.ts'
import { generationScene } from '../../../testing/generations.ts'
import { startTestServer, type TestServer, withoutGit } from '../../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({}, { git: withoutGit })
})
afterAll(() => server.close())

test('every tool works on a second imported site', async () => {
  await expectToolsWork(await prepareSite(server, await importFolder(server, 'Krüger', importedSites['german-names'])))
})

test('every tool works on a generated site', async () => {
  const scene = await generationScene()
  try {
    const { id } = await scene.plan()
    await scene.call(`${id}/approve`)
    await scene.until(id, 'complete')
    await expectToolsWork(await prepareSite(scene.server, { id: scene.project, slug: scene.slug }))
  } finally {
    await scene.close()
  }
})

/** What one locale says does not change the other. */
async function expectLocalesApart(site: TriedSite): Promise<void> {
  const { call, visit } = site
  const made = await call('createPage', { name: 'Ekmek', slug: 'ekmek', locale: 'tr', translationOf: 'bread' })
  expect(made).toMatchObject({ ok: true, data: { page: { address: '/tr/ekmek/', locale: 'tr' } } })
  const sections = await call('getPageSections', { pageId: 'bread', locale: 'tr', includeContent: true })
  const [hero] = Object(Object(sections).data).sections
  const heading = hero.fields.find(({ name }: { name: string }) => name.startsWith('heading_')).name
  const wrong = { pageSectionId: hero.id, content: { subtitle: 'x' } }
  expect(await call('updateSectionContent', wrong)).toMatchObject({ error: { code: 'unknown_field' } })
  const content = { [heading]: 'Taze ekmek' }
  expect(await call('updateSectionContent', { pageSectionId: hero.id, content })).toMatchObject({ ok: true })
  const updates = { title: 'Çavdar', content: { body: 'Koyu.' } }
  expect(await call('updatePost', { postSlug: 'rye', locale: 'tr', updates })).toMatchObject({ ok: true })
  expect(await call('publishPost', { postSlug: 'rye', locale: 'tr' })).toMatchObject({ ok: true })
  expect(await call('getPost', { postSlug: 'rye', locale: 'xx' })).toMatchObject({ ok: false })
  const [bread, ekmek, rye, cavdar] = await visit(['/bread/', '/tr/ekmek/', '/blog/rye/', '/tr/blog/rye/'])
  expect(bread?.html).not.toContain('Taze ekmek')
  expect(ekmek?.html).toContain('Taze ekmek')
  expect(rye?.html).toContain('Rye is dark.')
  expect(cavdar?.html).toContain('Koyu.')
}

test('every tool works on a site with content in two locales', async () => {
  const { id } = await firstProject(server)
  const { projects } = Object((await server.call('GET', '/api/projects')).body)
  const { slug } = projects.find((each: { id: string }) => each.id === id)
  const site = await prepareSite(server, { id, slug })
  await expectLocalesApart(site)
  await site.call('deletePage', { slug: '/tr/ekmek/' })
  await site.call('deletePost', { postSlug: 'rye', locale: 'tr' })
  await expectToolsWork(site)
})
