import { createReadingMemories, type ReadingMemories } from '@atelier/site'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testDatabases } from '../../../testing/databases.ts'
import type { Tables } from '../../database/tables.ts'
import { createReadingStore } from './readingStore.ts'

const LIMITS = { conversations: 5, records: 20 }

describe.each(testDatabases())('what a conversation has read, on $name,', (at) => {
  let opened: Awaited<ReturnType<typeof at.open>>
  let database: Database
  beforeEach(async () => {
    opened = await at.open()
    database = opened.database
    const db = queryBuilder<Tables>(database.dialect)
    await database.transact(function* () {
      yield* affectedBy(db.insertInto('workspaces').values({ id: 'w', name: 'Bakery', created_at: 0 }))
      const row = { id: 'p', workspace_id: 'w', slug: 'p', name: 'Bakery', site_document_id: 's' }
      yield* affectedBy(db.insertInto('projects').values({ ...row, created_at: 0, updated_at: 0 }))
    })
  })
  afterEach(() => opened.close())

  /** A process with its own memory. */
  const process = (): ReadingMemories =>
    createReadingMemories(LIMITS, createReadingStore({ database, onError: (error) => expect.fail(String(error)) }))

  /** A call that notes things of a document, and is stored. */
  async function call(memories: ReadingMemories, documentId: string, things: Record<string, string | undefined>) {
    const memory = await memories('p', 'one')
    for (const [owner, text] of Object.entries(things))
      memory.note(documentId, owner, text === undefined ? undefined : { stored: { '': { text } }, children: [text] })
    await memory.prepare()
    const rows = memory.rows()
    await database.transact(function* () {
      for (const row of rows) yield row
    })
    memory.settled(true)
    return rows.length
  }
  const seen = async (memories: ReadingMemories, documentId: string) =>
    Object.fromEntries((await memories('p', 'one')).seen(documentId) ?? [])
  const rowCount = async () => {
    const db = queryBuilder<Tables>(database.dialect)
    return (await database.read(rowsOf(db.selectFrom('session_readings').select('id')))).length
  }

  test('is known to another process, which knows what is added later too', async () => {
    const first = process()
    await call(first, 'home', { a: 'One', b: 'Two' })
    const second = process()
    expect(await seen(second, 'home')).toEqual(await seen(first, 'home'))
    await call(second, 'home', { a: 'Three', b: undefined })
    expect(await seen(first, 'home')).toEqual({ a: { stored: { '': { text: 'Three' } }, children: ['Three'] } })
    const other = await first('p', 'two')
    expect(other.seen('home')).toBeUndefined()
  })

  test('is not stored again where it is the same, and not at all if the call is not stored', async () => {
    const first = process()
    expect(await call(first, 'home', { a: 'One' })).toBe(1)
    expect(await call(first, 'home', { a: 'One' })).toBe(0)
    const memory = await first('p', 'one')
    memory.note('home', 'a', { stored: { '': { text: 'Two' } } })
    await memory.prepare()
    memory.settled(false)
    expect(memory.rows()).toEqual([])
    expect(await seen(first, 'home')).toEqual(await seen(process(), 'home'))
  })

  test('becomes one again after many calls, and calls of one round lose nothing of each other', async () => {
    const memories = process()
    for (let i = 0; i < 210; i += 1) await call(memories, 'home', { [`n${i % 10}`]: `Text ${i}` })
    expect(await rowCount()).toBeLessThan(20)
    await Promise.all(['a', 'b', 'c', 'd'].map((owner) => call(memories, 'about', { [owner]: owner })))
    expect(Object.keys(await seen(process(), 'about')).sort()).toEqual(['a', 'b', 'c', 'd'])
    expect(await seen(process(), 'home')).toEqual(await seen(memories, 'home'))
  })

  test('is none of the document that was read longest ago where it is too much', async () => {
    const memories = process()
    for (const id of ['one', 'two', 'three'])
      await call(memories, id, Object.fromEntries([...'abcdefgh'].map((owner) => [owner, owner])))
    for (const each of [memories, process()]) {
      expect(Object.keys(await seen(each, 'one'))).toHaveLength(0)
      expect(Object.keys(await seen(each, 'three'))).toHaveLength(8)
    }
  })
})
