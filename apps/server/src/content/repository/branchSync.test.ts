import { describe } from 'vitest'
import { type ChosenCases, databasesOf, onlyChosen } from '../../../testing/cases.ts'
import { testDatabases } from '../../../testing/databases.ts'
import { branchSyncCases } from './branchSync.cases.ts'

const chosen: ChosenCases = {
  sqlite: [
    'an open branch is pushed, follows its document, and goes there when it was closed long enough ago',
    'the same field on both sides of a branch stays as it is here, and is a conflict on a branch of its own',
  ],
}

describe.each(databasesOf(testDatabases(), chosen))('branches of a remote, on $name', (database) =>
  branchSyncCases(database, onlyChosen(database, chosen)),
)
