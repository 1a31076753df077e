/** Slows guessing of passwords: only failures count, and a success forgets those of its account. */
export interface SignInLimit {
  /** Seconds to wait, or 0 where an attempt may be made now. */
  wait(email: string, address: string): number
  failed(email: string, address: string): void
  succeeded(email: string, address: string): void
}

const window = 10 * 60_000
const perAccount = 10
const perAddress = 100

/** A person may mistype ten times in ten minutes per account and address; an address may fail a hundred times. */
export function createSignInLimit(now: () => number): SignInLimit {
  const failures = new Map<string, number[]>()
  const recent = (key: string) => {
    const kept = (failures.get(key) ?? []).filter((at) => at > now() - window)
    if (kept.length > 0) failures.set(key, kept)
    else failures.delete(key)
    return kept
  }
  const waitOf = (key: string, most: number) => {
    const kept = recent(key)
    const oldest = kept[kept.length - most]
    return oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + window - now()) / 1000))
  }
  const account = (email: string, address: string) => `${address} ${email.toLowerCase()}`
  return {
    wait: (email, address) => Math.max(waitOf(account(email, address), perAccount), waitOf(address, perAddress)),
    failed(email, address) {
      if (failures.size > 10_000) for (const key of [...failures.keys()]) recent(key)
      for (const key of [account(email, address), address]) failures.set(key, [...recent(key), now()])
    },
    succeeded: (email, address) => {
      failures.delete(account(email, address))
    },
  }
}
