import { describe } from 'vitest'
import { type ChosenCases, databasesOf, onlyChosen } from '../../../testing/cases.ts'
import { testDatabases } from '../../../testing/databases.ts'
import { branchRefCases } from './branchRefs.cases.ts'

const chosen: ChosenCases = {
  sqlite: [
    'follows its document, moves on with the content, and keeps files of others',
    'is a parent of the commit that merges it, and its ref goes when it has been closed for long enough',
  ],
}

describe.each(databasesOf(testDatabases(), chosen))('an open branch in the repository, on $name', (database) =>
  branchRefCases(database, onlyChosen(database, chosen)),
)
