import { describe } from 'vitest'
import { testDatabases } from '../../../testing/databases.ts'
import { failingGitCases } from './failingGit.cases.ts'

// The deep file has both databases.
describe.each(testDatabases().slice(0, 1))('a repository whose git fails, on $name', (database) =>
  failingGitCases(database, 200),
)
