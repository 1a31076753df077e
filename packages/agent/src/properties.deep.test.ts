/** Tries the properties of these files with many more inputs than `npm test` does (`numRuns`). */
import './pitfalls/full-window.test.ts'
import './queue/queue.test.ts'
import './transcript/elide.test.ts'
import './transcript/histories.test.ts'
import './transcript/toTurns.test.ts'
