import { describe, it } from 'vitest'
import { testDatabases } from '../database/testing.ts'
import { conformance } from './conformance.ts'

const database = testDatabases().find(({ name }) => name === 'postgres')
if (database) conformance(database)
else describe('the public conformance suite on postgres', () => it.todo('needs Postgres on this machine'))
