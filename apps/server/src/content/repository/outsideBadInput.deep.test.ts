/** Slow by design: all cases once more on the second database, each with hundreds of processes of git. */
import { describe, test } from 'vitest'
import { deepDatabases } from '../../../testing/databases.ts'
import { outsideBadInputCases } from './outsideBadInput.cases.ts'

describe.each(deepDatabases())('a remote with files that nobody should have made, on $name', (database) =>
  outsideBadInputCases(database, test),
)
