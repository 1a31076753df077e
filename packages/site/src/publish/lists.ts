/** A page in the machine-readable lists. */
export interface ListedPage {
  /** The whole address. */
  url: string
  title: string
  description?: string
  /** When its content last changed, in milliseconds since the epoch. */
  modified: number
}

/** sitemaps.org, protocol 0.9. */
export function sitemap(pages: readonly ListedPage[]): string {
  const urls = pages.map(
    ({ url, modified }) => `<url><loc>${xml(url)}</loc><lastmod>${new Date(modified).toISOString()}</lastmod></url>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`
}

/** RFC 9309. An authored robots.txt stays as it is; without one, everything may be read. */
export function robots(written: string | undefined, sitemapUrl: string | undefined): string {
  if (written !== undefined) return written.endsWith('\n') ? written : `${written}\n`
  return `User-agent: *\nAllow: /\n${sitemapUrl === undefined ? '' : `\nSitemap: ${sitemapUrl}\n`}`
}

export interface Feed {
  title: string
  language: string
  /** The addresses of the site and of the feed itself. */
  siteUrl: string
  url: string
  /** Newest first. */
  entries: readonly ListedPage[]
}

/** RFC 4287. An entry's id is its address. */
export function atomFeed({ title, language, siteUrl, url, entries }: Feed): string {
  const updated = new Date(Math.max(0, ...entries.map(({ modified }) => modified))).toISOString()
  const list = entries.map(
    (entry) =>
      `<entry><title>${xml(entry.title)}</title><id>${xml(entry.url)}</id><link href="${xml(entry.url)}"/><updated>${new Date(entry.modified).toISOString()}</updated>${entry.description === undefined ? '' : `<summary>${xml(entry.description)}</summary>`}</entry>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xml(language)}">\n<title>${xml(title)}</title>\n<id>${xml(siteUrl)}</id>\n<link href="${xml(siteUrl)}"/>\n<link rel="self" href="${xml(url)}"/>\n<updated>${updated}</updated>\n<author><name>${xml(title)}</name></author>\n${list.join('')}</feed>\n`
}

export interface FeedEntry {
  /** The whole address. */
  url: string
  title: string
  description?: string
  /** Epoch milliseconds. */
  publishedAt: number
}

/** RSS 2.0 (rssboard.org). @param request the entries newest first */
export function rssFeed(request: Omit<Feed, 'entries'> & { entries: readonly FeedEntry[] }): string {
  const { title, language, siteUrl, url, entries } = request
  const items = entries.map(
    (entry) =>
      `<item><title>${xml(entry.title)}</title><link>${xml(entry.url)}</link><guid>${xml(entry.url)}</guid><pubDate>${new Date(entry.publishedAt).toUTCString()}</pubDate>${entry.description === undefined ? '' : `<description>${xml(entry.description)}</description>`}</item>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">\n<channel>\n<title>${xml(title)}</title>\n<link>${xml(siteUrl)}</link>\n<description>${xml(title)}</description>\n<language>${xml(language)}</language>\n<atom:link rel="self" type="application/rss+xml" href="${xml(url)}"/>\n${items.join('')}</channel>\n</rss>\n`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Text of an XML document, without the characters that none may hold (XML 1.0, 2.2). */
function xml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
}
