/** Tries the properties of these files with many more inputs than `npm test` does (`numRuns`). */
import './schedules.test.ts'
