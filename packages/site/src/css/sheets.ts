import type { View } from '@atelier/documents'
import { isRecord } from '../document/node.ts'
import { bySiblingOrder, type Rule, readRules } from './rules.ts'

/** The site's own stylesheet: what operations write. */
export const SITE_SHEET = ''

/**
 * The stylesheets of a site, weakest first: those beside the site's own (`sheet:<id>`, brought by imports) in
 * their order, then the site's own. The sheets of single pages, named by the page's id, are not among them.
 */
export function sheetOrder(view: View): string[] {
  const found: { id: string; at: string }[] = []
  for (const key of view.keys('sheet:')) {
    const value = view.get(key)
    if (key.includes('/') || !isRecord(value) || view.get(`${key}/deleted`) === true) continue
    found.push({ id: key.slice('sheet:'.length), at: typeof value.at === 'string' ? value.at : '' })
  }
  return [...found.sort(bySiblingOrder).map(({ id }) => id), SITE_SHEET]
}

/** The top rules of all stylesheets, weakest first; with a page's id, that page's own behind them. */
export function readSheets(view: View, pageId?: string): Rule[] {
  const sheets = pageId === undefined ? sheetOrder(view) : [...sheetOrder(view), pageId]
  return sheets.flatMap((sheet) => readRules(view, sheet))
}
