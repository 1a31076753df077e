import { describe } from 'vitest'
import { wholeOnSqlite } from '../../../testing/cases.ts'
import { testDatabases } from '../../../testing/databases.ts'
import { outsideBadInputCases } from './outsideBadInput.cases.ts'

const onPostgres = 'edits that waited for a file are written as soon as it is mended, also to what it was before'

describe.each(testDatabases())('a remote with files that nobody should have made, on $name', (database) =>
  outsideBadInputCases(database, wholeOnSqlite(database, onPostgres)),
)
