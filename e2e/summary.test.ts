import { databases } from './support/preparedDatabase.ts'
import { describeSummaryKills, haltedSteps, halts } from './support/summaries.ts'

describeSummaryKills('sqlite', { halts: [halts.summary, halts.end], steps: [haltedSteps.middle] })
if (databases.includes('postgres')) describeSummaryKills('postgres', { halts: [halts.call], steps: [] })

// covers packages/agent/src/transcript packages/agent/src/loop
