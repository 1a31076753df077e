import type { EntryLocale } from './entry.ts'

/** Whether visitors see an entry in a locale at a time. @param at epoch milliseconds */
export function isSeen({ meta, standIn }: Pick<EntryLocale, 'meta' | 'standIn'>, at: number): boolean {
  if (meta.status !== 'published' || standIn) return false
  const { publish_at: from, expire_at: until } = meta
  // An invalid time counts as one that has not come, or is over.
  return (from === undefined || Date.parse(from) <= at) && (until === undefined || Date.parse(until) > at)
}

/** When what visitors see of an entry in a locale changes by itself next, after a time; Infinity if never. */
export function nextChange({ meta }: Pick<EntryLocale, 'meta'>, at: number): number {
  const times = [meta.publish_at, meta.expire_at].map((each) => (each === undefined ? Number.NaN : Date.parse(each)))
  return Math.min(...times.filter((each) => each > at))
}
