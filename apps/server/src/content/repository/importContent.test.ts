import { describe } from 'vitest'
import { wholeOnSqlite } from '../../../testing/cases.ts'
import { testDatabases } from '../../../testing/databases.ts'
import { importContentCases } from './importContent.cases.ts'

const onPostgres = 'is not there for anybody until it is whole, and is finished by the next server when one is killed'

describe.each(testDatabases())('content that is taken over from a remote, on $name', (database) =>
  importContentCases(database, wholeOnSqlite(database, onPostgres)),
)
