/** Hands out turns of the event loop. */
export interface Turns {
  /** Resolves at once while little is going on, otherwise in one of the next turns of the event loop, in order. */
  next(): Promise<void>
  /** How many wait for theirs. */
  readonly waiting: number
}

/**
 * Spreads work that comes in a burst over turns of the event loop: where everything that a run's start awaits is at
 * hand, a thousand starts would otherwise follow one another without a pause, and every answer that is being written
 * would stand still.
 * @param perTurn so many may begin in one turn
 */
export function createTurns(perTurn = 3): Turns {
  const waiting: (() => void)[] = []
  let left = perTurn
  let counting = false

  function count() {
    if (counting) return
    counting = true
    setImmediate(() => {
      counting = false
      left = perTurn
      for (const begin of waiting.splice(0, perTurn)) {
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
