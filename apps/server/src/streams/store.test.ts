import { createStreamStore, type Script, type StreamStore } from '@atelier/streams'
import { type StoreUnderTest, streamStoreKit } from '@atelier/streams/kit'
import { testDatabases } from '../database/testing.ts'

for (const { name, open } of testDatabases()) {
  streamStoreKit(name, async (now): Promise<StoreUnderTest> => {
    const { database, close } = await open()
    const place = (number: number) => (database.dialect === 'postgres' ? `$${number}` : '?')
    await database.transact(function* () {
      yield { sql: 'create table notes (id text primary key)', parameters: [] }
      // Where the agent's own migration has made the table it is used as it is not: the fence reads two columns only.
      yield { sql: 'drop table if exists runs', parameters: [] }
      yield { sql: 'create table runs (id text primary key, epoch bigint)', parameters: [] }
    })
    const store: StreamStore = createStreamStore(database, { now })
    return {
      store,
      row: (id) => ({ sql: `insert into notes values (${place(1)})`, parameters: [id] }),
      rows: () =>
        database.read(
          (function* (): Script<string[]> {
            const { rows } = yield { sql: 'select id from notes order by id', parameters: [] }
            return (rows as { id: string }[]).map((row) => row.id)
          })(),
        ),
      holdRun: (id, epoch) =>
        database.transact(function* () {
          yield { sql: `insert into runs values (${place(1)}, ${place(2)})`, parameters: [id, epoch] }
        }),
      close,
    }
  })
}
