import { expect, it } from 'vitest'
import { createTestProject } from '../../../testing/project.ts'
import { readTree } from '../../document/tree.ts'
import { printInnerHtml } from '../../html/print.ts'

const home = `<nav><a href="./">Home</a><a href="index.html">Start</a><a href="about.html">About</a><a href="/contact">Contact</a><a href="#top">Top</a></nav>
<main><h1>Bread</h1><img src="img/loaf.png" alt="A loaf"></main>`

const address = (html: string, words: string) => new RegExp(`href="([^"]*)"[^>]*>${words}<`).exec(html)?.[1]

it('a copy of a page in another folder keeps the targets of its relative URLs', async () => {
  const project = createTestProject()
  const { pageId } = project.addPage(home)
  const made = await project.call('duplicatePage', { pageId, title: 'Rye', slug: 'bread/rye' })
  expect(made).toMatchObject({ ok: true })
  const copy = project.pages.get(String(Object(Object(made).data).pageId)) ?? expect.fail()
  const tree = readTree(copy)
  const html = printInnerHtml(tree, tree.root)
  expect(html).toContain('src="../../img/loaf.png"')
  expect(address(html, 'About')).toBe('../../about.html')
  expect(address(html, 'Contact')).toBe('/contact')
  expect(address(html, 'Top')).toBe('#top')
})
