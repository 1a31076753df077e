import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Database, Script } from '@atelier/streams'
import { describe, expect, it } from 'vitest'
import { databaseKit } from '../../testing/databaseKit.ts'
import { testDatabases } from '../../testing/databases.ts'
import { programPath } from '../../testing/programs.ts'
import { openDatabase } from './open.ts'
import { openSqlite } from './sqlite.ts'

const databases = testDatabases()
for (const database of databases) databaseKit(database)

/** Statements that take some hundred milliseconds. */
const LONG = 100_000

function* selectOne(): Script<unknown[]> {
  return (yield { sql: 'select 1', parameters: [] }).rows
}

function* count(): Script<number> {
  const { rows } = yield { sql: 'select max(number) as last, count(*) as n from acknowledged', parameters: [] }
  const [row] = rows as { last: number | null; n: number }[]
  expect(row?.n).toBe(row?.last ?? 0)
  return row?.n ?? 0
}

describe.each(databases)('a killed process on $name', ({ place }) => {
  it('has lost nothing that was acknowledged, and does not keep the folder', async () => {
    const { remove, ...options } = await place()
    let least = 0
    for (const lifeMs of [150, 40, 90]) {
      const child = spawn(process.execPath, [programPath('writer'), JSON.stringify(options)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let acknowledged = 0
      const lines = createInterface({ input: child.stdout })
      lines.on('line', (line) => {
        acknowledged = Number(line)
      })
      await once(lines, 'line')
      await new Promise((resolve) => setTimeout(resolve, lifeMs))
      child.kill('SIGKILL')
      await once(lines, 'close')
      expect(acknowledged).toBeGreaterThan(least)
      const { database, close } = await openDatabase(options)
      least = await database.read(count())
      expect(least).toBeGreaterThanOrEqual(acknowledged)
      await close()
    }
    remove()
  })
})

describe('the data folder', () => {
  const sqlite = databases.filter(({ name }) => name === 'sqlite')

  it.each(sqlite)('is held by one process; the refusal names it', async ({ place }) => {
    const { remove, ...options } = await place()
    const first = await openDatabase(options)
    await expect(openDatabase(options)).rejects.toThrow(`in use by process ${process.pid}`)
    await first.close()
    const second = await openDatabase(options)
    await second.close()
    remove()
  })

  it.each(sqlite)('holds files that only their owner can read', async ({ place }) => {
    const { remove, dataDir } = await place()
    const inner = join(dataDir, 'new')
    const { close } = await openDatabase({ dataDir: inner })
    expect(statSync(inner).mode & 0o777).toBe(0o700)
    expect(statSync(join(inner, 'atelier.db')).mode & 0o777).toBe(0o600)
    await close()
    remove()
  })

  it.each(sqlite)('writes one turn of the event loop as one transaction', async ({ place }) => {
    const { remove, ...options } = await place()
    const { database, close } = await openDatabase(options)
    await database.transact(function* () {
      yield { sql: 'create table t (n integer)', parameters: [] }
    })
    const log = join(options.dataDir, 'atelier.db-wal')
    const before = statSync(log).size
    await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        database.transact(function* () {
          yield { sql: 'insert into t values (?)', parameters: [n] }
        }),
      ),
    )
    // A transaction writes each page that it touched once: a handful of them here, a hundred with a commit for each.
    expect((statSync(log).size - before) / 4096).toBeLessThan(20)
    await close()
    remove()
  })

  it.each(sqlite)(
    'writes a long transaction in slices, and shows nothing of it before it is whole',
    async ({ place }) => {
      const { remove, ...options } = await place()
      const { database, kysely, close } = await openDatabase(options)
      const insert = (n: number) => ({ sql: 'insert into t values (?)', parameters: [n] })
      await database.transact(function* () {
        yield { sql: 'create table t (n integer)', parameters: [] }
      })
      const counted = () => {
        const select = (function* (): Script<unknown> {
          return (yield { sql: 'select count(*) as n from t', parameters: [] }).rows[0]
        })()
        return database.read(select)
      }
      function* insertMany(end?: () => void): Script<void> {
        for (let n = 0; n < LONG; n += 1) yield insert(n)
        end?.()
      }
      const table = kysely.withTables<{ t: { n: number } }>()

      let isWhole = false
      let turns = 0
      const before: unknown[] = []
      const crashed = `${options.dataDir}-crashed`
      const long = database.transact(() => insertMany(() => (isWhole = true)))
      let beside: Promise<unknown> | undefined
      while (!isWhole) {
        await new Promise((resolve) => setTimeout(resolve, 1))
        if (isWhole) break
        turns += 1
        beside ??= table.insertInto('t').values({ n: -1 }).execute()
        for (const read of [counted, () => table.selectFrom('t').select('n').executeTakeFirst()]) {
          const seen = await read()
          if (!isWhole) before.push(seen)
        }
        if (turns === 1) cpSync(options.dataDir, crashed, { recursive: true })
      }
      await Promise.all([long, beside])
      expect(turns).toBeGreaterThan(0)
      expect(before.filter((seen) => seen !== undefined && JSON.stringify(seen) !== '{"n":0}')).toEqual([])
      expect(before.length).toBeGreaterThan(0)
      expect(await counted()).toEqual({ n: LONG + 1 })

      const refused = database.transact(() =>
        insertMany(() => {
          throw new Error('no further')
        }),
      )
      await new Promise((resolve) => setTimeout(resolve, 1))
      const after = database.transact(function* () {
        yield insert(-2)
      })
      await expect(refused).rejects.toThrow('no further')
      await after
      expect(await counted()).toEqual({ n: LONG + 2 })
      const last = database.transact(() => insertMany())
      await new Promise((resolve) => setTimeout(resolve, 1))
      await Promise.all([close(), last])

      // The disk in the middle, as after the end of the process.
      rmSync(join(crashed, 'atelier.lock'), { force: true })
      const again = openSqlite(join(crashed, 'atelier.db'))
      const rows = await again.read(
        (function* (): Script<unknown[]> {
          return (yield { sql: 'select * from t', parameters: [] }).rows
        })(),
      )
      expect(rows).toEqual([])
      await again.close()
      rmSync(crashed, { recursive: true })
      remove()
    },
  )

  it.each(sqlite)('ends a turn in which many reads follow each other', async ({ open }) => {
    const { database, close } = await open()
    let others = 0
    const timer = setInterval(() => {
      others += 1
    }, 1)
    // In one turn, these would take seconds.
    for (let read = 0; others === 0 && read < 100_000; read += 1) await database.read(selectOne())
    clearInterval(timer)
    expect(others).toBeGreaterThan(0)
    await close()
  })

  it.each(sqlite)('refuses a transaction that would stay open between turns', async ({ open }) => {
    const { kysely, close } = await open()
    await expect(kysely.transaction().execute(async () => {})).rejects.toThrow('transact')
    await close()
  })
})

