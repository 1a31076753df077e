import type { Database, Script } from '@atelier/streams'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '../src/database/open.ts'
import type { TestDatabase } from './databases.ts'

function* put(database: Database, id: string, text = ''): Script<string> {
  const [first, second] = database.dialect === 'postgres' ? ['$1', '$2'] : ['?', '?']
  yield { sql: `insert into notes (id, text) values (${first}, ${second})`, parameters: [id, text] }
  return id
}

function* ids(): Script<string[]> {
  const { rows } = yield { sql: 'select id from notes order by number', parameters: [] }
  return (rows as { id: string }[]).map((row) => row.id)
}

/** The requirements of every implementation of the database port. */
export function databaseKit({ name, open }: TestDatabase): void {
  describe(`the database port on ${name}`, () => {
    let opened: OpenDatabase
    let database: Database

    beforeEach(async () => {
      opened = await open()
      database = opened.database
      const number = database.dialect === 'postgres' ? 'bigserial primary key' : 'integer primary key autoincrement'
      await database.transact(function* () {
        yield { sql: `create table notes (number ${number}, id text unique, text text)`, parameters: [] }
      })
    })
    afterEach(() => opened.close())

    it('returns what a script returns, once it is committed', async () => {
      expect(await database.transact(() => put(database, 'a'))).toBe('a')
      expect(await database.read(ids())).toEqual(['a'])
    })

    it('runs scripts in the order in which they were handed in', async () => {
      const names = Array.from({ length: 50 }, (_, index) => `n${index}`)
      await Promise.all(names.map((each) => database.transact(() => put(database, each))))
      expect(await database.read(ids())).toEqual(names)
    })

    it('lets a script see what one before it in the same turn wrote', async () => {
      const seen = await Promise.all([database.transact(() => put(database, 'a')), database.transact(() => ids())])
      expect(seen[1]).toEqual(['a'])
    })

    it('keeps a single statement that writes, and returns what its script does', async () => {
      expect(await database.write(put(database, 'a'))).toBe('a')
      expect(await database.read(ids())).toEqual(['a'])
      await expect(database.write(put(database, 'a'))).rejects.toThrow(/unique/i)
      expect(await database.write(put(database, 'b'))).toBe('b')
      expect(await database.read(ids())).toEqual(['a', 'b'])
    })

    it('rolls back a script that throws, alone and whole', async () => {
      const outcomes = await Promise.allSettled([
        database.transact(() => put(database, 'before')),
        database.transact(function* () {
          yield* put(database, 'half')
          throw new Error('no further')
        }),
        database.transact(() => put(database, 'after')),
      ])
      expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(outcomes[1]).toMatchObject({ reason: { message: 'no further' } })
      expect(await database.read(ids())).toEqual(['before', 'after'])
    })

    it('rolls back a script that throws before all others of its turn', async () => {
      const outcomes = await Promise.allSettled([
        database.transact(function* () {
          yield* put(database, 'half')
          throw new Error('no further')
        }),
        database.transact(() => put(database, 'after')),
        database.transact(() => put(database, 'last')),
      ])
      expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
      expect(await database.read(ids())).toEqual(['after', 'last'])
    })

    it('rolls back a script whose statement fails, alone and whole', async () => {
      const outcomes = await Promise.allSettled([
        database.transact(() => put(database, 'a')),
        database.transact(function* () {
          yield* put(database, 'b')
          yield* put(database, 'a')
        }),
        database.transact(() => put(database, 'c')),
      ])
      expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(await database.read(ids())).toEqual(['a', 'c'])
    })

    it('keeps exactly the scripts that did not throw, whatever their order', async () => {
      let round = 0
      await fc.assert(
        fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 20 }), async (plan) => {
          const prefix = `${++round}-`
          const outcomes = await Promise.allSettled(
            plan.map((fails, index) =>
              database.transact(function* () {
                yield* put(database, `${prefix}${index}`)
                if (fails) throw new Error('refused')
              }),
            ),
          )
          const kept = plan.flatMap((fails, index) => (fails ? [] : [`${prefix}${index}`]))
          expect(outcomes.map((outcome) => outcome.status === 'rejected')).toEqual(plan)
          expect((await database.read(ids())).filter((id) => id.startsWith(prefix))).toEqual(kept)
        }),
        { numRuns: 25 },
      )
    })

    it('keeps single statements and scripts around one that throws after it has written', async () => {
      const outcomes = await Promise.allSettled([
        database.write(put(database, 'single')),
        database.transact(() => put(database, 'script')),
        database.transact(function* () {
          yield* put(database, 'half')
          throw new Error('no further')
        }),
        database.write(put(database, 'later')),
        database.transact(function* () {
          yield* put(database, 'other half')
          yield* put(database, 'single')
        }),
        database.transact(() => put(database, 'last')),
      ])
      expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : undefined))).toEqual([
        'single',
        'script',
        undefined,
        'later',
        undefined,
        'last',
      ])
      expect([...(await database.read(ids()))].sort()).toEqual(['last', 'later', 'script', 'single'])
    })

    it('calls back with the result when it is durable, before it wakes anybody', async () => {
      const calls: string[] = []
      database.subscribe('notes', () => calls.push('woken'))
      await database.transact(
        () => put(database, 'a'),
        () => ['notes'],
        (id) => calls.push(`durable ${id}`),
      )
      await expect.poll(() => calls).toEqual(['durable a', 'woken'])
      await Promise.allSettled([
        database.transact(
          () => put(database, 'a'),
          () => ['notes'],
          () => calls.push('never'),
        ),
      ])
      expect(calls).toEqual(['durable a', 'woken'])
    })

    it('wakes a topic after the commit, when a reader sees what was written', async () => {
      const seen = new Promise<string[]>((resolve) => {
        database.subscribe('notes', () => resolve(database.read(ids())))
      })
      await database.transact(
        () => put(database, 'a'),
        (id) => ['notes', `notes:${id}`],
      )
      expect(await seen).toEqual(['a'])
    })

    it('wakes nobody for what was rolled back, for other topics, or after they left', async () => {
      const woken: string[] = []
      database.subscribe('notes', () => woken.push('notes'))
      database.subscribe('other', () => woken.push('other'))
      const leave = database.subscribe('notes', () => woken.push('left'))
      leave()
      const refused = database.transact(
        function* () {
          yield* put(database, 'half')
          throw new Error('refused')
        },
        () => ['other'],
      )
      await expect(refused).rejects.toThrow('refused')
      await database.transact(
        () => put(database, 'a'),
        () => ['notes'],
      )
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(woken).toEqual(['notes'])
    })

    it('refuses work once it is closed, after finishing what was handed in', async () => {
      const last = database.transact(() => put(database, 'last'))
      await Promise.all([database.close(), last])
      await expect(database.transact(() => put(database, 'late'))).rejects.toThrow('closed')
    })

    it('gives counts, sums and times as numbers, and bytes as bytes', async () => {
      const time = 1_795_300_000_000
      const result = await database.transact(function* () {
        const bytes = database.dialect === 'postgres' ? 'bytea' : 'blob'
        yield { sql: `create table kinds (time bigint, data ${bytes})`, parameters: [] }
        const values = database.dialect === 'postgres' ? '$1, $2' : '?, ?'
        yield { sql: `insert into kinds values (${values})`, parameters: [time, new Uint8Array([0, 1, 255])] }
        return (yield { sql: 'select count(*) as n, sum(time) as total, max(time) as time from kinds', parameters: [] })
          .rows
      })
      expect(result).toEqual([{ n: 1, total: time, time }])
      const rows = await database.read(
        (function* (): Script<unknown[]> {
          return (yield { sql: 'select data from kinds', parameters: [] }).rows
        })(),
      )
      expect(rows.map((row) => [...(row as { data: Uint8Array }).data])).toEqual([[0, 1, 255]])
    })

    it('shares its rows with Kysely', async () => {
      const db = opened.kysely.withTables<{ notes: { id: string; text: string } }>()
      await db.insertInto('notes').values({ id: 'k', text: 'from Kysely' }).execute()
      const updated = await db.updateTable('notes').set({ text: 'again' }).where('id', '=', 'k').executeTakeFirst()
      expect(Number(updated.numUpdatedRows)).toBe(1)
      expect(await database.read(ids())).toEqual(['k'])
    })
  })
}
