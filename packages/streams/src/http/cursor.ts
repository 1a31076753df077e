/** Durable Streams protocol, 8.1: cursors count intervals of 20 seconds from this moment. */
const epoch = Date.UTC(2024, 9, 9)
const intervalMs = 20_000
const maxJitterMs = 3_600_000

/**
 * The cursor of a live answer. A client that comes back within one interval, or with a cursor of the future, gets one
 * that lies ahead by a random step, so that a cache never serves it its own last answer again.
 */
export function nextCursor(given: string | null, now: number, random: () => number): string {
  const current = Math.floor((now - epoch) / intervalMs)
  const sent = given !== null && /^\d{1,15}$/.test(given) ? Number(given) : -1
  if (sent < current) return String(current)
  return String(sent + Math.max(1, Math.ceil((random() * maxJitterMs) / intervalMs)))
}
