/** Slow by design: all cases once more on the second database, each with hundreds of processes of git. */
import { describe, test } from 'vitest'
import { deepDatabases } from '../../../testing/databases.ts'
import { importContentCases } from './importContent.cases.ts'

describe.each(deepDatabases())('content that is taken over from a remote, on $name', (database) =>
  importContentCases(database, test),
)
