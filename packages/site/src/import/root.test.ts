import { describe, expect, test } from 'vitest'
import { growthOf, LINEAR } from '../../../../scripts/testing/growth.ts'
import { importInto, release } from '../../testing/importing.ts'
import { redirects } from '../publish/index.ts'
import { findRoot } from './root.ts'

const rootOf = (files: Record<string, string>) =>
  findRoot(new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)])))

describe('the root of a site is the lowest folder that holds its pages and what they name', () => {
  test.each<[string, Record<string, string>, string]>([
    ['a page at the top', { 'index.html': '', 'a/b.html': '' }, ''],
    ['pages in subfolders alone', { 'a/index.html': '', 'b/index.html': '' }, ''],
    ['pages of one folder', { 'x/index.html': '', 'x/a/b.html': '', 'notes.txt': '' }, 'x'],
    ['pages of two folders in one', { 'x/a/index.html': '', 'x/b/index.html': '', 'y.txt': '' }, 'x'],
    ['a link above', { 'html/index.html': '<link rel=stylesheet href=../css/a.css>', 'css/a.css': '' }, ''],
    ['a link above, within', { 'x/html/i.html': '<img src="../img/a b.png">', 'x/img/a b.png': '' }, 'x'],
    ['a link above to nothing', { 'html/index.html': '<img src="../img/a.png">', 'css/a.css': '' }, 'html'],
    [
      'a picture of a stylesheet',
      { 's/i.html': '', 's/c/a.css': 'p { background: url(../../i/a.png) }', 'i/a.png': '' },
      '',
    ],
    [
      'a stylesheet that is reached that way',
      { 'a/b/i.html': '<link href="../c.css">', 'a/c.css': '@import "../d.css"', 'd.css': '' },
      '',
    ],
    ['a srcset', { 's/i.html': '<img srcset="a.png 1x, ../i/a.png 2x">', 'i/a.png': '' }, ''],
    ['a step down and two up', { 's/i.html': '<img src="x/../../i/a.png">', 'i/a.png': '' }, ''],
    ['an encoded URL', { 's/i.html': '<img src="../i/a%20b.png?x#y">', 'i/a b.png': '' }, ''],
    ['an address from the root', { 's/i.html': '<img src="/i/a.png">', 'i/a.png': '' }, ''],
    ['an address from the root, within', { 's/i.html': '<img src="/i/a.png">', 's/i/a.png': '', 'i/a.png': '' }, 's'],
    ['a base', { 's/i.html': '<base href="../"><img src="i/a.png">', 'i/a.png': '' }, ''],
    ['a link to the folder above', { 's/i.html': '<a href="../">up</a>', 'readme.txt': '' }, 's'],
    ['words in a text', { 's/i.html': '<p>and/or ../ / ../.. ...</p>', or: '' }, 's'],
    ['no pages', { 'a/b.css': '' }, ''],
  ])('%s', async (_, files, root) => {
    expect(await rootOf(files)).toBe(root)
  })

  test.each(['../', '"../', "'../", '/', '=/', 'a/../'])(
    'is found in linear time, whatever a file holds: %s',
    async (piece) => {
      const prepare = (count: number) => () => rootOf({ 'a/b/index.html': piece.repeat(count), 'c.txt': '' })
      expect(await growthOf(prepare, Math.floor(1_000_000 / piece.length))).toBeLessThan(LINEAR)
    },
  )
})

test('a folder whose pages name files above theirs is imported whole', async () => {
  const { project, take } = importInto()
  const page = (title: string) =>
    `<!doctype html><title>${title}</title><link rel="stylesheet" href="../css/a.css"><style>b { background: url(i.png) }</style><img src="../img/a.png"><img src="i.png"><a href="about.html">x</a>`
  const { plan, report } = await take({
    'html/about.html': page('About'),
    'html/index.html': page('Start'),
    'html/i.png': 'x',
    'css/a.css': 'p { background: url(../img/a.png) }',
    'img/a.png': 'x',
  })
  expect(plan).toMatchObject({ root: '', leftOut: [], missing: [], home: { path: 'html/index.html', title: 'Start' } })
  expect(report.home).toMatchObject({ path: 'html/index.html', title: 'Start' })
  const files = await release(project)
  expect([...files.keys()]).toEqual(expect.arrayContaining(['index.html', 'html/about.html', 'css/a.css']))
  // Files that a page names are found from its published address.
  const named = (path: string) => {
    const html = files.get(path) ?? ''
    const urls = [...html.matchAll(/(?:src|href)="([^"]*)"|url\("?([^")]*)"?\)/g)].map(([, a, b]) => a ?? b ?? '')
    return urls.map((url) => new URL(url, `http://x/${path}`).pathname.replace(/-[0-9a-f]{10}(?=\.css)/, ''))
  }
  const targets = ['/css/a.css', '/html/i.png', '/img/a.png', '/html/i.png', '/html/about.html']
  expect(named('index.html')).toEqual(targets)
  expect(named('html/about.html')).toEqual(targets)
  expect(redirects(project.site)).toEqual([
    { from: '/html', to: '/' },
    { from: '/html/index.html', to: '/' },
  ])
})

test('an import without an index says which page becomes home, if the site has none', async () => {
  const files = { 'a.html': '<title>A</title>', 'home.html': '<title>H</title>', 'sub/index.html': '<title>S</title>' }
  const { take } = importInto()
  const first = await take(files)
  expect([first.plan.home?.path, first.report.home?.path]).toEqual(['home.html', 'home.html'])
  const again = await take({ 'z.html': '<title>Z</title>' })
  expect([again.plan.home, again.report.home]).toEqual([undefined, undefined])
  const withIndex = await importInto().take({ ...files, 'index.html': '<title>I</title>' })
  expect([withIndex.plan.home, withIndex.report.home]).toEqual([undefined, undefined])
})
