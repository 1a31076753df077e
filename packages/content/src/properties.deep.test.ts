/** Tries the properties of these files with many more inputs than `npm test` does (`numRuns`). */
import './branch/reader.test.ts'
import './format/changes.test.ts'
import './format/roundTrip.test.ts'
import './operations/branches/branchProperties.test.ts'
import './operations/models/shareFields.test.ts'
import './operations/undo.test.ts'
import './prompt/state.test.ts'
import './stored/derivePublished.test.ts'
