/** Slow by design: all cases on both databases, each with hundreds of processes of git. */
import { describe, test } from 'vitest'
import { testDatabases } from '../../../testing/databases.ts'
import { importContentCases } from './importContent.cases.ts'

describe.each(testDatabases())('content that is taken over from a remote, on $name', (database) =>
  importContentCases(database, test),
)
