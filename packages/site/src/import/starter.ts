import { createMemoryView, type View } from '@atelier/documents'
import { printCss } from '../css/printCss.ts'
import { documents, type PageEntry } from '../document/pages.ts'
import { type PageTree, readTree } from '../document/tree.ts'
import { parseHtml } from '../html/parse.ts'
import { printInnerHtml, printLoose } from '../html/print.ts'
import { upsertCss } from '../sheet/upsert.ts'
import { starters } from '../starters/index.ts'

/**
 * The pages of a site that is still as a starter made it: the same pages with the same content, and the same styles.
 * Empty if anything was added, changed or removed.
 */
export async function untouchedStarter(
  site: View,
  open: (pageId: string) => Promise<View | undefined>,
): Promise<ReadonlySet<string>> {
  const listed = documents(site)
  const trees = new Map<string, PageTree>()
  for (const { id } of listed) {
    const view = await open(id)
    if (view) trees.set(id, readTree(view))
  }
  const same = starters.some(({ css, pages }) => isSameStarter(site, listed, trees, css, pages))
  return new Set(same ? listed.map(({ id }) => id) : [])
}

function isSameStarter(
  site: View,
  listed: readonly PageEntry[],
  trees: ReadonlyMap<string, PageTree>,
  css: string,
  pages: readonly { slug: string; title: string; html: string }[],
): boolean {
  if (listed.length !== pages.length) return false
  const styles = createMemoryView()
  let ids = 0
  const newId = () => {
    ids += 1
    return `r${ids}`
  }
  for (const { html } of pages) upsertCss(styles, parseHtml(html).css.join('\n'), newId)
  upsertCss(styles, css, newId)
  if (printCss(styles) !== printCss(site)) return false
  return pages.every(({ slug, title, html }) => {
    const entry = listed.find((each) => each.slug === slug && each.title === title && each.kind === 'page')
    const tree = entry && trees.get(entry.id)
    return tree !== undefined && printInnerHtml(tree, tree.root) === printLoose(parseHtml(html).nodes)
  })
}
