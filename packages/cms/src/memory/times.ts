import type { DaySpan } from './vocabulary.ts'

const DAY = 24 * 60 * 60 * 1_000

/** The time of a reader. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now: number
  /** An IANA name, such as `Europe/Berlin`. */
  timeZone: string
}

/** Tells whether a moment lies in a span of days, by the calendar of the reader's zone. */
export function createDays({ now, timeZone }: Clock): (at: number, span: DaySpan) => boolean {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const dayOf = (at: number) => Date.parse(`${format.format(at)}T00:00:00Z`) / DAY
  const today = dayOf(now)
  return (at, { from, to, weekday }) => {
    const day = dayOf(at)
    const ago = today - day
    if (ago < to || ago > from) return false
    // The first of January 1970 was a Thursday.
    return weekday === undefined || (day + 4) % 7 === weekday
  }
}
