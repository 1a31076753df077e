import * as strings from './strings.ts'
/** `3 minutes ago`, in the browser's language of the studio, from epoch milliseconds. */
export function ago(at: number, now: number = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000))
  if (seconds < 45) return 'just now'
  const units: [number, string][] = [
    [60, 'minute'],
    [3600, 'hour'],
    [86_400, 'day'],
    [604_800, 'week'],
    [2_629_800, 'month'],
    [31_557_600, 'year'],
  ]
  const [size, name] = units.findLast(([each]) => seconds >= each * 0.75) ?? [60, 'minute']
  return strings.ago(count(Math.max(1, Math.round(seconds / size)), name))
}

/** `1 page`, `2 pages`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** A size in bytes for people: `812 B`, `14 kB`, `2.4 MB`. */
export function bytes(size: number): string {
  if (size < 1000) return `${size} B`
  if (size < 1_000_000) return `${Math.round(size / 1000)} kB`
  return `${(size / 1_000_000).toFixed(1)} MB`
}

/** A moment by the clock of this browser: `23 Nov 2026, 00:52`, from epoch milliseconds. */
export function dateAndTime(at: number): string {
  return new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
}
