import type { View } from '@atelier/documents'
import { type Envelope, fail } from '@atelier/operation'
import {
  homePage,
  type PageEntry,
  pageAddress,
  pageLanguage,
  pagePath,
  pageSettings,
  pages,
  pathSlug,
  sourcePage,
  translationsOf,
  withoutTranslations,
} from '@atelier/site'
import { type Static, Type } from 'typebox'

/** A page as calls name it: by one of these, each of which may be its id, its path or its title. */
export const pageInput = {
  id: Type.Optional(Type.String({ maxLength: 300 })),
  slug: Type.Optional(Type.String({ maxLength: 300 })),
}

/** A page as results name it. */
export const PageView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  /** Its address from the site's root. */
  address: Type.String(),
  /** The locale of a translation, and the id of the page that it translates; absent for other pages. */
  locale: Type.Optional(Type.String()),
  translationOf: Type.Optional(Type.String()),
})

/** The settings of a page for search engines and social networks. */
export const Meta = Type.Object(
  {
    title: Type.Optional(Type.Union([Type.String({ maxLength: 2_000 }), Type.Null()])),
    description: Type.Optional(Type.Union([Type.String({ maxLength: 2_000 }), Type.Null()])),
    image: Type.Optional(Type.Union([Type.String({ maxLength: 2_000 }), Type.Null()])),
  },
  { additionalProperties: false },
)

/** The same for a new page, which has nothing to clear. */
export const NewMeta = Type.Object(
  {
    title: Type.Optional(Type.String({ maxLength: 2_000 })),
    description: Type.Optional(Type.String({ maxLength: 2_000 })),
    image: Type.Optional(Type.String({ maxLength: 2_000 })),
  },
  { additionalProperties: false },
)

/** The document of a site, as it is now or was once. */
export interface OfSite {
  readonly site: View
}

/** The pages that visitors reach, in their order. */
export const sitePages = (context: OfSite): PageEntry[] => pages(context.site).filter(({ kind }) => kind === 'page')

/** @param homeId the id of the home page, for callers that ask for several pages */
export function addressOfPage({ site }: OfSite, entry: PageEntry, homeId = homePage(site)?.id): string {
  const path = pagePath(entry, homeId === entry.id)
  return path === undefined ? '' : pageAddress(path)
}

export const pageView = (context: OfSite, entry: PageEntry, homeId?: string): Static<typeof PageView> => ({
  id: entry.id,
  name: entry.title,
  slug: entry.slug,
  address: addressOfPage(context, entry, homeId),
  ...(entry.locale === undefined ? {} : { locale: entry.locale }),
  ...(entry.source === undefined ? {} : { translationOf: entry.source }),
})

/** The settings of a page in the words of this scope. */
export function pageMeta({ site }: OfSite, id: string): { indexing: boolean; meta: Static<typeof Meta> } {
  const { noindex = false, metaTitle, description, ogImage } = pageSettings(site, id)
  const meta = {
    ...(metaTitle === undefined ? {} : { title: metaTitle }),
    ...(description === undefined ? {} : { description }),
    ...(ogImage === undefined ? {} : { image: ogImage }),
  }
  return { indexing: !noindex, meta }
}

type FoundPage = { found: PageEntry; refused?: undefined } | { found?: undefined; refused: Envelope<never> }

/** A page as calls name it. */
export interface NamedPage {
  id?: string
  slug?: string
  /** Which of its translations; the named page itself if absent. */
  locale?: string
}

/** The page that a call names: by its id, its path, or its title if only one page has it, and in a locale if one is given. */
export function pageNamed(context: OfSite, { locale, ...named }: NamedPage): FoundPage {
  const page = pageCalled(context, named)
  if (!page.found || locale === undefined) return page
  const { site } = context
  const source = sourcePage(site, page.found) ?? page.found
  const all = [source, ...translationsOf(site, source.id)]
  const localeOf = (entry: PageEntry) => (entry.locale ?? pageLanguage(site, entry.id)).toLowerCase()
  const wanted = locale.toLowerCase()
  const found =
    all.find((entry) => localeOf(entry) === wanted) ?? all.find((entry) => localeOf(entry).split('-')[0] === wanted)
  if (found) return { found }
  return {
    refused: fail('not_translated', `“${source.title}” has no page in “${locale.slice(0, 40)}”.`, {
      path: '/locale',
      hint: `It has ${all.map(localeOf).join(', ')}. site.duplicatePage {"pageId": "${source.id}", "locale": …} makes a translation.`,
    }),
  }
}

function pageCalled(context: OfSite, { id, slug }: Omit<NamedPage, 'locale'>): FoundPage {
  const all = sitePages(context)
  const name = id ?? slug
  const path = id === undefined ? '/slug' : '/id'
  if (name === undefined)
    return { refused: fail('page_missing', 'The call names no page.', { path, hint: knownPages(all) }) }
  const byId = all.find((entry) => entry.id === name)
  if (byId) return { found: byId }
  const homeId = homePage(context.site)?.id
  const bySlug = all.find((entry) => entry.slug === name || addressOfPage(context, entry, homeId) === name)
  const byPath = all.find((entry) => entry.slug === pathSlug(name))
  const titled = withoutTranslations(all.filter(({ title }) => foldTitle(title) === foldTitle(name)))
  const home = foldTitle(name) === 'home' ? homePage(context.site) : undefined
  const found = bySlug ?? byPath ?? (titled.length === 1 ? titled[0] : undefined) ?? home
  if (found) return { found }
  if (titled.length > 1) {
    const list = titled.map((entry) => `${entry.id} (${addressOfPage(context, entry)})`).join(', ')
    const message = `${titled.length} pages have the title “${name.slice(0, 80)}”.`
    return { refused: fail('ambiguous_page', message, { path, hint: `Name one by its id: ${list}.` }) }
  }
  return { refused: fail('unknown_page', `There is no page “${name.slice(0, 80)}”.`, { path, hint: knownPages(all) }) }
}

const LISTED = 30

function knownPages(all: readonly PageEntry[]): string {
  const list = all.slice(0, LISTED).map(({ id, title, slug }) => `${id} (${slug}, “${title.slice(0, 40)}”)`)
  const more = all.length > LISTED ? ` and ${all.length - LISTED} more (listPages)` : ''
  return `The pages are ${list.join(', ')}${more}.`
}

const foldTitle = (text: string) => text.trim().toLowerCase()
