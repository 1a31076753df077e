import { Refusal } from '../http/refusal.ts'

/** Work that costs much, a little of it at a time. */
export interface FairLine {
  /**
   * Does the work when it is the caller's turn. Callers take turns, so that a caller who sends many keeps no other waiting.
   * @throws Refusal 503 if too much of the same caller waits already
   */
  take<Result>(caller: string, work: () => Promise<Result>): Promise<Result>
}

/**
 * @param atOnce how many works run at a time
 * @param mostWaiting works of one caller that may wait
 */
export function createFairLine(atOnce: number, mostWaiting: number): FairLine {
  /** The waiting works by caller; the caller whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>()
  let free = atOnce

  function turn(caller: string): Promise<void> {
    const own = waiting.get(caller) ?? []
    if (own.length >= mostWaiting) {
      const hint = 'Send it again in a second.'
      throw new Refusal(503, 'busy', 'Too many requests came at once.', { hint }, { 'Retry-After': '1' })
    }
    waiting.set(caller, own)
    return new Promise((resolve) => own.push(resolve))
  }

  function next(): void {
    const [first] = waiting
    if (!first) {
      free += 1
      return
    }
    const [caller, own] = first
    const begin = own.shift()
    waiting.delete(caller)
    if (own.length > 0) waiting.set(caller, own)
    begin?.()
  }

  return {
    async take(caller, work) {
      if (free > 0) free -= 1
      else await turn(caller)
      try {
        return await work()
      } finally {
        next()
      }
    },
  }
}
