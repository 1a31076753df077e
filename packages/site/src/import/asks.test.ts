import { expect, test } from 'vitest'
import { importInto } from '../../testing/importing.ts'
import { pages } from '../document/pages.ts'
import { sheetByPath } from '../sheet/records.ts'
import { prepareImport } from './index.ts'
import { importLimits } from './limits.ts'

const page = (head: string) => `<!doctype html><html><head><title>T</title>${head}</head><body><p>x</p></body></html>`
const tooLarge = ' '.repeat(importLimits.css + 1)
const link = (path: string) => `<link rel="stylesheet" href="${path}">`

test.each([
  ['a link', { 'index.html': page(link('huge.css')), 'huge.css': tooLarge }, 'huge.css'],
  [
    'a link for print',
    { 'index.html': page('<link rel=stylesheet media=print href=huge.css>'), 'huge.css': tooLarge },
    'huge.css',
  ],
  ['a preload', { 'index.html': page('<link rel=preload as=style href=huge.css>'), 'huge.css': tooLarge }, 'huge.css'],
  [
    'an import of a page',
    { 'index.html': page('<style>@import "huge.css";</style>'), 'huge.css': tooLarge },
    'huge.css',
  ],
  [
    'an import of a stylesheet',
    { 'index.html': page(link('a.css')), 'a.css': '@import "b/huge.css";', 'b/huge.css': tooLarge },
    'b/huge.css',
  ],
  [
    'a folder of tools',
    { 'index.html': page(link('node_modules/b/b.css')), 'node_modules/b/b.css': 'a{top:0}' },
    'node_modules/b/b.css',
  ],
  [
    'a name that differs in case',
    { 'index.html': page(link('a.css') + link('A.css')), 'a.css': 'a{top:0}', 'A.css': 'b{top:0}' },
    'A.css',
  ],
  ['a page above a limit', { 'index.html': page(''), 'big.html': '<br>'.repeat(importLimits.nodes + 1) }, 'big.html'],
  [
    'a script above a limit',
    { 'index.html': page('<script src="big.js"></script>'), 'big.js': '/'.repeat(importLimits.script + 1) },
    'big.js',
  ],
])(
  'what is left out and in use, by %s, is asked for, and nothing is written until it is named',
  async (_, files, path) => {
    const { project, take } = importInto()
    await expect(take(files)).rejects.toThrow(`The import does without ${path}, and nobody agreed to that`)
    expect([pages(project.site), [...project.site.keys('sheet:')]]).toEqual([[], []])
    const { plan } = await take(files, { items: { [path]: 'skip' } })
    expect(plan.leftOut.filter(({ asks }) => asks).map((each) => each.path)).toEqual([path])
  },
)

test('what no page uses is left out without a question', async () => {
  const { project, take } = importInto()
  const files = {
    'index.html': page(link('a.css')),
    'a.css': 'a{top:0}',
    'old.css': tooLarge,
    'node_modules/x.css': 'a{}',
  }
  const { plan } = await take(files)
  expect(plan.leftOut.map(({ path }) => path).sort()).toEqual(['node_modules/x.css', 'old.css'])
  expect(sheetByPath(project.site, 'a.css')).toBeDefined()
})

test('files above the number of an import raise a question, and are not left out in the middle', async () => {
  const bytes = new TextEncoder().encode(page(''))
  const files = Array.from({ length: importLimits.files + 2 }, (_, at) => ({
    path: `${at}.txt`,
    bytes: new Uint8Array(),
  }))
  const { leftOut } = await prepareImport([{ path: 'index.html', bytes }, ...files])
  const asked = leftOut.filter(({ asks }) => asks)
  expect(asked.map(({ path }) => path)).toEqual([
    `${importLimits.files - 1}.txt`,
    `${importLimits.files}.txt`,
    `${importLimits.files + 1}.txt`,
  ])
})
