import type { Draft, Json } from '@atelier/documents'
import { isRecord } from '../document/node.ts'
import { ruleEdits, ruleKey, rulePrefix } from './records.ts'

/** Copies the rules of one stylesheet into another, behind nothing: a page's own sheet for its copy. */
export function copySheet(site: Draft, from: string, to: string, newId: () => string): void {
  const births = new Map<string, { readonly [key: string]: Json }>()
  for (const key of site.keys(rulePrefix)) {
    if (key.includes('/')) continue
    const birth = site.get(key)
    if (isRecord(birth) && birth.sheet === from) births.set(key.slice(rulePrefix.length), birth)
  }
  if (births.size === 0) return
  const ids = new Map([...births.keys()].map((id) => [id, newId()]))
  for (const [id, birth] of births) {
    const edits = ruleEdits(site, id).get(id) ?? new Map<string, Json>()
    const copy = ids.get(id)
    if (copy === undefined || edits.get('deleted') === true) continue
    const parent = typeof birth.parent === 'string' ? ids.get(birth.parent) : undefined
    site.set(ruleKey(copy), { ...birth, sheet: to, ...(parent === undefined ? {} : { parent }) })
    for (const [name, value] of edits) site.set(`${ruleKey(copy)}/${name}`, value)
  }
}
