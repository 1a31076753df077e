/** Slow by design: every tool is tried on three more sites, each published after every call. */

import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, expect } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { describeTools } from '../../../testing/cmsTools/expect.ts'
import { importedSites, importFolder, prepareSite, type TriedSite } from '../../../testing/cmsTools/site.ts'
import { generationScene } from '../../../testing/generations.ts'
import { startTestServer, type TestServer, withoutGit } from '../../../testing/server.ts'

const Projects = Type.Object({ projects: Type.Array(Type.Object({ id: Type.String(), slug: Type.String() })) })
const Sections = Type.Object({
  data: Type.Object({
    sections: Type.Array(Type.Object({ id: Type.String(), fields: Type.Array(Type.Object({ name: Type.String() })) })),
  }),
})

const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing) await close()
})

async function started(): Promise<TestServer> {
  const server = await startTestServer({}, { git: withoutGit })
  closing.push(() => server.close())
  return server
}

describeTools('a second imported site', async () => {
  const server = await started()
  return await prepareSite(server, await importFolder(server, 'Krüger', importedSites['german-names']))
})

describeTools('a generated site', async () => {
  const scene = await generationScene()
  closing.push(() => scene.close())
  const { id } = await scene.plan()
  await scene.call(`${id}/start`, {})
  await scene.until(id, 'complete')
  return await prepareSite(scene.server, { id: scene.project, slug: scene.slug })
})

/** A change in one locale does not change the other. */
async function expectLocalesApart(site: TriedSite): Promise<void> {
  const { call, visit } = site
  const made = await call('createPage', { name: 'Ekmek', slug: 'ekmek', locale: 'tr', translationOf: 'bread' })
  expect(made).toMatchObject({ ok: true, data: { page: { address: '/tr/ekmek/', locale: 'tr' } } })
  const sections = await call('getPageSections', { pageId: 'bread', locale: 'tr', includeContent: true })
  const [hero = expect.fail()] = Value.Parse(Sections, sections).data.sections
  const heading = hero.fields.find(({ name }) => name.startsWith('heading_'))?.name ?? expect.fail()
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

describeTools('a site with content in two locales', async () => {
  const server = await started()
  const { id } = await firstProject(server)
  const { projects } = Value.Parse(Projects, (await server.call('GET', '/api/projects')).body)
  const { slug } = projects.find((each) => each.id === id) ?? expect.fail()
  const site = await prepareSite(server, { id, slug })
  await expectLocalesApart(site)
  return site
})
