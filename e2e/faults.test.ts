import { describe, it } from 'vitest'
import type { RunStep } from '../packages/agent/src/contract/step.ts'
import { expectNothingLost } from './support/faults.ts'
import { databases } from './support/preparedDatabase.ts'

// covers packages/agent/src/run apps/server/src/database packages/streams/src

/** A request is answered, its call is executed, its call is done; `faults.deep.test.ts` has all steps. */
const steps = {
  sqlite: ['packet', 'callBegun'],
  postgres: ['callCommitted'],
} as const satisfies Record<string, readonly RunStep[]>

describe.each(databases)('a server killed at a step of a run, on %s', (database) => {
  it('continues where it was: nothing lost, nothing done or paid twice, and all of it can be undone', async () => {
    await expectNothingLost(database, steps[database], steps[database].length)
  })
})
