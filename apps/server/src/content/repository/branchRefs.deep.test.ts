/** Slow by design: all cases on both databases, each with hundreds of processes of git. */
import { describe, test } from 'vitest'
import { testDatabases } from '../../../testing/databases.ts'
import { branchRefCases } from './branchRefs.cases.ts'

describe.each(testDatabases())('an open branch in the repository, on $name', (database) =>
  branchRefCases(database, test),
)
