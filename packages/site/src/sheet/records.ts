import type { Draft, Json, View } from '@atelier/documents'
import { isRecord } from '../document/node.ts'
import { gapAt } from '../document/order.ts'

/**
 * An additional stylesheet beside the site's own, stored as authored. Its rules are `rule:` records with its id as
 * `sheet`. In the site document, it is the immutable record `sheet:<id>`, with `/name` and `/deleted` as later edits.
 */
export interface SheetEntry {
  id: string
  /** The display name. */
  name: string
  /** Its authored path, relative to the site's root; absent for a stylesheet inside a page. */
  path?: string
  /** The path of the page, for a stylesheet inside a page; its URLs are relative to this path. */
  base?: string
  /** The order among the stylesheets. */
  at: string
  /** Whether the text started with a byte order mark. */
  bom: boolean
  /** White space after the last rule. */
  tail: string
  /** Text that closes the blocks, brackets and strings left open by the source; not printed. */
  open: string
}

export const sheetPrefix = 'sheet:'
export const sheetKey = (id: string) => `${sheetPrefix}${id}`

/** One stylesheet; undefined if no stylesheet has that id, or if it is deleted. */
export function sheetEntry(site: View, id: string): SheetEntry | undefined {
  const key = sheetKey(id)
  const made = site.get(key)
  if (!isRecord(made) || site.get(`${key}/deleted`) === true) return undefined
  const renamed = site.get(`${key}/name`)
  const text = (value: Json | undefined) => (typeof value === 'string' ? value : '')
  const entry: SheetEntry = {
    id,
    name: text(renamed) || text(made.name),
    at: text(made.at),
    bom: made.bom === true,
    tail: text(made.tail),
    open: text(made.open),
  }
  if (typeof made.path === 'string') entry.path = made.path
  if (typeof made.base === 'string') entry.base = made.base
  return entry
}

/** All stylesheets beside the site's own, in their order. */
export function sheetEntries(site: View): SheetEntry[] {
  const all: SheetEntry[] = []
  for (const key of site.keys(sheetPrefix)) {
    const entry = key.includes('/') ? undefined : sheetEntry(site, key.slice(sheetPrefix.length))
    if (entry) all.push(entry)
  }
  return all.sort((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1))
}

/** The stylesheet at a path, if there is one. */
export function sheetByPath(site: View, path: string): SheetEntry | undefined {
  return sheetEntries(site).find((each) => each.path === path)
}

/** The order key for a new last stylesheet. */
export function nextSheetOrder(site: View): string {
  const all = sheetEntries(site).map(({ id, at }) => ({ id, order: at }))
  return gapAt(all, all.length, 1).keys[0] ?? 'a0'
}

export function writeSheetRecord(site: Draft, { id, bom, tail, open, ...entry }: SheetEntry): void {
  const record: Record<string, Json> = { name: entry.name, at: entry.at }
  if (entry.path !== undefined) record.path = entry.path
  if (entry.base !== undefined) record.base = entry.base
  if (bom) record.bom = true
  if (tail) record.tail = tail
  if (open) record.open = open
  site.set(sheetKey(id), record)
}
