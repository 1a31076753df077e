import { describe } from 'vitest'
import { wholeOnSqlite } from '../../../testing/cases.ts'
import { testDatabases } from '../../../testing/databases.ts'
import { branchSyncCases } from './branchSync.cases.ts'

const onPostgres = 'a branch that moves there is followed, and edits there and here are merged by field'

describe.each(testDatabases())('branches of a remote, on $name', (database) =>
  branchSyncCases(database, wholeOnSqlite(database, onPostgres)),
)
