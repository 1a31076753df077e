import { testDatabases } from '../database/testing.ts'
import { conformance } from './conformance.ts'

for (const database of testDatabases()) if (database.name === 'sqlite') conformance(database)
