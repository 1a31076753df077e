import { describe } from 'vitest'
import { wholeOnSqlite } from '../../../testing/cases.ts'
import { testDatabases } from '../../../testing/databases.ts'
import { syncCases } from './sync.cases.ts'

const onPostgres = 'edits there and here of other fields, entries and files are merged, and pushed back'

describe.each(testDatabases())('a remote that others push to, on $name', (database) =>
  syncCases(database, wholeOnSqlite(database, onPostgres)),
)
