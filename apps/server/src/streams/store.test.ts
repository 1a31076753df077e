import { createStreamStore, type Script } from '@atelier/streams'
import { type StoreUnderTest, streamStoreKit } from '@atelier/streams/testing/kit'
import { afterAll, expect, it } from 'vitest'
import { testDatabases } from '../../testing/databases.ts'
import type { OpenDatabase } from '../database/open.ts'

const tables = ['stream_entries', 'stream_producers', 'streams', 'notes', 'runs']

it('hands a follower that has read all what comes next, without a question to the database', async () => {
  const [sqlite] = testDatabases()
  if (!sqlite) throw new Error('SQLite is always there')
  const opened = await prepare(sqlite.open)
  let reads = 0
  const counting = {
    ...opened.database,
    read: <Result>(script: Script<Result>) => {
      reads += 1
      return opened.database.read(script)
    },
  }
  const store = createStreamStore(counting, { now: () => 0 })
  await store.ensure('a')
  const stop = store.subscribe('a', () => undefined)
  let at = '-1'
  for (let round = 0; round < 10; round++) {
    const read = await store.readFrom('a', at)
    if (!read.ok) throw new Error(read.message)
    expect(read.entries).toHaveLength(round === 0 ? 0 : 2)
    at = read.nextOffset
    await store.append('a', { entries: [new Uint8Array([1]), new Uint8Array([2])] })
  }
  expect(reads).toBe(1)
  stop()
  await store.readFrom('a', at)
  expect(reads).toBe(2)
  await opened.close()
})

for (const { name, open } of testDatabases()) {
  let opened: OpenDatabase | undefined
  afterAll(() => opened?.close())

  streamStoreKit(name, async (now): Promise<StoreUnderTest> => {
    // One database for all tests of the kit, emptied before each.
    opened ??= await prepare(open)
    const { database } = opened
    await database.transact(function* () {
      for (const table of tables) yield { sql: `delete from ${table}`, parameters: [] }
    })
    const place = (number: number) => (database.dialect === 'postgres' ? `$${number}` : '?')
    return {
      store: createStreamStore(database, { now }),
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
      close: async () => {},
    }
  })
}

async function prepare(open: () => Promise<OpenDatabase>): Promise<OpenDatabase> {
  const opened = await open()
  await opened.database.transact(function* () {
    yield { sql: 'create table notes (id text primary key)', parameters: [] }
    // The fence reads these two columns only; what else the agent keeps of a run is not of interest here.
    const cascade = opened.database.dialect === 'postgres' ? ' cascade' : ''
    yield { sql: `drop table if exists runs${cascade}`, parameters: [] }
    yield { sql: 'create table runs (id text primary key, epoch bigint)', parameters: [] }
  })
  return opened
}
