/** Slow by design: kills every few processes of git in a synchronization; with `ATELIER_KILL_EVERY=1` each one, both ways. */
import { describe } from 'vitest'
import { testDatabases } from '../../../testing/databases.ts'
import { failingGitCases } from './failingGit.cases.ts'

const stride = Number(process.env.ATELIER_KILL_EVERY ?? 7)

describe.each(testDatabases())('a repository whose git fails, on $name', (database) =>
  failingGitCases(database, stride),
)
