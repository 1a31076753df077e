import type { View } from '@atelier/documents'
import { HOME_SLUG, type PageEntry } from '../document/pages.ts'
import { homeOf, NOT_FOUND_SLUG, pageAddress, pagePath, slugOf } from '../document/paths.ts'
import { notFoundTemplate } from '../template/resolve.ts'
import type { Place, Skipped } from './place.ts'
import { fieldsText } from './record.ts'
import { siteSettings } from './settings.ts'
import type { PageSettingsOf } from './siteFiles.ts'
import { pageStyles } from './styles.ts'

/** The pages of the release, each at its path; the others are reported. */
export async function placesOf(
  site: View,
  heads: ReadonlyMap<string, number>,
  listed: readonly PageEntry[],
  settingsOf: PageSettingsOf,
): Promise<{ places: Place[]; skipped: Skipped[] }> {
  const shown = listed.filter(({ kind }) => kind === 'page')
  const home = homeOf(shown)
  const missing = notFoundTemplate(listed)
  const places: Place[] = []
  const skipped: Skipped[] = []
  const taken = new Set<string>()
  for (const entry of [...(missing ? [missing] : []), ...shown]) {
    const path = entry === missing ? '404.html' : pagePath(entry, entry.id === home?.id)
    const exists = heads.has(entry.id)
    if (!exists || path === undefined || taken.has(path)) {
      skipped.push({ pageId: entry.id, reason: skipReason(entry, exists, path) })
      continue
    }
    taken.add(path)
    const name =
      entry.id === home?.id
        ? HOME_SLUG
        : slugOf(entry)
            .replaceAll('/', '-')
            .replace(/\.html?$/i, '')
    const styles = await pageStyles(site, entry.id, name || NOT_FOUND_SLUG)
    const own = `${entry.id === home?.id ? 'home' : ''} ${styles?.path ?? ''} ${settingsText(site, entry.id)}`
    places.push({ key: entry.id, entry, document: entry.id, path, own, settings: settingsOf(entry.id), styles })
  }
  nameTranslations(places, siteSettings(site).language)
  return { places, skipped }
}

/** Gives each page that is translated, and its translations, the addresses of all of them. */
function nameTranslations(places: readonly Place[], language: string): void {
  const shown = places.filter(({ settings, path }) => !settings.noindex && path !== '404.html')
  const byId = new Map(shown.map((place) => [place.key, place]))
  const groups = new Map<string, Place[]>()
  for (const place of shown) {
    const { source } = place.entry
    if (source === undefined || !byId.has(source)) continue
    groups.set(source, [...(groups.get(source) ?? []), place])
  }
  for (const [source, translations] of groups) {
    const first = byId.get(source)
    const all = first ? [first, ...translations] : translations
    const locales = new Set<string>()
    const alternates = all.flatMap(({ path, settings }) => {
      const locale = settings.language ?? language
      if (locales.has(locale)) return []
      locales.add(locale)
      return [{ locale, address: pageAddress(path) }]
    })
    for (const place of all) {
      place.alternates = alternates
      place.own += ` ${alternates.map(({ locale, address }) => `${locale} ${address}`).join(' ')}`
    }
  }
}

/** The fields of the site document that only one page reads. */
export function settingsText(site: View, id: string): string {
  const fields = Object.fromEntries(
    [`page:${id}`, ...site.keys(`page:${id}/`)].map((key) => [key, site.get(key) ?? null]),
  )
  return fieldsText(fields, Object.keys(fields))
}

function skipReason(entry: PageEntry, exists: boolean, path: string | undefined): string {
  if (!exists) return `The page “${entry.title}” has no content yet.`
  if (path === undefined) return `The address “${entry.slug}” of the page “${entry.title}” cannot be published.`
  return `Another page has the address “${entry.slug}” already.`
}
