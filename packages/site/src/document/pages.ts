import type { Draft, Json, View } from '@atelier/documents'
import { isRecord } from './node.ts'
import { gapAt } from './order.ts'

/** A page as the site document lists it. Its id is the id of its document. */
export interface PageEntry {
  id: string
  title: string
  /** `index` is the home page. */
  slug: string
  order: string
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

/** Gives an empty site document its settings and breakpoints. */
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

/** One page; undefined where it never was or is deleted. */
export function page(site: View, id: string): PageEntry | undefined {
  const key = `page:${id}`
  const made = site.get(key)
  if (!isRecord(made) || site.get(`${key}/deleted`) === true) return undefined
  const read = (name: 'title' | 'slug' | 'at') => {
    const edited = site.get(`${key}/${name}`)
    const value = typeof edited === 'string' ? edited : made[name]
    return typeof value === 'string' ? value : ''
  }
  return { id, title: read('title'), slug: read('slug'), order: read('at') }
}

/** The pages in their order. */
export function pages(site: View): PageEntry[] {
  const all: PageEntry[] = []
  for (const key of site.keys('page:')) {
    if (key.includes('/')) continue
    const entry = page(site, key.slice('page:'.length))
    if (entry) all.push(entry)
  }
  return all.sort((a, b) => (a.order === b.order ? (a.id < b.id ? -1 : 1) : a.order < b.order ? -1 : 1))
}

/** The page with the slug `index`, otherwise the first one. */
export function homePage(site: View): PageEntry | undefined {
  const all = pages(site)
  return all.find(({ slug }) => slug === HOME_SLUG) ?? all[0]
}

/** Lists a page at the end. The slug is made unique. */
export function listPage(site: Draft, { id, title, slug }: { id: string; title: string; slug: string }): PageEntry {
  const all = pages(site)
  const [at = 'a0'] = gapAt(all, all.length, 1).keys
  const entry = { id, title, slug: uniqueSlug(site, slug), order: at }
  site.set(`page:${id}`, { title, slug: entry.slug, at })
  return entry
}

/** Words of a title as a path segment: lower case, hyphens, no marks; never empty. */
export function slugify(title: string): string {
  const slug = title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
  return slug === '' ? 'page' : slug
}

/** A written path (`/About us/`, `blog/first`) as a slug; the empty path is the home page. */
export function pathSlug(path: string): string {
  const parts = path.split('/').filter((part) => part.trim() !== '')
  return parts.length === 0 ? HOME_SLUG : parts.map(slugify).join('/')
}

/** `slug`, or the first of `slug-2`, `slug-3`, … that no other page has. */
export function uniqueSlug(site: View, slug: string, except?: string): string {
  const taken = new Set(pages(site).flatMap((each) => (each.id === except ? [] : [each.slug])))
  if (!taken.has(slug)) return slug
  let number = 2
  while (taken.has(`${slug}-${number}`)) number += 1
  return `${slug}-${number}`
}
