import { expect } from 'vitest'
import { readTree } from '../src/document/tree.ts'
import { printInnerHtml } from '../src/html/print.ts'
import { createTestSite } from './composing.ts'

/** A site with a page of this HTML, and what tests of operations on it read and call. */
export function setUpPage(html = '<main><h1>Home</h1></main>') {
  const site = createTestSite()
  const { pageId, root } = site.addPage(html)
  const page = () => site.pages.get(pageId) ?? expect.fail()
  const idOf = (tag: string, id = pageId) =>
    [...readTree(site.pages.get(id) ?? expect.fail()).walk()].find((node) => node.tag === tag)?.id ?? `no ${tag}`
  const inner = (id = pageId) => {
    const tree = readTree(site.pages.get(id) ?? expect.fail())
    return printInnerHtml(tree, tree.root)
  }
  const data = async (name: string, input: unknown) => {
    const result = await site.call(name, input)
    expect(result, name).toMatchObject({ ok: true })
    return result.ok ? (result.data as Record<string, string>) : {}
  }
  return { site, pageId, root, page, idOf, inner, data }
}
