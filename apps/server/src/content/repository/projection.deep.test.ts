/** Slow by design: all cases on both databases, each with hundreds of processes of git. */
import { describe, test } from 'vitest'
import { testDatabases } from '../../../testing/databases.ts'
import { projectionCases } from './projection.cases.ts'

describe.each(testDatabases())('the repository of a project, on $name', (database) => projectionCases(database, test))
