/** Slow by design: all cases once more on the second database, each with hundreds of processes of git. */
import { describe, test } from 'vitest'
import { deepDatabases } from '../../../testing/databases.ts'
import { syncCases } from './sync.cases.ts'

describe.each(deepDatabases())('a remote that others push to, on $name', (database) => syncCases(database, test))
