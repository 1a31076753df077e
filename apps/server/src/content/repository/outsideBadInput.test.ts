import { describe } from 'vitest'
import { type ChosenCases, databasesOf, onlyChosen } from '../../../testing/cases.ts'
import { testDatabases } from '../../../testing/databases.ts'
import { outsideBadInputCases } from './outsideBadInput.cases.ts'

const chosen: ChosenCases = {
  sqlite: ['edits that waited for a file are written as soon as it is mended, also to what it was before'],
}

describe.each(databasesOf(testDatabases(), chosen))(
  'a remote with files that nobody should have made, on $name',
  (database) => outsideBadInputCases(database, onlyChosen(database, chosen)),
)
