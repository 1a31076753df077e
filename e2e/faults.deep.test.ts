/** Slow by design: two servers are started for every step of a run, on both databases. */

import { describe, it } from 'vitest'
import { runSteps } from '../packages/agent/src/contract/step.ts'
import { expectNothingLost } from './support/faults.ts'
import { databases } from './support/preparedDatabase.ts'

describe.each(databases)('a server killed at any step of a run, on %s', (database) => {
  it('continues where it was: nothing lost, nothing done or paid twice, and all of it can be undone', async () => {
    // On Postgres most of a trial is waiting until the dead server's lease has run out.
    await expectNothingLost(database, runSteps, database === 'postgres' ? 8 : 4)
  }, 600_000)
})
