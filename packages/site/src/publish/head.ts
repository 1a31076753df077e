import { directionOf } from '../document/direction.ts'
import { HOME_SLUG } from '../document/pages.ts'
import type { HeadItem } from './page.ts'
import type { PageSettings, SiteSettings } from './settings.ts'

export interface HeadRequest {
  page: PageSettings
  site: SiteSettings
  title: string
  slug: string
  /** The page's root-relative address. */
  address: string
  /** The root-relative address of the feed that it is in, if there is one, and its media type. */
  feed?: { url: string; type: string }
  /** The same content in other languages, each at its root-relative address; the first one is for all others. */
  alternates?: readonly { locale: string; address: string }[]
}

/**
 * The title and the head elements from a page's settings; nothing is added without a setting. Social cards
 * follow ogp.me and Twitter's card markup.
 */
export function headOf({ page, site, title, slug, address, feed, alternates = [] }: HeadRequest): {
  title: string
  description: string | undefined
  language: string
  direction: string | undefined
  items: HeadItem[]
} {
  const isHome = slug === HOME_SLUG
  const shownTitle = page.metaTitle ?? (isHome ? (site.metaTitle ?? title) : title)
  const description = page.description ?? (isHome ? site.metaDescription : undefined)
  const items: HeadItem[] = []
  const meta = (kind: 'name' | 'property', name: string, content: string | undefined) => {
    if (content !== undefined)
      items.push({
        tag: 'meta',
        attributes: [
          [kind, name],
          ['content', content],
        ],
      })
  }
  const link = (rel: string, href: string, ...more: [string, string][]) => {
    items.push({ tag: 'link', attributes: [['rel', rel], ...more, ['href', href]] })
  }
  const absolute = (url: string) =>
    site.baseUrl !== undefined && URL.canParse(url, `${site.baseUrl}/`) ? new URL(url, `${site.baseUrl}/`).href : url

  if (page.noindex) meta('name', 'robots', 'noindex')
  const canonical = page.canonical ?? (site.baseUrl === undefined || page.noindex ? undefined : address)
  if (canonical !== undefined) link('canonical', absolute(canonical))
  if (alternates.length > 1) {
    for (const each of alternates) link('alternate', absolute(each.address), ['hreflang', each.locale])
    link('alternate', absolute(alternates[0]?.address ?? address), ['hreflang', 'x-default'])
  }
  const image = page.ogImage ?? site.ogImage
  if (page.ogTitle ?? page.ogDescription ?? image) {
    meta('property', 'og:title', page.ogTitle ?? shownTitle)
    meta('property', 'og:description', page.ogDescription ?? description)
    meta('property', 'og:type', 'website')
    meta('property', 'og:site_name', site.name)
    if (site.baseUrl !== undefined) meta('property', 'og:url', absolute(page.canonical ?? address))
    meta('property', 'og:image', image === undefined ? undefined : absolute(image))
    meta('name', 'twitter:card', image === undefined ? 'summary' : 'summary_large_image')
  }
  meta('name', 'theme-color', page.themeColor ?? site.themeColor)
  if (site.favicon !== undefined) link('icon', rooted(site.favicon), ...iconType(site.favicon))
  if (site.touchIcon !== undefined) link('apple-touch-icon', rooted(site.touchIcon))
  if (feed !== undefined) link('alternate', feed.url, ['type', feed.type])
  const language = page.language ?? site.language
  return { title: shownTitle, description, language, direction: directionOf(page, site), items }
}

/** A path of the site as it is written in a link: root-relative. */
function rooted(url: string): string {
  return /^(?:[a-z][a-z\d+.-]*:|\/)/i.test(url) ? url : `/${url}`
}

function iconType(url: string): [string, string][] {
  const ending = /\.(svg|png|ico)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase()
  if (ending === undefined) return []
  const type = ending === 'svg' ? 'image/svg+xml' : ending === 'png' ? 'image/png' : 'image/x-icon'
  return [['type', type]]
}
