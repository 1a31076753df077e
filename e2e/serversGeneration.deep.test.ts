/** Slow by design: two servers carry out a generation, of which one dies. */
import { describe, it } from 'vitest'
import { databases } from './support/preparedDatabase.ts'
import { expectSameGeneration } from './support/serverLoss.ts'

// covers packages/agent/src/run apps/server/src/generations

describe.runIf(databases.includes('postgres'))('two servers on one Postgres', () => {
  it('carry out a generation together; when one dies the other continues, requests nothing twice and makes the same site', async () => {
    await expectSameGeneration('short')
  })
})
