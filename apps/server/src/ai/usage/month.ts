/** The first millisecond of the calendar month in UTC that `at` is in: every server and every person agrees on it. */
export function monthStart(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
}

/** The first millisecond of the next month. */
export function monthEnd(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}
