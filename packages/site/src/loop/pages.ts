import type { View } from '@atelier/documents'
import { strip } from '@atelier/operation'
import { isRecord } from '../document/node.ts'
import { HOME_SLUG, homePage, type PageEntry, pages, settings } from '../document/pages.ts'
import { pagesInLocale } from '../document/translated.ts'
import type { LoopEntry, LoopSource } from './source.ts'

/** The site's pages, without templates and components; of a page and its translations the one in the reader's language. */
export const pagesSource: LoopSource = {
  id: 'pages',
  label: 'Pages',
  fields: [
    { name: 'title', label: 'Title', kind: 'text' },
    { name: 'permalink', label: 'Address', kind: 'url' },
    { name: 'slug', label: 'Slug', kind: 'text' },
    { name: 'description', label: 'Description', kind: 'text' },
    { name: 'featuredMedia', label: 'Picture (of the Open Graph settings)', kind: 'media' },
    { name: 'language', label: 'Language', kind: 'text' },
    { name: 'id', label: 'Id', kind: 'text' },
  ],
  orders: [
    { id: 'order', label: 'Order in the page list' },
    { id: 'title', label: 'Title' },
    { id: 'slug', label: 'Slug' },
  ],
  filters: [
    {
      name: 'under',
      label: 'Only pages whose address begins so, such as “blog”',
      accepts: ({ slug }, value) => String(slug).startsWith(`${strip(String(value), '/')}/`),
    },
    {
      name: 'except',
      label: 'Without the page that the loop is on, or the home page',
      values: ['current', 'home'],
      accepts: ({ id, permalink }, value, { pageId }) => (value === 'home' ? permalink !== '/' : id !== pageId),
    },
  ],
  dependency: 'pages',
  entries(site, locale) {
    const home = homePage(site)?.id
    const listed = pages(site).filter(({ kind }) => kind === 'page')
    return pagesInLocale(listed, locale).map((entry, order) => ({
      ...pageFields(site, entry, entry.id === home),
      order: order + 1,
    }))
  },
}

/** The fields of a page for `{page.…}` and loops over pages. Unset fields are left out. */
export function pageFields(site: View, entry: PageEntry, isHome: boolean): LoopEntry {
  const { id, title, slug } = entry
  const fields: Record<string, string> = { id, title, slug, permalink: pageUrl(entry, isHome) }
  const described = pageText(site, id, 'description')
  const image = pageText(site, id, 'ogImage')
  const language = pageText(site, id, 'language')
  if (described) fields.description = described
  if (image) fields.featuredMedia = /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(image) ? image : `/${image}`
  if (language) fields.language = language
  return fields
}

/** The same of the page of an entry. */
export function entryPageFields({ source, entry }: { source: LoopSource; entry: LoopEntry }): LoopEntry {
  const fields: Record<string, string | number> = {}
  for (const name of ['id', 'title', 'slug', 'permalink', 'featuredMedia']) {
    const value = entry[name] ?? source.value?.(entry, name)
    if (value !== undefined) fields[name] = value
  }
  const described = describedBy(source, entry)
  if (described !== undefined) fields.description = described
  if (source.locale !== undefined) fields.language = source.locale
  return fields
}

/** The fields that can describe an entry, the best first. */
const DESCRIBING = ['description', 'metaDescription', 'meta_description', 'summary', 'excerpt', 'lead']

/** The description of an entry for search engines; undefined if it has no such text. */
export function describedBy(source: LoopSource, entry: LoopEntry): string | undefined {
  for (const name of DESCRIBING) {
    const value = entry[name]
    const isText = source.fields.some((field) => field.name === name && field.kind === 'text')
    if (isText && typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return undefined
}

/** The language of a page: its own, otherwise the site's. */
export function pageLanguage(site: View, id: string): string {
  const { language } = settings(site)
  return pageText(site, id, 'language') ?? (typeof language === 'string' ? language : '')
}

/** The URL of a page, from the site's root: `/`, `/about/`, `/about.html`. */
export function pageUrl({ slug }: Pick<PageEntry, 'slug'>, isHome: boolean): string {
  if (isHome || slug === HOME_SLUG) return '/'
  const path = slug
    .split('/')
    .filter((part) => part !== '')
    .map(encodeURIComponent)
    .join('/')
  return /\.html?$/i.test(slug) ? `/${path}` : `/${path}/`
}

/** A text field of a page: the edited one, otherwise the initial one; undefined if it is empty. */
function pageText(site: View, id: string, name: string): string | undefined {
  const edited = site.get(`page:${id}/${name}`)
  if (typeof edited === 'string') return edited || undefined
  const made = site.get(`page:${id}`)
  const value = isRecord(made) ? made[name] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}
