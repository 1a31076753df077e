import { generateNKeysBetween } from 'fractional-indexing'

/** Order keys for the first `count` siblings of a list. */
export const firstOrders = (count: number): string[] => generateNKeysBetween(null, null, count)

/**
 * An order key behind `before` and in front of `after` (an absent side is open). If the two are equal, which two people
 * can bring about at once, or no generator made them, the key is behind both.
 */
export function orderBetween(before: string | undefined, after: string | undefined): string {
  const low = before ?? null
  const high = after ?? null
  try {
    if (low === null || high === null || low < high) return generateNKeysBetween(low, high, 1)[0] ?? ''
    return generateNKeysBetween(low, null, 1)[0] ?? ''
  } catch {
    return `${before ?? ''}V`
  }
}
