/** Slow by design: kills many servers at many moments of a write, a fetch and a push. */
import { describe } from 'vitest'
import { testDatabases } from '../../../testing/databases.ts'
import { killedContent } from '../../../testing/killedContent.ts'

describe.each(testDatabases())('the repository of a server that is killed, on $name', (database) =>
  killedContent(database, 8),
)
