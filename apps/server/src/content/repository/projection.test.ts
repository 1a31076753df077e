import { describe } from 'vitest'
import { type ChosenCases, databasesOf, onlyChosen } from '../../../testing/cases.ts'
import { testDatabases } from '../../../testing/databases.ts'
import { projectionCases } from './projection.cases.ts'

const chosen: ChosenCases = {
  sqlite: [
    'what is edited is in the repository, by commits of those who did it, each whole and readable',
    'what is deleted or renamed leaves its files, and nothing else is touched',
    'a repository that is lost or older than the database is made whole',
  ],
  postgres: ['edits of several authors to the same entry are the states that there were'],
}

describe.each(databasesOf(testDatabases(), chosen))('the repository of a project, on $name', (database) =>
  projectionCases(database, onlyChosen(database, chosen)),
)
