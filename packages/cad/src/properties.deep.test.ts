/** Tries the properties of these files with many more inputs than `npm test` does (`numRuns`). */
import './build/edits.test.ts'
import './build/sameBits.test.ts'
import './exchange/exchange.test.ts'
import './rehearsals/rehearsals.test.ts'
import './sketch/solve.test.ts'
