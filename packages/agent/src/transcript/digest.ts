import { isRecord } from '@atelier/operation'

/** Texts up to this length, such as ids, names and sentences, are kept. */
const shortText = 160
const items = 40
const maxDepth = 6
/** Longest digest, in characters of JSON; a longer one keeps only its outer form. */
const maxDigest = 4000

/**
 * The rest of a result that is not replayed whole: the same shape with its ids, counts and short values; long texts and
 * long lists are replaced by what they were. Small values are returned unchanged.
 */
export function digest(data: unknown): unknown {
  if (JSON.stringify(data ?? null).length <= shortText) return data
  const kept = shrink(data, 0, items)
  if (JSON.stringify(kept ?? null).length <= maxDigest) return kept
  const fewer = shrink(data, 0, 8)
  return JSON.stringify(fewer ?? null).length <= maxDigest ? fewer : shrink(data, maxDepth - 1, 8)
}

function shrink(value: unknown, depth: number, most: number): unknown {
  if (typeof value === 'string') {
    return value.length <= shortText ? value : `(a text of ${value.length} characters, left out)`
  }
  if (Array.isArray(value)) {
    if (depth >= maxDepth) return `(${value.length} items, left out)`
    const kept = value.slice(0, most).map((item) => shrink(item, depth + 1, most))
    return value.length > most ? [...kept, `(${value.length} in all, ${value.length - most} left out)`] : kept
  }
  if (!isRecord(value)) return value
  const entries = Object.entries(value)
  if (depth >= maxDepth) return `(${entries.length} fields, left out)`
  const kept = entries.slice(0, most).map(([key, member]) => [key, shrink(member, depth + 1, most)] as const)
  const rest = entries.length - kept.length
  return Object.fromEntries(rest > 0 ? [...kept, ['…', `(${entries.length} in all, ${rest} left out)`]] : kept)
}
