/** At most this many tries of one request, and this much waiting between them. */
export const maxTries = 4
export const maxWaitMs = 60_000

export interface RetryAdvice {
  retryable: boolean
  /** The wait that the server requested, in milliseconds. */
  retryAfterMs?: number
}

/**
 * Whether an HTTP failure may be tried again: `x-should-retry` wins; otherwise 408, 409, 429 and 5xx. The wait is
 * `retry-after-ms`, else `retry-after` in seconds or as a date. The rule of the providers' own clients.
 */
export function retryAdvice(status: number, headers: Headers, now: number): RetryAdvice {
  const told = headers.get('x-should-retry')
  const retryable = told === 'true' || (told !== 'false' && ([408, 409, 429].includes(status) || status >= 500))
  const retryAfterMs = retryAfter(headers, now)
  return retryAfterMs === undefined ? { retryable } : { retryable, retryAfterMs }
}

function retryAfter(headers: Headers, now: number): number | undefined {
  const exact = Number.parseFloat(headers.get('retry-after-ms') ?? '')
  if (Number.isFinite(exact) && exact >= 0) return exact
  const header = headers.get('retry-after')
  if (header === null) return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/**
 * How long to wait before try `next` (2 for the first repetition): what the server requested, otherwise 0.5 s doubled
 * each time up to 8 s, less up to a quarter of jitter. `random` returns 0…1.
 */
export function retryDelay(next: number, retryAfterMs: number | undefined, random: () => number): number {
  if (retryAfterMs !== undefined) return retryAfterMs
  const full = Math.min(8000, 500 * 2 ** Math.max(0, next - 2))
  return Math.round(full * (1 - 0.25 * random()))
}
