import { createDerived, type Draft, type Json, type View } from '@atelier/documents'
import { isRecord } from './node.ts'
import { gapAt } from './order.ts'

/**
 * The purpose of a listed document: a page that visitors reach, a template that pages are put into, or a component that
 * is used in pages.
 */
export type PageKind = 'page' | 'template' | 'component'

/** The pages that a template is put around. */
export type TemplateTarget =
  | { kind: 'everywhere' }
  | { kind: 'postTypes'; tableSlugs: readonly string[] }
  | { kind: 'notFound' }

export interface Template {
  target: TemplateTarget
  /** If several templates have one breadth, the one with the highest priority applies. */
  priority: number
}

/** A page, template or component as the site document lists it. Its id is the id of its document. */
export interface PageEntry {
  id: string
  kind: PageKind
  title: string
  /** `index` is the home page; one that ends in `.html` is the file itself. Empty for a component. */
  slug: string
  order: string
  /** For a template. */
  template?: Template
  /** Its own language (BCP 47), if it differs from the site's. */
  locale?: string
  /** For a translation: the id of the page that it translates. */
  source?: string
}

export interface Breakpoint {
  id: string
  label: string
  /** CSS pixels. */
  width: number
}

export const HOME_SLUG = 'index'
const DEFAULT_BREAKPOINTS: readonly Breakpoint[] = [
  { id: 'mobile', label: 'Mobile', width: 375 },
  { id: 'tablet', label: 'Tablet', width: 768 },
  { id: 'desktop', label: 'Desktop', width: 1440 },
]

/** Writes the settings and breakpoints of an empty site document. */
export function createSite(site: Draft, { name, language = 'en' }: { name: string; language?: string }): void {
  site.set('settings', { name, language })
  for (const { id, label, width } of DEFAULT_BREAKPOINTS) site.set(`breakpoint:${id}`, { label, width })
}

/** The site's settings: those it was made with, under later edits of single fields. */
export function settings(site: View): Record<string, Json> {
  const made = site.get('settings')
  const all: Record<string, Json> = isRecord(made) ? { ...made } : {}
  for (const key of site.keys('settings/')) {
    const value = site.get(key)
    if (value !== undefined) all[key.slice('settings/'.length)] = value
  }
  return all
}

export function siteName(site: View): string {
  const { name } = settings(site)
  return typeof name === 'string' && name !== '' ? name : 'Untitled'
}

/** From the narrowest to the widest. */
export function breakpoints(site: View): Breakpoint[] {
  const all: Breakpoint[] = []
  for (const key of site.keys('breakpoint:')) {
    const value = site.get(key)
    if (!isRecord(value) || typeof value.width !== 'number') continue
    const id = key.slice('breakpoint:'.length)
    all.push({ id, label: typeof value.label === 'string' ? value.label : id, width: value.width })
  }
  return all.sort((a, b) => a.width - b.width || (a.id < b.id ? -1 : 1))
}

/** One page, template or component; undefined if it never existed or is deleted. */
export function page(site: View, id: string): PageEntry | undefined {
  const key = `page:${id}`
  const made = site.get(key)
  if (!isRecord(made) || site.get(`${key}/deleted`) === true) return undefined
  const read = (name: 'title' | 'slug' | 'at') => {
    const edited = site.get(`${key}/${name}`)
    const value = typeof edited === 'string' ? edited : made[name]
    return typeof value === 'string' ? value : ''
  }
  const template = made.kind === 'component' ? undefined : readTemplate(site.get(`${key}/template`) ?? made.template)
  const kind = made.kind === 'component' ? 'component' : template ? 'template' : 'page'
  const entry: PageEntry = { id, kind, title: read('title'), slug: read('slug'), order: read('at') }
  if (template) entry.template = template
  const locale = site.get(`${key}/language`) ?? made.language
  if (typeof locale === 'string' && locale.trim() !== '') entry.locale = locale.trim()
  const source = site.get(`${key}/source`)
  if (typeof source === 'string' && source !== '' && source !== id) entry.source = source
  return entry
}

/** A template record (`page:<id>/template`, or `template` in the birth record); undefined for any other value. */
export function readTemplate(value: Json | undefined): Template | undefined {
  if (!isRecord(value) || !isRecord(value.target)) return undefined
  const priority = typeof value.priority === 'number' ? value.priority : 100
  const { kind, tableSlugs } = value.target
  if (kind === 'everywhere' || kind === 'notFound') return { target: { kind }, priority }
  if (kind !== 'postTypes' || !Array.isArray(tableSlugs)) return undefined
  return { target: { kind, tableSlugs: tableSlugs.filter((slug) => typeof slug === 'string') }, priority }
}

