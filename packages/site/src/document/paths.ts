import { strip } from '@atelier/operation'
import { HOME_SLUG, type PageEntry } from './pages.ts'

/** The slug of the page that is shown for unknown addresses. */
export const NOT_FOUND_SLUG = '404'

export const slugOf = (entry: Pick<PageEntry, 'slug'>) => strip(entry.slug.normalize('NFC'), '/')

/**
 * The path of a page in a release: `index.html`, `about/index.html`, `old/page.html` for a slug that ends in `.html`.
 * Undefined if its slug cannot be a path.
 */
export function pagePath(entry: Pick<PageEntry, 'slug'>, isHome: boolean): string | undefined {
  const slug = slugOf(entry)
  if (isHome) return 'index.html'
  if (slug === NOT_FOUND_SLUG) return '404.html'
  if (!isSafePath(slug)) return undefined
  return isFileSlug(slug) ? slug : `${slug}/index.html`
}

/** The address that visitors see, from the root on: `/`, `/about/`, `/old/page.html`. Percent-encoded. */
export function pageAddress(path: string): string {
  const bare = path === 'index.html' ? '' : path.replace(/(^|\/)index\.html$/, '$1')
  if (/^[\w./~-]*$/.test(bare)) return `/${bare}`
  return `/${bare.split('/').map(encodeURIComponent).join('/')}`
}

/** A path without the hash of the content that publishing puts into its name: `css/site.css` of `css/site-d06a7687bd.css`. */
export const withoutHash = (path: string) => path.replace(/-[0-9a-f]{10}(?=\.[^./]*$)/, '')

/** The page at the root: the one with the slug `index`, otherwise the first page. */
export function homeOf(listed: readonly PageEntry[]): PageEntry | undefined {
  return listed.find(({ slug }) => slug === HOME_SLUG) ?? listed[0]
}

export function isSafePath(path: string): boolean {
  return path.split('/').every((segment) => segment !== '' && !segment.startsWith('.') && !hasUnsafe(segment))
}

const isFileSlug = (slug: string) => /\.html?$/i.test(slug)

/** Characters that some file system refuses, or that mean something else in a URL. */
const hasUnsafe = (segment: string) =>
  segment.length > 120 || [...segment].some((character) => character < ' ' || '\\:*?"<>|#%\x7f'.includes(character))
