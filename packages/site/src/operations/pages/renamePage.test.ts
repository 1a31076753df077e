import { expect, test } from 'vitest'
import { createTestProject } from '../../../testing/project.ts'
import { nodeAttribute, readTree } from '../../document/tree.ts'
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

test('links to a renamed page follow it, in the form that they were written', async () => {
  const { run, site, pages, addPage: list } = createTestProject()
  const { pageId: home } = list(
    '<a href="/about">A</a><a href="/about/#team">B</a><a href="about/?x=1">C</a><a href="/about-us">D</a><a href="https://x.example/about">E</a>',
  )
  const { pageId } = list('<a href="/about">Self</a><a href="/">Home</a>', { title: 'About', slug: 'about' })
  const result = await run(renamePage, { pageId, title: 'About', slug: 'company' })
  expect(result).toMatchObject({ ok: true, data: { links: 4 } })
  const hrefs = (id: string) => {
    const page = pages.get(id) ?? expect.fail()
    return [...readTree(page).walk()].flatMap((node) => nodeAttribute(node, 'href') ?? [])
  }
  expect(hrefs(home)).toEqual(['/company', '/company/#team', 'company/?x=1', '/about-us', 'https://x.example/about'])
  expect(hrefs(pageId)).toEqual(['/company', '/'])
  expect(redirects(site)).toEqual([{ from: '/about', to: '/company' }])
})

test('links to the home page mean whichever page that is', async () => {
  const { run, pages, addPage: list } = createTestProject()
  const { pageId: home } = list('<a href="/">Home</a><a href="/start/">Start</a>')
  const { pageId } = list('<h1>Start</h1>', { title: 'Start', slug: 'start' })
  await run(renamePage, { pageId, title: 'Start', slug: 'index' })
  const page = pages.get(home) ?? expect.fail()
  const hrefs = [...readTree(page).walk()].flatMap((node) => nodeAttribute(node, 'href') ?? [])
  expect(hrefs).toEqual(['/', '/'])
})
