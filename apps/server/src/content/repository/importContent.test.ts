import { describe } from 'vitest'
import { type ChosenCases, databasesOf, onlyChosen } from '../../../testing/cases.ts'
import { testDatabases } from '../../../testing/databases.ts'
import { importContentCases } from './importContent.cases.ts'

const chosen: ChosenCases = {
  sqlite: [
    'is one change, whose entries may refer to each other in any order',
    'is not there for anybody until it is whole, and is finished by the next server when one is killed',
  ],
}

describe.each(databasesOf(testDatabases(), chosen))('content that is taken over from a remote, on $name', (database) =>
  importContentCases(database, onlyChosen(database, chosen)),
)
