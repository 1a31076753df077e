import { pageAddress } from '../document/paths.ts'
import { describedBy } from '../loop/pages.ts'
import type { TextFile } from './files.ts'
import { type FeedEntry, rssFeed } from './lists.ts'
import type { Place } from './place.ts'
import type { SiteSettings } from './settings.ts'

/** How many of the newest entries a feed lists. */
const LISTED = 50

/** A feed of each collection and locale whose entries have pages. */
export function entryFeeds(places: readonly Place[], { name }: SiteSettings, base: string): TextFile[] {
  const feeds = new Map<string, Place[]>()
  for (const place of places) {
    if (!place.shows || place.settings.noindex || place.settings.hidden) continue
    const { feed } = place.shows
    const listed = feeds.get(feed)
    if (listed) listed.push(place)
    else feeds.set(feed, [place])
  }
  return [...feeds].map(([feed, listed]) => {
    const newest = listed
      .sort((a, b) => (b.shows?.publishedAt ?? 0) - (a.shows?.publishedAt ?? 0) || (a.path < b.path ? -1 : 1))
      .slice(0, LISTED)
    const [first] = newest
    const entries = newest.flatMap(({ entry, path, shows }): FeedEntry[] => {
      if (!shows) return []
      const shown = shows.read()
      const description = shown && describedBy(shown.source, shown.entry)
      const { publishedAt } = shows
      return [
        {
          url: `${base}${pageAddress(path)}`,
          title: entry.title,
          publishedAt,
          ...(description ? { description } : {}),
        },
      ]
    })
    const title = `${name}: ${first?.shows?.model.label ?? ''}`
    const language = first?.shows?.locale ?? ''
    const text = rssFeed({
      title,
      language,
      siteUrl: `${base}${feed.replace(/feed\.xml$/, '')}`,
      url: `${base}${feed}`,
      entries,
    })
    return { path: feed.slice(1), contentType: 'application/rss+xml; charset=utf-8', text }
  })
}
