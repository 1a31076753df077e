/** Spreads a burst of work over iterations of the event loop. */
export interface BurstLimiter {
  /** Resolves at once while few callers wait, otherwise in one of the next iterations of the event loop, in order. */
  next(): Promise<void>
  /** How many callers of `next` wait. */
  readonly waiting: number
}

/**
 * Spreads work that comes in a burst over iterations of the event loop. When everything that a run's start awaits is at
 * hand, a thousand starts would otherwise follow one another without a pause, and every answer that is being written
 * would stall.
 * @param perIteration how many may begin in one iteration
 */
export function createBurstLimiter(perIteration = 3): BurstLimiter {
  const waiting: (() => void)[] = []
  let left = perIteration
  let counting = false

  function count() {
    if (counting) return
    counting = true
    setImmediate(() => {
      counting = false
      left = perIteration
      for (const begin of waiting.splice(0, perIteration)) {
        left -= 1
        begin()
      }
      if (waiting.length > 0) count()
    })
  }

  return {
    get waiting() {
      return waiting.length
    },
    next() {
      count()
      if (left > 0 && waiting.length === 0) {
        left -= 1
        return Promise.resolve()
      }
      return new Promise((resolve) => waiting.push(resolve))
    },
  }
}
