import { describe } from 'vitest'
import { wholeOnSqlite } from '../../../testing/cases.ts'
import { testDatabases } from '../../../testing/databases.ts'
import { branchRefCases } from './branchRefs.cases.ts'

const onPostgres = 'follows its document, moves on with the content, and keeps files of others'

describe.each(testDatabases())('an open branch in the repository, on $name', (database) =>
  branchRefCases(database, wholeOnSqlite(database, onPostgres)),
)
