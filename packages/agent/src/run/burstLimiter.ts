/** Spreads a burst of work over iterations of the event loop. */
export interface BurstLimiter {
  /** Resolves at once while few callers wait, otherwise in one of the next iterations of the event loop, in order. */
  next(): Promise<void>
  /** How many callers of `next` wait. */
  readonly waiting: number
}

/** At most this many callers begin in one iteration beyond `perIteration`. */
const mostFurther = 50

/**
 * Spreads work that comes in a burst over iterations of the event loop. When everything that a run's start awaits is at
 * hand, a thousand starts would otherwise follow one another without a pause, and every answer that is being written
 * would stall.
 * @param perIteration how many may begin in one iteration
 * @param budgetMs further ones begin within the same iteration while the first ones have taken less than this, in
 *   milliseconds: on a busy server iterations are long, and a fixed number of them would let too few begin
 */
export function createBurstLimiter(perIteration = 3, budgetMs = 0): BurstLimiter {
  const waiting: (() => void)[] = []
  let left = perIteration
  let counting = false

  function count() {
    if (counting) return
    counting = true
    let since = 0
    setImmediate(() => {
      since = performance.now()
      counting = false
      left = perIteration
      for (const begin of waiting.splice(0, perIteration)) {
        left -= 1
        begin()
      }
      if (waiting.length > 0) count()
    })
    if (budgetMs === 0) return
    // Requested together, so that they run in one iteration, each after the microtasks of the one before.
    const further = Math.min(waiting.length, mostFurther)
    for (let at = 0; at < further; at++) {
      setImmediate(() => {
        if (performance.now() - since < budgetMs) waiting.shift()?.()
      })
    }
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
