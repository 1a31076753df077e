/** Slow by design: the hundreds of tests of the public suite, over real sockets, once more on the second database. */
import { testDatabases } from '../../testing/databases.ts'
import { conformance } from '../../testing/streamConformance.ts'

for (const database of testDatabases().slice(-1)) conformance(database)
