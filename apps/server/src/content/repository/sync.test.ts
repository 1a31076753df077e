import { describe } from 'vitest'
import { type ChosenCases, databasesOf, onlyChosen } from '../../../testing/cases.ts'
import { testDatabases } from '../../../testing/databases.ts'
import { syncCases } from './sync.cases.ts'

const chosen: ChosenCases = {
  sqlite: [
    'an empty one is filled, and gets each change by itself',
    'edits there and here of other fields, entries and files are merged, and pushed back',
    'the same field on both sides stays as it is here, and is one conflict on a branch',
    'history that is rewritten there loses no user’s work',
    'a deletion there is a deletion here, unless the entry was edited here',
  ],
  postgres: ['edits there and here of other fields, entries and files are merged, and pushed back'],
}

describe.each(databasesOf(testDatabases(), chosen))('a remote that others push to, on $name', (database) =>
  syncCases(database, onlyChosen(database, chosen)),
)
