import type { View } from '@atelier/documents'
import { pageAddress } from '../document/paths.ts'
import { pagePolicy } from './csp.ts'
import { entryFeeds } from './entryFeeds.ts'
import { HTML, type TextFile } from './files.ts'
import { atomFeed, type ListedPage, robots, sitemap } from './lists.ts'
import { plainNotFound } from './notFound.ts'
import type { Place } from './place.ts'
import type { ReleaseRecord } from './record.ts'
import { type PageSettings, pageSettings, type SiteSettings } from './settings.ts'

export type PageSettingsOf = (pageId: string) => PageSettings

/** Reads the settings of each page once. */
export function settingsReader(site: View): PageSettingsOf {
  const known = new Map<string, PageSettings>()
  return (id) => {
    const found = known.get(id) ?? pageSettings(site, id)
    known.set(id, found)
    return found
  }
}

interface ListRequest {
  settings: SiteSettings
  places: readonly Place[]
  record: ReleaseRecord
  base: string | undefined
}

/** The files of a site other than its pages: for machines, and for unknown addresses. */
export function listFiles({ settings, places, record, base }: ListRequest): TextFile[] {
  const files: TextFile[] = []
  if (places.every(({ path }) => path !== '404.html')) {
    files.push({ path: '404.html', contentType: HTML, text: plainNotFound(settings), policy: PLAIN_POLICY })
  }
  const pages = places.flatMap(({ key, entry, path, settings: own }) => {
    if (path === '404.html') return []
    const listed: ListedPage = {
      url: `${base ?? ''}${pageAddress(path)}`,
      title: own.metaTitle ?? entry.title,
      modified: record.pages[key]?.modified ?? 0,
    }
    if (own.description !== undefined) listed.description = own.description
    return [{ own, listed }]
  })
  const map = base === undefined ? undefined : `${base}/sitemap.xml`
  files.push({ path: 'robots.txt', contentType: 'text/plain; charset=utf-8', text: robots(settings.robots, map) })
  if (base === undefined) return files
  const visible = pages.filter(({ own }) => !own.noindex && !own.hidden).map(({ listed }) => listed)
  files.push({ path: 'sitemap.xml', contentType: 'application/xml; charset=utf-8', text: sitemap(visible) })
  const entries = pages.filter(({ own }) => own.inFeed).map(({ listed }) => listed)
  if (entries.length > 0) {
    const newest = [...entries].sort((a, b) => b.modified - a.modified || (a.url < b.url ? -1 : 1))
    const feed = { title: settings.name, language: settings.language, siteUrl: `${base}/`, url: `${base}/feed.xml` }
    files.push({
      path: 'feed.xml',
      contentType: 'application/atom+xml; charset=utf-8',
      text: atomFeed({ ...feed, entries: newest }),
    })
  }
  files.push(...entryFeeds(places, settings, base))
  return files
}

const PLAIN_POLICY = pagePolicy('<style>', { assets: new Set(), styles: new Set() })
