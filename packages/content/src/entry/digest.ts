import type { Json } from '@atelier/documents'
import { isList, isRecord } from '../model/json.ts'

/**
 * A digest of the values of a locale, for telling whether a translation's source has changed since. Names of fields do
 * not count, so that renaming one makes no translation stale. 53 bits, as 11 digits of base 36.
 */
export const digestOf = (values: Readonly<Record<string, Json>>): string =>
  hash53(Object.values(values).map(canonical).sort().join('\n'))

function canonical(value: Json): string {
  if (isList(value)) return `[${value.map(canonical).join(',')}]`
  if (!isRecord(value)) return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name] ?? null)}`)
  return `{${members.join(',')}}`
}

/** Two multiplicative hashes over UTF-16 code units, mixed into 53 bits; not for secrets. */
function hash53(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    high = Math.imul(high ^ code, 0x9e3779b1)
    low = Math.imul(low ^ code, 0x5f356495)
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
  return (4_294_967_296 * (low & 0x1fffff) + (high >>> 0)).toString(36).padStart(11, '0')
}
