import type { PartStore } from '@atelier/cad'

/** The most callers whose open sketch is known. */
const MOST_CALLERS = 2_000

/** The sketches that are open in conversations and for API keys. A server that restarts has forgotten them. */
export function createOpenSketches(): PartStore['openSketches'] {
  const opened = new Map<string, string>()
  return {
    get: (caller) => opened.get(caller),
    set(caller, sketch) {
      opened.delete(caller)
      if (sketch !== undefined) opened.set(caller, sketch)
      const [oldest] = opened.keys()
      if (opened.size > MOST_CALLERS && oldest !== undefined) opened.delete(oldest)
    },
  }
}
