import type { CompileUtilities } from '@atelier/site'
import { TaskGivenUp, type Threads } from './threads.ts'

const DEADLINE_MS = 15_000

/** Compiles utility classes in a thread, so that other requests do not wait for it. */
export function createUtilityCompiler(threads: Pick<Threads, 'use'>): CompileUtilities {
  return async (source, classes) => {
    try {
      const { compiled } = await threads.use(DEADLINE_MS, (session) =>
        session.carryOut({ kind: 'utilities', source, classes }, { open: async () => undefined }),
      )
      return compiled ?? { problem: 'the thread returned nothing' }
    } catch (error) {
      if (error instanceof TaskGivenUp) return { problem: `it took longer than ${DEADLINE_MS / 1000} seconds` }
      throw error
    }
  }
}
