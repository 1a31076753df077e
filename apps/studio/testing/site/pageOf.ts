import { createMemoryView, createOverlay } from '@atelier/documents'
import { createSite, importPage, type PageTree, readTree } from '@atelier/site'

/** A page read from HTML, and the id of the one element of each tag. */
export function pageOf(html: string): { tree: PageTree; id: (tag: string, nth?: number) => string } {
  const page = createMemoryView()
  const site = createOverlay(createMemoryView())
  createSite(site, { name: 'Test' })
  let next = 0
  importPage(site, page, {
    html,
    newId: () => {
      next += 1
      return `n${next}`
    },
  })
  const tree = readTree(page)
  const id = (tag: string, nth = 0) => [...tree.walk()].filter((node) => node.tag === tag)[nth]?.id ?? ''
  return { tree, id }
}
