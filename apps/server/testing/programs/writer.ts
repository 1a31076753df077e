import { writeSync } from 'node:fs'
import { openDatabase } from '../../src/database/open.ts'

/** A process that writes numbers, one after the other, and prints each one once it is acknowledged, until it is killed. */
const { database } = await openDatabase(JSON.parse(process.argv[2] ?? '{}'))
await database.transact(function* () {
  yield { sql: 'create table if not exists acknowledged (number bigint primary key)', parameters: [] }
})
for (;;) {
  const number = await database.transact(function* () {
    const sql = 'insert into acknowledged select coalesce(max(number), 0) + 1 from acknowledged returning number'
    const { rows } = yield { sql, parameters: [] }
    return (rows as { number: number }[])[0]?.number
  })
  writeSync(1, `${number}\n`)
}
