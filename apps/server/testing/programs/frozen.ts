import { writeSync } from 'node:fs'
import { openDatabase } from '../../src/database/open.ts'

/** A process that stops, as a frozen machine does, in the middle of a transaction that holds the lock of a row. */
const { database } = await openDatabase(JSON.parse(process.argv[2] ?? '{}'))
await database.transact(function* () {
  yield { sql: "update server_settings set value = 'frozen' where key = 'contested'", parameters: [] }
  writeSync(1, 'held\n')
  process.kill(process.pid, 'SIGSTOP')
})
