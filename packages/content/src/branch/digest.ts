import type { Json } from '@atelier/documents'

/**
 * A short digest of a JSON value, 16 hexadecimal digits, by which it is seen that a value is no longer the same. The
 * order of an object's members does not count. It is no protection against values that are made to collide.
 */
export function digestJson(value: Json): string {
  const text = canonical(value)
  // Two runs of MurmurHash3's mixing over the UTF-16 units, with different seeds and primes.
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}

function canonical(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonical).join(',')}]`
  const members = Object.keys(value).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name] ?? null)}`).join(',')}}`
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
