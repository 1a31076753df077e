/** Slow by design: all cases once more on the second database, each with hundreds of processes of git. */
import { describe, test } from 'vitest'
import { deepDatabases } from '../../../testing/databases.ts'
import { projectionCases } from './projection.cases.ts'

describe.each(deepDatabases())('the repository of a project, on $name', (database) => projectionCases(database, test))
