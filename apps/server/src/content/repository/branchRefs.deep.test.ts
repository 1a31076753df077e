/** Slow by design: all cases once more on the second database, each with hundreds of processes of git. */
import { describe, test } from 'vitest'
import { deepDatabases } from '../../../testing/databases.ts'
import { branchRefCases } from './branchRefs.cases.ts'

describe.each(deepDatabases())('an open branch in the repository, on $name', (database) =>
  branchRefCases(database, test),
)
