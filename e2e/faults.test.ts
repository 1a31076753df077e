import { describe, it } from 'vitest'
import type { RunStep } from '../packages/agent/src/contract/step.ts'
import { expectNothingLost } from './support/faults.ts'
import { databases } from './support/preparedDatabase.ts'

// covers packages/agent/src/run apps/server/src/database packages/streams/src

/** One step of each kind: no request is out, one is answered, its calls are executed, a person is asked; `faults.deep.test.ts` has all. */
const steps = {
  sqlite: ['claimed', 'packet', 'callBegun', 'waiting'],
  postgres: ['packet', 'callCommitted'],
} as const satisfies Record<string, readonly RunStep[]>

describe.each(databases)('a server killed at a step of each kind, on %s', (database) => {
  it('continues where it was: nothing lost, nothing done or paid twice, and all of it can be undone', async () => {
    await expectNothingLost(database, steps[database], steps[database].length)
  })
})
