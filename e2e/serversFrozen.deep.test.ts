/** Slow by design: a server is frozen until its leases have run out. */
import { describe, it } from 'vitest'
import { databases } from './support/preparedDatabase.ts'
import { expectFrozenIsReplaced } from './support/serverLoss.ts'

// covers packages/agent/src/run apps/server/src/database

describe.runIf(databases.includes('postgres'))('two servers on one Postgres', () => {
  it('continue the runs of one that is frozen, which does nothing more to them when it thaws', async () => {
    await expectFrozenIsReplaced('short')
  })
})
