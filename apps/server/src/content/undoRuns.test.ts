import { undoRunCases } from './undoRuns.cases.ts'

undoRunCases(3)
