const steps: [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** A time in the past as a person says it: “just now”, “5 minutes ago”, “yesterday”. Epoch milliseconds. */
export function ago(at: number, now: number = Date.now(), locale = 'en'): string {
  const passed = now - at
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  for (const [unit, ms] of steps) if (passed >= ms) return format.format(-Math.floor(passed / ms), unit)
  return 'just now'
}
