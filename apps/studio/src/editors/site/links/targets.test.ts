import { createMemoryView } from '@atelier/documents'
import { createSite, importPage, listPage, readTree } from '@atelier/site'
import { expect, test } from 'vitest'
import { anchorTargets, findTargets, pageTargets, typedTarget } from './targets.ts'

function site() {
  const view = createMemoryView()
  createSite(view, { name: 'Bakery' })
  listPage(view, { id: 'home', title: 'Home', slug: 'index' })
  listPage(view, { id: 'menu', title: 'Menu', slug: 'our/menu' })
  return view
}

test('pages are listed with the address that visitors see', () => {
  expect(pageTargets(site()).map(({ label, href }) => [label, href])).toEqual([
    ['Home', '/'],
    ['Menu', '/our/menu/'],
  ])
})

test('places are the ids of a page, with their words', () => {
  const view = createMemoryView()
  let count = 0
  importPage(site(), view, {
    html: '<section id="opening hours"><h2>When we open</h2></section>',
    newId: () => `n${count++}`,
  })
  expect(anchorTargets(readTree(view), '/our/menu/')).toEqual([
    { kind: 'anchor', href: '/our/menu/#opening%20hours', label: '#opening hours', note: 'When we open' },
  ])
})

test.each([
  ['ada@example.com', 'mail', 'mailto:ada@example.com'],
  ['+44 (0)20 7946 0000', 'phone', 'tel:+4402079460000'],
  ['example.com/a', 'address', 'https://example.com/a'],
  ['https://example.com', 'address', 'https://example.com'],
  ['#top', 'address', '#top'],
  ['/about/', 'address', '/about/'],
])('%s is understood as a %s', (query, kind, href) => {
  expect(typedTarget(query)).toMatchObject({ kind, href })
})

test('words by themselves, and scripts, are no address', () => {
  for (const query of ['menu', '', 'javascript:alert(1)', '2026']) expect(typedTarget(query)).toBeUndefined()
})

test('what was typed is found by name and by address, a typed address first', () => {
  const all = pageTargets(site())
  expect(findTargets(all, 'men').map(({ href }) => href)).toEqual(['/our/menu/'])
  expect(findTargets(all, '/our').map(({ href }) => href)).toEqual(['/our', '/our/menu/'])
})
