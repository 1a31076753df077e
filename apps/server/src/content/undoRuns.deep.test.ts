/** Slow by design: many random histories, each of some twenty edits on a server. */
import { undoRunCases } from './undoRuns.cases.ts'

undoRunCases(20)
