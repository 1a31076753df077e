/** How long a value is kept at most, in milliseconds: another server's change may be known before it can be read here. */
const LONGEST = 30_000

/**
 * Returns what is kept under a key, or makes it.
 *
 * @param seq the number of the last change of the content, read before anything that the value is made of
 */
export type Keep<Value> = (key: string, seq: number, make: () => Promise<Value>) => Promise<Value>

/**
 * Keeps what was made of the content until something of it changes.
 *
 * @param most how many values are kept: those that were asked for last
 */
export function createKept<Value>(most: number, now: () => number): Keep<Value> {
  const kept = new Map<string, { seq: number; at: number; value: Promise<Value> }>()
  return (key, seq, make) => {
    const known = kept.get(key)
    const isCurrent = known !== undefined && known.seq === seq && now() - known.at < LONGEST
    const own = isCurrent ? known : { seq, at: now(), value: make() }
    kept.delete(key)
    kept.set(key, own)
    for (const oldest of kept.keys()) if (kept.size > most) kept.delete(oldest)
    own.value.catch(() => {
      if (kept.get(key) === own) kept.delete(key)
    })
    return own.value
  }
}
