import { databases } from './support/preparedDatabase.ts'
import { describeSummaryKills, halts } from './support/summaries.ts'

describeSummaryKills('sqlite', { halts: [halts.summary], steps: [] })
if (databases.includes('postgres')) describeSummaryKills('postgres', { halts: [halts.call], steps: [] })

// covers packages/agent/src/transcript packages/agent/src/loop
