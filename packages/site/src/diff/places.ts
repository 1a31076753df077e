import type { ChangeLine, View } from '@atelier/documents'
import { redirectRecord } from '../publish/redirects.ts'
import { sheetEntry, sheetPrefix } from '../sheet/records.ts'
import { diffLine, idsOf } from './line.ts'

/** The changes to stylesheets beside the site's own; their rules have lines of their own. */
export function sheetLines(keys: readonly string[], before: View, after: View): ChangeLine[] {
  return idsOf(keys, sheetPrefix).flatMap((id) => {
    const [old, now] = [sheetEntry(before, id), sheetEntry(after, id)]
    const entry = now ?? old
    if (!entry) return []
    const place = (sheet: typeof entry | undefined) => sheet && (sheet.path ?? sheet.base ?? sheet.name)
    if (!old || !now) return diffLine('stylesheet', entry.name, place(old), place(now), `${sheetPrefix}${id}`, id)
    return diffLine('stylesheet', `${now.name} name`, old.name, now.name, `${sheetPrefix}${id}/name`, id)
  })
}

/** The changes to redirects. */
export function redirectLines(keys: readonly string[], before: View, after: View): ChangeLine[] {
  return keys.flatMap((key) => {
    const [old, now] = [redirectRecord(before, key), redirectRecord(after, key)]
    const record = now ?? old
    return record ? diffLine('redirect', record.from, old?.to, now?.to, key) : []
  })
}