describe.each(databases.filter(({ name }) => name === 'postgres'))('several processes on $name', ({ place }) => {
  it('migrate at the same time', async () => {
    const { remove, ...options } = await place()
    const servers = await Promise.all([1, 2, 3, 4].map(() => openDatabase(options)))
    await Promise.all(servers.map(({ close }) => close()))
    remove()
  })

  it('wake each other, long topics and all', async () => {
    const { remove, ...options } = await place()
    const [one, two] = await Promise.all([openDatabase(options), openDatabase(options)])
    const topics = [
      'short',
      'x'.repeat(9000),
      'two\nlines',
      ...Array.from({ length: 300 }, (_, n) => `${'y'.repeat(150)}${n}`),
    ]
    const woken = new Map<string, number>()
    for (const topic of topics) two.database.subscribe(topic, () => woken.set(topic, (woken.get(topic) ?? 0) + 1))
    await one.database.transact(
      function* () {
        yield { sql: 'select 1', parameters: [] }
      },
      () => topics,
    )
    await expect.poll(() => woken.size).toBe(topics.length)
    await Promise.all([one.close(), two.close()])
    remove()
  })

  it('hear again after their listening connection was cut', async () => {
    const { remove, ...options } = await place()
    const [one, two] = await Promise.all([openDatabase(options), openDatabase(options)])
    let woken = 0
    two.database.subscribe('topic', () => woken++)
    await one.database.transact(function* () {
      const sql = `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`
      yield { sql, parameters: [] }
    })
    // The reconnection itself wakes: something may have been missed.
    await expect.poll(() => woken, { timeout: 4000 }).toBeGreaterThan(0)
    const before = woken
    await one.database.transact(
      function* () {
        yield { sql: 'select 1', parameters: [] }
      },
      () => ['topic'],
    )
    await expect.poll(() => woken, { timeout: 4000 }).toBeGreaterThan(before)
    await Promise.all([one.close(), two.close()])
    remove()
  })

  it('run a transaction again that lost a deadlock', async () => {
    const { remove, ...options } = await place()
    const [one, two] = await Promise.all([openDatabase(options), openDatabase(options)])
    await one.database.transact(function* () {
      yield { sql: 'create table counters (id text primary key, n bigint)', parameters: [] }
      yield { sql: `insert into counters values ('a', 0), ('b', 0)`, parameters: [] }
    })
    const bump = (database: Database, order: string[]) =>
      database.transact(function* () {
        for (const id of order) {
          yield { sql: 'update counters set n = n + 1 where id = $1', parameters: [id] }
          yield { sql: 'select pg_sleep(0.05)', parameters: [] }
        }
      })
    await Promise.all([bump(one.database, ['a', 'b']), bump(two.database, ['b', 'a'])])
    const rows = await one.database.read(
      (function* (): Script<unknown[]> {
        return (yield { sql: 'select n from counters', parameters: [] }).rows
      })(),
    )
    expect(rows).toEqual([{ n: 2 }, { n: 2 }])
    await Promise.all([one.close(), two.close()])
    remove()
  })

  it('outlive a connection that is cut in the middle of a transaction, and make it once', async () => {
    const { remove, ...options } = await place()
    const [one, two] = await Promise.all([openDatabase(options), openDatabase(options)])
    await one.database.transact(function* () {
      yield { sql: 'create table notes (text text not null)', parameters: [] }
    })
    let tries = 0
    const written = one.database.transact(function* () {
      tries += 1
      yield { sql: `insert into notes values ('once')`, parameters: [] }
      if (tries === 1) yield { sql: 'select pg_sleep(20)', parameters: [] }
    })
    const cut = async () => {
      const sql = `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(20)' and pid <> pg_backend_pid()`
      return await two.database.read(
        (function* (): Script<number> {
          return (yield { sql, parameters: [] }).rows.length
        })(),
      )
    }
    await expect.poll(cut).toBe(1)
    await written
    expect(tries).toBe(2)
    const rows = await two.database.read(
      (function* (): Script<unknown[]> {
        return (yield { sql: 'select text from notes', parameters: [] }).rows
      })(),
    )
    expect(rows).toEqual([{ text: 'once' }])
    await Promise.all([one.close(), two.close()])
    remove()
  })

  it('put the scripts of one turn into one transaction', async () => {
    const { remove, ...options } = await place()
    const { database, close } = await openDatabase(options)
    const numbers = await Promise.all(
      [1, 2, 3].map(() =>
        database.transact(function* (): Script<unknown> {
          return (yield { sql: 'select pg_current_xact_id()::text as id', parameters: [] }).rows[0]
        }),
      ),
    )
    expect(numbers[1]).toEqual(numbers[0])
    expect(numbers[2]).toEqual(numbers[0])
    await close()
    remove()
  })
})

describe.each(databases.filter(({ name }) => name === 'postgres'))('a frozen process on $name', ({ place }) => {
  it('gives up its locks well before a lease ends, and loses what it had not committed', async () => {
    const { remove, ...options } = await place()
    const { database, close } = await openDatabase(options)
    const write = (sql: string) =>
      database.transact(function* () {
        const { rows } = yield { sql, parameters: [] }
        return rows
      })
    await write("insert into server_settings (key, value) values ('contested', 'before')")
    const child = spawn(process.execPath, [programPath('frozen'), JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    expect(
      await write("update server_settings set value = value || '!' where key = 'contested' returning value"),
    ).toEqual([{ value: 'before!' }])
    // A lease lasts ten seconds.
    const setting =
      "select setting::int < 7000 as short from pg_settings where name = 'idle_in_transaction_session_timeout'"
    expect(await write(setting)).toEqual([{ short: true }])
    child.kill('SIGKILL')
    await close()
    remove()
  })
})
