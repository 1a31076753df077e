/** Slow by design: the hundreds of tests of the public suite, over real sockets, once more on the second database. */
import { deepDatabases } from '../../testing/databases.ts'
import { conformance } from '../../testing/streamConformance.ts'

for (const database of deepDatabases()) conformance(database)
