import type { Draft, Json, View } from '@atelier/documents'
import { isRecord } from '../document/node.ts'
import { gapAt } from '../document/order.ts'

/**
 * A stylesheet beside the site's own, kept as it was authored. Its rules are `rule:` records whose `sheet` is its id. In
 * the site document it is `sheet:<id>`, one immutable record, with `/name` and `/deleted` as later edits.
 */
export interface SheetEntry {
  id: string
  /** As people see it. */
  name: string
  /** Where it was authored to lie, relative to the site's root; absent for one that stands inside a page. */
  path?: string
  /** Of one inside a page: the path of that page, from which relative URLs in it count. */
  base?: string
  /** The order among the stylesheets. */
  at: string
  /** It began with a byte order mark. */
  bom: boolean
  /** White space behind the last rule. */
  tail: string
  /** What closes the blocks, brackets and strings that its text left open: not printed. */
  open: string
}

export const sheetPrefix = 'sheet:'
export const sheetKey = (id: string) => `${sheetPrefix}${id}`

/** One stylesheet; undefined if there is none of that id, or it is deleted. */
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

/** The stylesheet of a path; undefined if none lies there. */
export function sheetByPath(site: View, path: string): SheetEntry | undefined {
  return sheetEntries(site).find((each) => each.path === path)
}

/** The order key of one more stylesheet. */
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
