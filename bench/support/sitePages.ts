import { createMemoryView, type Draft } from '@atelier/documents'
import { createSite, importPage, listPage, type PageEntry } from '@atelier/site'

/** A page that was imported into a site of its own, both in memory. */
export interface Loaded {
  site: Draft
  page: Draft
  entry: PageEntry
  rootNodeId: string
}

/** A page's HTML of at least so many characters; each ten nodes are about 155. */
export function cardPage(size: number): string {
  let html = ''
  for (let i = 0; html.length < size; i += 1) {
    html += `<article class="card card-${i % 7}" id="c${i}"><h3>Loaf no. ${i}</h3><p>Baked &amp; sold by <b>hand</b>, daily.</p><a href="/p/${i}?a=1&amp;b=2">More</a></article>\n`
  }
  return html
}

export function loadPage(html: string, newId: () => string): Loaded {
  const site = createMemoryView()
  createSite(site, { name: 'Bench' })
  const entry = listPage(site, { id: newId(), title: 'Home', slug: 'index' })
  const page = createMemoryView()
  const { rootNodeId } = importPage(site, page, { html, newId })
  return { site, page, entry, rootNodeId }
}
