import { describe, it } from 'vitest'
import { testDatabases } from '../testing/databases.ts'
import { conformance } from '../testing/streamConformance.ts'

const database = testDatabases().find(({ name }) => name === 'postgres')
if (database) conformance(database)
else describe('the public conformance suite on postgres', () => it.todo('needs Postgres on this machine'))
