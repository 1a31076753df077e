import { describe } from 'vitest'
import { wholeOnSqlite } from '../../../testing/cases.ts'
import { testDatabases } from '../../../testing/databases.ts'
import { projectionCases } from './projection.cases.ts'

const onPostgres = 'edits of several authors to the same entry are the states that there were'

describe.each(testDatabases())('the repository of a project, on $name', (database) =>
  projectionCases(database, wholeOnSqlite(database, onPostgres)),
)
