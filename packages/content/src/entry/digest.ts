import type { Json } from '@atelier/documents'
import { isList, isRecord } from '../model/json.ts'

/** Up to so many values, such as the fields of a model, each has a digest of its own. */
const MAX_PARTS = 64
/** Digits of the digest of one value among others. */
const PART = 7

/**
 * A digest of the values of a locale, for telling whether a translation's source has changed since. Names of fields do
 * not count, so that renaming one makes no translation stale. For up to 64 values 7 digits of base 36 each, so that the
 * changed ones can be told; of more, such as the terms of a large dictionary, 11 digits for all of them.
 */
export function digestOf(values: Readonly<Record<string, Json>>): string {
  const texts = Object.values(values).map(canonical)
  if (texts.length > MAX_PARTS) return hash53(texts.sort().join('\n'))
  return [...new Set(texts.map(digestPart))].sort().join('.')
}

/**
 * A digest of the values of a locale with the keys of their fields, so that no two states of an entry share one: 22 digits
 * of base 36, whatever the order of the keys.
 */
export function publishedDigest(values: Readonly<Record<string, Json>>): string {
  const text = canonical(values)
  return `${hash53(text)}${hash53(`published ${text}`)}`
}

/**
 * The names of the values that were not among those of a digest; undefined if it does not tell.
 * @param digest as `digestOf` made it
 */
export function changedSince(values: Readonly<Record<string, Json>>, digest: string): string[] | undefined {
  const parts = new Set(digest.split('.'))
  if (Object.keys(values).length > MAX_PARTS || [...parts].some((part) => part.length > PART)) return undefined
  return Object.entries(values).flatMap(([name, value]) => (parts.has(digestPart(canonical(value))) ? [] : [name]))
}

/**
 * The digest of a translation of which two people have made parts, each from a source of their own: what either has seen
 * of the source as it is now. The same whichever of the two comes first.
 */
export function uniteDigests(one: string, other: string, source: Readonly<Record<string, Json>>): string {
  const now = digestOf(source)
  const seen = new Set([...one.split('.'), ...other.split('.')])
  const parts = now.split('.').filter((part) => seen.has(part))
  return parts.length > 0 ? parts.join('.') : one < other ? one : other
}

/**
 * The digest of a translation whose source is written otherwise without having been edited, since its model was changed or
 * what it refers to was renamed. Earlier changes still count as changes.
 */
export function carryDigest(
  digest: string,
  before: Readonly<Record<string, Json>>,
  after: Readonly<Record<string, Json>>,
): string {
  if (digest === digestOf(before)) return digestOf(after)
  const parts = new Set(digest.split('.'))
  if ([...parts].some((part) => part.length > PART)) return digest
  const kept = new Set(Object.values(after).map((value) => digestPart(canonical(value))))
  for (const [name, value] of Object.entries(before)) {
    const [from, to] = [digestPart(canonical(value)), after[name]]
    if (!parts.has(from) || (to !== undefined && digestPart(canonical(to)) === from)) continue
    if (!kept.has(from)) parts.delete(from)
    if (to !== undefined) parts.add(digestPart(canonical(to)))
  }
  return [...parts]
    .filter((part) => part !== '')
    .sort()
    .join('.')
}

const digestPart = (text: string): string => hash53(text).slice(-PART)

function canonical(value: Json | Readonly<Record<string, Json>>): string {
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
