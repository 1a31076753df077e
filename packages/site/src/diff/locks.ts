import type { ChangeLine, View } from '@atelier/documents'
import { lockPrefix } from '../document/locks.ts'
import { page } from '../document/pages.ts'

/** The locks that were set and taken away. */
export function lockLines(keys: readonly string[], before: View, after: View): ChangeLine[] {
  return keys.flatMap((key): ChangeLine[] => {
    if (!key.startsWith(lockPrefix) || before.has(key) === after.has(key)) return []
    const [id = '', nodeId] = key.slice(lockPrefix.length).split('/')
    const label = page(after, id)?.title ?? page(before, id)?.title ?? id
    return [
      {
        kind: after.has(key) ? 'added' : 'removed',
        what: 'lock',
        target: nodeId ?? id,
        label: nodeId === undefined ? label : `${label}: ${nodeId}`,
        part: key,
      },
    ]
  })
}
