/** Slow by design: all cases on both databases, each with hundreds of processes of git. */
import { describe, test } from 'vitest'
import { testDatabases } from '../../../testing/databases.ts'
import { syncCases } from './sync.cases.ts'

describe.each(testDatabases())('a remote that others push to, on $name', (database) => syncCases(database, test))
