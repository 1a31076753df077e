/** Slow by design: each test waits until leases of the usual seven seconds have run out. */

import { describe, it } from 'vitest'
import { databases } from './support/preparedDatabase.ts'
import { expectFrozenIsReplaced, expectSameGeneration } from './support/serverLoss.ts'

describe.runIf(databases.includes('postgres'))('two servers on one Postgres, with leases of the usual length', () => {
  it('continue the runs of one that is frozen, which does nothing more to them when it thaws', async () => {
    await expectFrozenIsReplaced('usual')
  })

  it('carry out a generation together; when one dies the other continues, requests nothing twice and makes the same site', async () => {
    await expectSameGeneration('usual')
  })
})
