import { testDatabases } from '../../testing/databases.ts'
import { conformance } from '../../testing/streamConformance.ts'

for (const database of testDatabases()) if (database.name === 'sqlite') conformance(database)
