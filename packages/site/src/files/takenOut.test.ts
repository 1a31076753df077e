import { expect, test } from 'vitest'
import { createTestProject } from '../../testing/project.ts'
import { appliedCode } from '../code/applies.ts'
import { pageSettings } from '../publish/settings.ts'

async function projectWithScripts() {
  const project = createTestProject()
  const { pageId } = project.addPage('<main><h1>Bread</h1></main>')
  const { pageId: otherId } = project.addPage('<main><h1>About</h1></main>', { title: 'About', slug: 'about' })
  const done = async (name: string, input: object) =>
    expect(await project.call(name, input)).toMatchObject({ ok: true })
  await done('write_code_asset', { path: 'menu.js', type: 'script', content: 'let a = 1' })
  const scope = { kind: 'pages', pageIds: [pageId] }
  await done('write_code_asset', { path: 'only.js', type: 'script', content: 'let b = 1', runtime: { scope } })
  await done('setPageSettings', { pageId, description: 'We bake' })
  const cut = (search: string) =>
    project.call('editFiles', { edits: [{ file: 'index.html', replaceOperations: [{ search, replace: '' }] }] })
  const loaded = (id: string) => appliedCode(project.site, id).scripts.map(({ path }) => path)
  return { project, pageId, otherId, cut, loaded }
}

test('a script that is taken out of the text of a page is loaded by it no longer, and by other pages as before', async () => {
  const { project, pageId, otherId, cut, loaded } = await projectWithScripts()
  expect(await cut('<script type="module" src="/menu.js"></script>')).toMatchObject({ ok: true })
  expect(loaded(pageId)).toEqual(['only.js'])
  expect(loaded(otherId)).toEqual(['menu.js'])
  expect(await cut('<script type="module" src="/only.js"></script>')).toMatchObject({ ok: true })
  expect(loaded(pageId)).toEqual([])
  const read = await project.call('readFile', { file: 'index.html' })
  expect(JSON.stringify(read)).not.toContain('<script')
})

test('a description that is taken out of the head is gone, and an edit elsewhere takes nothing out', async () => {
  const { project, pageId, cut, loaded } = await projectWithScripts()
  expect(await cut('Bread')).toMatchObject({ ok: true })
  expect(loaded(pageId)).toEqual(['menu.js', 'only.js'])
  expect(pageSettings(project.site, pageId).description).toBe('We bake')
  expect(await cut('<meta name="description" content="We bake">')).toMatchObject({ ok: true })
  expect(pageSettings(project.site, pageId).description).toBeUndefined()
  expect(loaded(pageId)).toEqual(['menu.js', 'only.js'])
})

test('a page that is written whole no longer loads the script that only it had, and says so', async () => {
  const { project, pageId, loaded } = await projectWithScripts()
  const content = `<!doctype html><html><head><title>Home</title></head><body><main><p>${'Anew. '.repeat(12)}</p></main></body></html>`
  const written = await project.call('writeFile', { filename: 'index.html', content })
  expect(written).toMatchObject({ ok: true })
  expect(JSON.stringify(written)).toContain('The page no longer loads only.js, which it does not name.')
  expect(loaded(pageId)).toEqual(['menu.js'])
})
