import { createMemoryView } from '@atelier/documents'
import { createSite, listPage, upsertCss } from '@atelier/site'
import { expect, test } from 'vitest'
import { pagesInside, sheetCounts } from './groups.ts'

test('a template counts the pages that are published inside it; stylesheets count their rules', () => {
  const site = createMemoryView()
  createSite(site, { name: 'Test' })
  for (const slug of ['index', 'about', 'frame']) listPage(site, { id: slug, title: slug, slug })
  expect(pagesInside(site, 'frame')).toEqual([])
  site.set('page:frame/template', { target: { kind: 'everywhere' }, priority: 0 })
  expect(pagesInside(site, 'frame').map(({ id }) => id)).toEqual(['index', 'about'])
  let next = 0
  upsertCss(site, '.a { top: 0 } @media print { .b { top: 0 } }', () => `r${next++}`)
  expect(sheetCounts(site)).toEqual([{ id: '', name: '', rules: 2 }])
})
