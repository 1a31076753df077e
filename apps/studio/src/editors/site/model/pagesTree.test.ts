import type { PageEntry } from '@atelier/site'
import { expect, test } from 'vitest'
import { moveUnder, pageRows } from './pagesTree.ts'

const page = (slug: string): PageEntry => ({ id: `id-${slug}`, title: slug, slug, kind: 'page', order: '' })
const all = ['about', 'index', 'docs/intro', 'docs/guides/first', 'docs', 'blog/one'].map(page)

const drawn = (folded: string[] = []) =>
  pageRows(all, new Set(folded)).map(
    ({ path, depth, page: own, branch }) =>
      `${'  '.repeat(depth)}${path}${own ? '' : ' (no page)'}${branch ? ' …' : ''}`,
  )

test('pages are listed under the pages whose paths they extend, the home page first', () => {
  expect(drawn()).toEqual([
    'index',
    'about',
    'docs …',
    '  docs/intro',
    '  docs/guides (no page) …',
    '    docs/guides/first',
    'blog (no page) …',
    '  blog/one',
  ])
  expect(drawn(['docs'])).toEqual(['index', 'about', 'docs …', 'blog (no page) …', '  blog/one'])
})

test('a page that moves takes the pages below it along', () => {
  expect(moveUnder(all, 'docs', 'about').map(({ pageId, slug }) => `${pageId} ${slug}`)).toEqual([
    'id-docs/intro about/docs/intro',
    'id-docs/guides/first about/docs/guides/first',
    'id-docs about/docs',
  ])
  expect(moveUnder(all, 'docs/guides/first', 'index').map(({ slug }) => slug)).toEqual(['first'])
  expect(moveUnder(all, 'blog', 'docs/guides').map(({ slug }) => slug)).toEqual(['docs/guides/blog/one'])
})

test('a page does not move into itself, to where it stands, or if it is the home page', () => {
  for (const [from, under] of [
    ['docs', 'docs'],
    ['docs', 'docs/intro'],
    ['docs/intro', 'docs'],
    ['about', 'index'],
    ['index', 'docs'],
  ]) {
    expect.soft(moveUnder(all, from ?? '', under ?? ''), `${from} under ${under}`).toEqual([])
  }
})
