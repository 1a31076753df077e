import { expect, test } from 'vitest'
import { createTestProject } from '../../testing/project.ts'
import { appliedCode } from '../code/applies.ts'
import { codeByPath } from '../code/assets.ts'

const page = (scripts: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>Home</title>${head}</head><body><main><h1>Bread from Porto</h1></main>${scripts}</body></html>`

function open() {
  const project = createTestProject()
  const ids = ['index', 'about'].map(
    (slug) => project.addPage('<main><h1>Cake</h1></main>', { title: slug, slug }).pageId,
  )
  const write = (files: Record<string, string>) => project.call('writeFiles', { files })
  const loaded = () => ids.map((id) => appliedCode(project.site, id).scripts.map(({ path }) => path))
  return { ...project, write, loaded }
}

test('a script is loaded by the pages that name it, as they name it, and by no other', async () => {
  const { site, write, loaded } = open()
  const made = await write({ 'scripts/menu.js': 'document.title = "x"\n' })
  expect(made).toMatchObject({ warnings: [expect.stringContaining('No page loads scripts/menu.js')] })
  expect(loaded()).toEqual([[], []])
  await write({ 'about.html': page('', '<script defer src="scripts/menu.js"></script>') })
  expect(loaded()).toEqual([[], ['scripts/menu.js']])
  expect(codeByPath(site, 'scripts/menu.js')?.runtime).toMatchObject({
    format: 'classic',
    placement: 'head',
    timing: 'dom-ready',
  })
  await write({ 'index.html': page('<script src="/scripts/menu.js"></script>') })
  expect(loaded()).toEqual([['scripts/menu.js'], ['scripts/menu.js']])
  const taken = await write({ 'about.html': page('') })
  expect(taken).toMatchObject({ warnings: [expect.stringContaining('no longer loads scripts/menu.js')] })
  expect(loaded()).toEqual([['scripts/menu.js'], []])
})

test('an inline script that is written anew replaces the one before', async () => {
  const { write, loaded } = open()
  await write({ 'index.html': page('<script>go(1)</script>') })
  await write({ 'index.html': page('<script>go(2)</script>') })
  expect(loaded()).toEqual([['scripts/index-2.js'], []])
})

test('a script of all pages stays on a page that does not name it', async () => {
  const { call, write, loaded } = open()
  await call('write_code_asset', { path: 'scripts/all.js', type: 'script', content: 'go()\n' })
  await write({ 'index.html': page('') })
  expect(loaded()).toEqual([['scripts/all.js'], ['scripts/all.js']])
})
