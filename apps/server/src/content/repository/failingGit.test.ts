import { describe } from 'vitest'
import { testDatabases } from '../../testing/databases.ts'
import { failingGitCases } from './failingGit.cases.ts'

describe.each(testDatabases())('a repository whose git fails, on $name', (database) => failingGitCases(database, 41))
