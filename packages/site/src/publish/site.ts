import type { View } from '@atelier/documents'
import { printCss } from '../css/printCss.ts'
import { HOME_SLUG, type PageEntry, pages, settings } from '../document/pages.ts'
import { readTree } from '../document/tree.ts'
import { pageDescription, renderPage } from './page.ts'

/** A file of a release: `path` is relative to the site's root, with `/` between its segments and none in front. */
export interface PublishedFile {
  path: string
  text: string
  contentType: string
}

export interface PublishReport {
  /** Pages that were rendered. */
  pages: number
  /** Bytes of all files, as UTF-8. */
  bytes: number
  /** Pages that were left out, and why, in words for a person. */
  skipped: { pageId: string; reason: string }[]
}

export interface SiteContent {
  site: View
  /** The documents of the pages; those that the site does not list are not published. */
  pages: readonly { id: string; view: View }[]
}

/**
 * Renders a site as static files: one HTML file per page (`index` is `index.html`, `about` is `about/index.html`, `404`
 * is `404.html`), and the stylesheet as authored, named by its content. A pure function of the documents.
 */
export async function publishSite(content: SiteContent): Promise<{ files: PublishedFile[]; report: PublishReport }> {
  const { site } = content
  const views = new Map(content.pages.map(({ id, view }) => [id, view]))
  const files = new Map<string, PublishedFile>()
  const skipped: PublishReport['skipped'] = []
  const add = (file: PublishedFile) => files.set(file.path, file)
  const addStylesheet = async (name: string, css: string): Promise<string[]> => {
    if (css === '') return []
    // At the root, since relative URLs in a stylesheet count from where it lies.
    const path = `${name}-${await fingerprint(css)}.css`
    add({ path, text: css, contentType: 'text/css; charset=utf-8' })
    return [`/${path}`]
  }
  const shared = await addStylesheet('site', printCss(site))
  const all = settings(site)
  const language = typeof all.language === 'string' && all.language !== '' ? all.language : 'en'
  const listed = pages(site)
  const home = listed.find(({ slug }) => slug === HOME_SLUG) ?? listed[0]
  let count = 0
  for (const entry of listed) {
    const view = views.get(entry.id)
    const path = pagePath(entry, entry.id === home?.id)
    if (!view || path === undefined || files.has(path)) {
      skipped.push({ pageId: entry.id, reason: skipReason(entry, view, path) })
      continue
    }
    const own = await addStylesheet(slugOf(entry).replaceAll('/', '-'), printCss(site, { sheet: entry.id }))
    const text = renderPage(readTree(view), {
      title: entry.title,
      description: pageDescription(site, entry.id),
      language,
      stylesheets: [...shared, ...own],
    })
    add({ path, text, contentType: 'text/html; charset=utf-8' })
    count += 1
  }
  const encoder = new TextEncoder()
  const bytes = [...files.values()].reduce((sum, { text }) => sum + encoder.encode(text).length, 0)
  return { files: [...files.values()], report: { pages: count, bytes, skipped } }
}

const slugOf = (entry: PageEntry) => entry.slug.normalize('NFC').replace(/^\/+|\/+$/g, '')

/** Where a page lies; undefined where its slug cannot be a path. */
function pagePath(entry: PageEntry, isHome: boolean): string | undefined {
  const slug = slugOf(entry)
  if (isHome) return 'index.html'
  if (slug === '404') return '404.html'
  const segments = slug.split('/')
  const isSafe = segments.every((segment) => segment !== '' && !segment.startsWith('.') && !hasUnsafe(segment))
  return isSafe ? `${slug}/index.html` : undefined
}

/** Characters that some file system refuses, or that mean something else in a URL. */
const hasUnsafe = (segment: string) =>
  segment.length > 120 || [...segment].some((character) => character < ' ' || '\\:*?"<>|#%\x7f'.includes(character))

function skipReason(entry: PageEntry, view: View | undefined, path: string | undefined): string {
  if (!view) return `The page “${entry.title}” has no content yet.`
  if (path === undefined) return `The address “${entry.slug}” of the page “${entry.title}” cannot be published.`
  return `Another page has the address “${entry.slug}” already.`
}

/** The first 10 hexadecimal digits of the content's SHA-256. */
async function fingerprint(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest).slice(0, 5), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
