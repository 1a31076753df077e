import { expect, test } from 'vitest'
import { createTestProject } from '../../../testing/project.ts'
import { redirects } from '../../publish/redirects.ts'
import { insertHtml } from '../nodes/insertHtml.ts'
import { addPage } from './addPage.ts'
import { renamePage } from './renamePage.ts'

test('a page that is renamed while it is empty leaves no redirect, one with content does', async () => {
  const { run, site, addPage: listHome } = createTestProject()
  listHome('<h1>Home</h1>')
  const made = await run(addPage, { title: 'New page' })
  const { pageId, rootNodeId } = (made.ok && made.data) || expect.fail()
  await run(renamePage, { pageId, title: 'Menu', slug: 'menu' })
  expect(redirects(site)).toEqual([])
  await run(insertHtml, { parentId: rootNodeId, html: '<h1>Menu</h1>' })
  await run(renamePage, { pageId, title: 'Food', slug: 'food' })
  expect(redirects(site)).toEqual([{ from: '/menu', to: '/food' }])
})
