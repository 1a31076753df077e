import type { Draft } from '@atelier/documents'
import type { PageEntry } from '../document/pages.ts'
import type { ParsedNode } from '../html/parse.ts'
import { isThemeColor, pageSettings, siteSettings } from '../publish/settings.ts'

/** Elements of a head that publishing makes of other settings anyhow. */
const DERIVED =
  /^(?:og:(?:type|url|site_name|locale|image:(?:width|height|alt|type))|twitter:(?:card|title|description|image|image:alt))$/

const isPath = (url: string) => url !== '' && !/[\s<>"\\]/.test(url) && !/^(?!https?:)[a-z][a-z\d+.-]*:/i.test(url)

/**
 * Makes an element of the head of a written page a setting: its social card, canonical address, theme colour, whether search
 * engines list it, and the site's icons if it has none. Returns whether that is all that the element says.
 */
export function keepHeadSetting(site: Draft, entry: PageEntry, { tag, attrs = [] }: ParsedNode): boolean {
  const of = (name: string) => attrs.find(([each]) => each === name)?.[1].trim() ?? ''
  if (tag === 'link') return keepLink(site, entry, of('rel').toLowerCase().split(/\s+/), of('href'))
  if (tag !== 'meta') return false
  const name = (of('property') || of('name')).toLowerCase()
  const content = of('content')
  const set = (field: 'ogTitle' | 'ogDescription' | 'ogImage' | 'themeColor') => {
    if (content !== '' && pageSettings(site, entry.id)[field] !== content)
      site.set(`page:${entry.id}/${field}`, content.slice(0, 2_000))
    return true
  }
  if (name === 'og:title') return set('ogTitle')
  if (name === 'og:description') return set('ogDescription')
  if (name === 'og:image') return isPath(content) && set('ogImage')
  if (name === 'theme-color') return of('media') === '' && isThemeColor(content) && set('themeColor')
  if (name === 'robots') return keepRobots(site, entry, content)
  return DERIVED.test(name)
}

function keepLink(site: Draft, entry: PageEntry, rel: readonly string[], href: string): boolean {
  if (!isPath(href)) return false
  const icon = rel.includes('apple-touch-icon') ? 'touchIcon' : rel.includes('icon') ? 'favicon' : undefined
  if (icon !== undefined) {
    const now = siteSettings(site)[icon]
    if (now === undefined) site.set(`settings/${icon}`, href)
    return now === undefined || now === href
  }
  if (!rel.includes('canonical')) return false
  if (pageSettings(site, entry.id).canonical !== href) site.set(`page:${entry.id}/canonical`, href)
  return true
}

/** Pages are listed and their links followed anyhow; only `noindex` is a setting. */
function keepRobots(site: Draft, entry: PageEntry, content: string): boolean {
  const words = content.toLowerCase().split(/[\s,]+/)
  const isHidden = words.includes('noindex') || words.includes('none')
  if (isHidden !== (pageSettings(site, entry.id).noindex ?? false)) site.set(`page:${entry.id}/noindex`, isHidden)
  return words.every((word) => ['index', 'follow', 'all', 'noindex', ''].includes(word))
}
