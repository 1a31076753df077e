/** Slow by design: all cases on both databases, each with hundreds of processes of git. */
import { describe, test } from 'vitest'
import { testDatabases } from '../../../testing/databases.ts'
import { branchSyncCases } from './branchSync.cases.ts'

describe.each(testDatabases())('branches of a remote, on $name', (database) => branchSyncCases(database, test))
