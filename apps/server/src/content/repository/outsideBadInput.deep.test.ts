/** Slow by design: all cases on both databases, each with hundreds of processes of git. */
import { describe, test } from 'vitest'
import { testDatabases } from '../../../testing/databases.ts'
import { outsideBadInputCases } from './outsideBadInput.cases.ts'

describe.each(testDatabases())('a remote with files that nobody should have made, on $name', (database) =>
  outsideBadInputCases(database, test),
)
