/** Slow by design: all cases once more on the second database, each with hundreds of processes of git. */
import { describe, test } from 'vitest'
import { deepDatabases } from '../../../testing/databases.ts'
import { branchSyncCases } from './branchSync.cases.ts'

describe.each(deepDatabases())('branches of a remote, on $name', (database) => branchSyncCases(database, test))
