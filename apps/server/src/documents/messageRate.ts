/** Limits how many messages a sender may send in a row, and in each second over time. */
export interface MessageRate {
  /** Whether one more message is within the limit; it counts if it is. */
  take(): boolean
}

/** @param now epoch milliseconds */
export function createMessageRate(burst: number, perSecond: number, now: () => number): MessageRate {
  let left = burst
  let at = now()
  return {
    take() {
      // A clock that is set back gives nothing and takes nothing.
      left = Math.min(burst, left + (Math.max(0, now() - at) / 1000) * perSecond)
      at = now()
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}
