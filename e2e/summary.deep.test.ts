/** Slow by design: a server is killed in every answer around a summary, on both databases. */

import { databases } from './support/preparedDatabase.ts'
import { describeSummaryKills, haltedSteps, halts } from './support/summaries.ts'

for (const database of databases) {
  // The middle of a step is slower on Postgres, where a lease must run out, and the same there.
  const steps = database === 'sqlite' ? Object.values(haltedSteps) : [haltedSteps.before]
  describeSummaryKills(database, { halts: Object.values(halts), steps })
}
