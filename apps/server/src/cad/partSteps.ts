import type { PartStore } from '@atelier/cad'

/** The most runs and callers whose steps are known. */
const MOST_CALLERS = 500

/** The steps of runs and callers on parts. A server that restarts has forgotten them; the undo of a run has not. */
export function createPartSteps(): PartStore['steps'] {
  const known = new Map<string, Parameters<PartStore['steps']['set']>[1]>()
  return {
    get: (caller) => known.get(caller),
    set(caller, steps) {
      known.delete(caller)
      known.set(caller, steps)
      const [oldest] = known.keys()
      if (known.size > MOST_CALLERS && oldest !== undefined) known.delete(oldest)
    },
  }
}