/** Pages and templates in their order. */
export function pages(site: View): PageEntry[] {
  return documents(site).filter(({ kind }) => kind !== 'component')
}

/** The components in their order. */
export function components(site: View): PageEntry[] {
  return documents(site).filter(({ kind }) => kind === 'component')
}

/** Pages, templates and components in their order. */
export function documents(site: View): PageEntry[] {
  return [...listed(site).current().all]
}

/** The list is kept beside the site: most calls of an operation read it several times. */
const listed = createDerived<{ all: readonly PageEntry[] }>({
  read: (site) => ({ all: readDocuments(site) }),
  over: ({ all }) => ({ all }),
  update(value, site, keys) {
    for (const key of keys) {
      if (!key.startsWith('page:')) continue
      value.all = readDocuments(site)
      return
    }
  },
})

function readDocuments(site: View): PageEntry[] {
  const all: PageEntry[] = []
  for (const key of site.keys('page:')) {
    if (key.includes('/')) continue
    const entry = page(site, key.slice('page:'.length))
    if (entry) all.push(entry)
  }
  return all.sort((a, b) => (a.order === b.order ? (a.id < b.id ? -1 : 1) : a.order < b.order ? -1 : 1))
}

/** The page with the slug `index`, otherwise the first one; a template only if the site has nothing else. */
export function homePage(site: View): PageEntry | undefined {
  const listed = pages(site)
  const own = listed.filter(({ kind }) => kind === 'page')
  const all = own.length > 0 ? own : listed
  return all.find(({ slug }) => slug === HOME_SLUG) ?? all[0]
}

/** Lists a page at the end. The slug is made unique. */
export function listPage(site: Draft, page: { id: string; title: string; slug: string }): PageEntry {
  return pageLister(site)(page)
}

/** Returns a function like `listPage` for many pages of a site whose list does not change otherwise meanwhile. */
export function pageLister(site: Draft): (page: { id: string; title: string; slug: string }) => PageEntry {
  const all: Pick<PageEntry, 'id' | 'order'>[] = documents(site)
  const taken = new Set(pages(site).map(({ slug }) => slug))
  return ({ id, title, slug: wanted }) => {
    const [at = 'a0'] = gapAt(all, all.length, 1).keys
    const slug = freeSlug(taken, wanted)
    const entry: PageEntry = { id, kind: 'page', title, slug, order: at }
    site.set(`page:${id}`, { title, slug, at })
    all.push(entry)
    taken.add(slug)
    return entry
  }
}

/** Lists a component at the end. */
export function listComponent(site: Draft, { id, title }: { id: string; title: string }): PageEntry {
  const all = documents(site)
  const [at = 'a0'] = gapAt(all, all.length, 1).keys
  site.set(`page:${id}`, { kind: 'component', title, slug: '', at })
  return { id, kind: 'component', title, slug: '', order: at }
}

/** Words of a title as a path segment: lower case, hyphens, no marks; never empty. */
export function slugify(title: string): string {
  const slug = title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
  return slug === '' ? 'page' : slug
}

/** A written path (`/About us/`, `blog/first`, `old.html`) as a slug; the empty path is the home page. */
export function pathSlug(path: string): string {
  const parts = path.split('/').filter((part) => part.trim() !== '')
  if (parts.length === 0) return HOME_SLUG
  const [ending = ''] = /\.html?$/i.exec(parts.at(-1) ?? '') ?? []
  const bare = ending === '' ? parts : [...parts.slice(0, -1), (parts.at(-1) ?? '').slice(0, -ending.length)]
  return bare.map(slugify).join('/') + ending
}

/** `slug`, or the first of `slug-2`, `slug-3`, … that no other page has. */
export function uniqueSlug(site: View, slug: string, except?: string): string {
  return freeSlug(new Set(pages(site).flatMap((each) => (each.id === except ? [] : [each.slug]))), slug)
}

function freeSlug(taken: ReadonlySet<string>, slug: string): string {
  if (!taken.has(slug)) return slug
  let number = 2
  while (taken.has(`${slug}-${number}`)) number += 1
  return `${slug}-${number}`
}
