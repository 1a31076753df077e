import { describe } from 'vitest'
import { testDatabases } from '../../../testing/databases.ts'
import { killedContent } from '../../../testing/killedContent.ts'

describe.each(testDatabases())('the repository of a server that is killed, on $name', (database) =>
  killedContent(database, database.name === 'sqlite' ? 1 : 0),
)
