import type { Json, View } from '@atelier/documents'
import { isRecord } from '../document/node.ts'
import { settings } from '../document/pages.ts'
import { type DataBlock, readDataBlocks } from './dataBlocks.ts'

/** The settings of a page for search engines, social networks and feeds; each is absent if not set. */
export interface PageSettings {
  /** The title in the browser's tab and in search results, if it is to differ from the page's own. */
  metaTitle?: string
  description?: string
  /** An address, absolute or root-relative. */
  canonical?: string
  noindex?: boolean
  ogTitle?: string
  ogDescription?: string
  /** The address of a picture. */
  ogImage?: string
  /** A language tag (BCP 47) if the page's differs from the site's. */
  language?: string
  /** `ltr`, `rtl` or `auto` if the page's direction differs from the site's and from that of its language. */
  direction?: string
  /** A CSS colour for the browser's own frame. */
  themeColor?: string
  /** Structured data and the like. */
  data?: DataBlock[]
  /** Listed in the site's feed. */
  inFeed?: boolean
  /** Left out of the sitemap. */
  hidden?: boolean
}

export const PAGE_TEXTS = [
  'metaTitle',
  'description',
  'canonical',
  'ogTitle',
  'ogDescription',
  'ogImage',
  'language',
  'direction',
  'themeColor',
] as const
export const PAGE_SWITCHES = ['noindex', 'inFeed', 'hidden'] as const

/** The settings of the site that publishing reads. */
export interface SiteSettings {
  name: string
  language: string
  /** `https://example.com`, without a slash at its end. */
  baseUrl?: string
  metaTitle?: string
  metaDescription?: string
  ogImage?: string
  /** Addresses of pictures. */
  favicon?: string
  touchIcon?: string
  direction?: string
  /** A CSS colour for the browser's own frame. */
  themeColor?: string
  /** The whole robots.txt; without one everything may be read. */
  robots?: string
}

/** The settings of one page: the initial ones, overridden by later edits. An empty text is not a setting. */
export function pageSettings(site: View, pageId: string): PageSettings {
  const key = `page:${pageId}`
  const born = site.get(key)
  const read = (name: string): Json | undefined =>
    site.get(`${key}/${name}`) ?? (isRecord(born) ? born[name] : undefined)
  const found: PageSettings = {}
  for (const name of PAGE_TEXTS) {
    const value = read(name)
    if (typeof value === 'string' && value.trim() !== '') found[name] = value.trim()
  }
  for (const name of PAGE_SWITCHES) if (read(name) === true) found[name] = true
  const data = readDataBlocks(read('data'))
  if (data.length > 0) found.data = data
  return found
}

export function siteSettings(site: View): SiteSettings {
  const all = settings(site)
  const text = (name: string): string | undefined => {
    const value = all[name]
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
  }
  const found: SiteSettings = { name: text('name') ?? 'Untitled', language: text('language') ?? 'en' }
  const baseUrl = readBaseUrl(text('baseUrl'))
  if (baseUrl !== undefined) found.baseUrl = baseUrl
  for (const name of [
    'metaTitle',
    'metaDescription',
    'ogImage',
    'touchIcon',
    'robots',
    'direction',
    'themeColor',
  ] as const) {
    const value = text(name)
    if (value !== undefined) found[name] = value
  }
  const favicon = text('favicon') ?? text('faviconUrl')
  if (favicon !== undefined) found.favicon = favicon
  return found
}

/** An address of the web without path, query or credentials, and without a slash at its end; undefined otherwise. */
export function readBaseUrl(value: string | undefined): string | undefined {
  if (value === undefined || !URL.canParse(value)) return undefined
  const url = new URL(value)
  const plain = /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return plain && url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : undefined
}

/** Whether a text can be a colour of the browser's frame: a name, a hex code or a colour function. */
export const isThemeColor = (text: string): boolean =>
  /^(?:#[0-9a-f]{3,8}|[a-z]{3,25}|(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\([\w\s.,%/+-]{1,80}\))$/i.test(text)
