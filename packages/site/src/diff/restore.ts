import { type Draft, equalJson, type Fields, type Json, type Patch, patchOf } from '@atelier/documents'

/** The patches that lead from one state of a document to another. */
export function patchesBetween(before: Fields, after: Fields): Patch[] {
  const patches: Patch[] = []
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[key], after[key]]
    if (!equalJson(was, is)) patches.push(patchOf(key, was, is))
  }
  return patches
}

/** The fields of a site document that belong to one page: its entry, its settings and the styles of its own. */
export function isOfPage(fields: Fields, key: string, pageId: string): boolean {
  if (key === `page:${pageId}` || key.startsWith(`page:${pageId}/`)) return true
  if (!key.startsWith('rule:')) return false
  const rule = fields[key.split('/', 1)[0] ?? key]
  return typeof rule === 'object' && rule !== null && 'sheet' in rule && rule.sheet === pageId
}

/**
 * Restores an earlier state of a document, with one write per difference. Returns the keys that were written.
 * @param only selects the keys to restore; all if it is absent
 */
export function restoreFields(draft: Draft, fields: Fields, only?: (key: string, now: Fields) => boolean): string[] {
  const now: Record<string, Json> = {}
  for (const key of draft.keys()) {
    const value = draft.get(key)
    if (value !== undefined) now[key] = value
  }
  const written: string[] = []
  for (const { key, after } of patchesBetween(now, fields)) {
    if (only && !only(key, now) && !only(key, fields)) continue
    if (after === undefined) draft.delete(key)
    else draft.set(key, after)
    written.push(key)
  }
  return written
}
