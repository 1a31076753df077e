import { createHmac } from 'node:crypto'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** How many addresses are kept. */
const MOST_KEPT = 20_000

/** How much addresses ask of this process. Only a digest of an address is kept, which is another one each day. */
export interface AddressLimit {
  /** The digest of an address for one purpose, such as a form. */
  keyOf(purpose: string, address: string): string
  /** Milliseconds that a key has to wait; undefined if it does not. */
  wait(key: string): number | undefined
  /** Lets a key wait until a time, in epoch milliseconds. */
  fill(key: string, until: number): void
  /** Counts one more within a minute. Milliseconds to wait if that is more than `perMinute`; undefined otherwise. */
  take(key: string, perMinute: number): number | undefined
}

/** @param salt a secret of this installation */
export function createAddressLimit({ salt, now }: { salt: string; now(): number }): AddressLimit {
  /** Until when a key is counted or waits, and how often it has asked by then. */
  const kept = new Map<string, { count: number; until: number; full: boolean }>()

  function put(key: string, entry: { count: number; until: number; full: boolean }): void {
    kept.delete(key)
    const [oldest] = kept.keys()
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    kept.set(key, entry)
  }

  function wait(key: string): number | undefined {
    const at = now()
    const known = kept.get(key)
    if (!known) return undefined
    // Nothing waits longer than a minute: the clock was set back.
    const isOver = known.until <= at || known.until > at + 2 * MINUTE
    if (isOver) kept.delete(key)
    return known.full && !isOver ? known.until - at : undefined
  }

  return {
    keyOf: (purpose, address) =>
      createHmac('sha256', salt)
        .update(`${Math.floor(now() / DAY)} ${purpose} ${networkOf(address)}`)
        .digest('base64url'),
    wait,
    fill: (key, until) => put(key, { count: 0, until, full: true }),
    take(key, perMinute) {
      const waiting = wait(key)
      if (waiting !== undefined) return waiting
      const known = kept.get(key)
      if (!known) put(key, { count: 1, until: now() + MINUTE, full: false })
      else {
        known.count += 1
        known.full = known.count > perMinute
      }
      return wait(key)
    },
  }
}

/**
 * The part of an address that belongs to one person: of IPv6 its first half, since a line has 2^64 of them; an IPv4 one in
 * IPv6 as it is.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%')
  if (!plain.includes(':') || plain.includes('.')) return plain.replace(/^::ffff:/, '')
  const [head = '', tail] = plain.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
