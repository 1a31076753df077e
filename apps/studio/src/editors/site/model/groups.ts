import type { View } from '@atelier/documents'
import { type PageEntry, pages, readRules, sheetEntries, templatesFor } from '@atelier/site'

/** The pages that are published inside a template. */
export function pagesInside(site: View, templateId: string): PageEntry[] {
  const all = pages(site)
  const templates = all.filter(({ kind }) => kind === 'template')
  return all.filter((page) => page.kind === 'page' && templatesFor(page, templates).some(({ id }) => id === templateId))
}

/** The stylesheets, the site's own without a name first, with the number of their rules. */
export function sheetCounts(site: View): { id: string; name: string; rules: number }[] {
  const own = { id: '', name: '', rules: readRules(site).length }
  const others = sheetEntries(site).map(({ id, name, path }) => ({
    id,
    name: name || (path ?? ''),
    rules: readRules(site, id).length,
  }))
  return [own, ...others].filter(({ id, rules }) => id === '' || rules > 0)
}
