import { openLocal } from '@atelier/documents'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { databasesBySuite } from '../../testing/databases.ts'
import { ANNA, instanceOn, PROJECT } from '../../testing/documents.ts'
import { eachServer } from '../../testing/eachServer.ts'

/** Waits for what must come true, on a machine that may be busy. */
const _soon = <Value>(value: () => Value) => expect.poll(value, { timeout: 10_000 })

describe.each(databasesBySuite())('compaction on $name', ({ place }) => {
  const here = eachServer(place)

  test('keeps the state, and edits made before it still merge', async () => {
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: 0 } })
    const tab = openLocal(new Y.Doc())
    Y.applyUpdate(tab.doc, await here.server.documents.encode(id))
    for (let n = 1; n <= 20; n += 1) await here.write(id, { a: `${n}`, [`k${n}`]: n % 2 ? 'odd' : null })
    const before = await here.fieldsOf(id)
    await here.server.documents.compact(id)
    const left = await here.server.database.read(
      (function* () {
        return (yield { sql: 'select seq from document_updates', parameters: [] }).rows
      })(),
    )
    expect(left).toEqual([])
    await here.restart()
    expect(await here.fieldsOf(id)).toEqual(before)
    tab.apply([{ key: 'late', after: true }])
    const state = Y.encodeStateAsUpdate(tab.doc)
    expect(await here.server.documents.receive(id, state, ANNA)).toEqual({ ok: true })
    expect(await here.fieldsOf(id)).toEqual({ ...before, late: true })
  })

  test('a closed server reads projections without loading documents', async () => {
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: 1 } })
    await here.restart()
    const reads: string[] = []
    const { database } = here.server
    const counting = instanceOn({
      ...here.server,
      database: {
        ...database,
        dialect: database.dialect,
        read: (script) =>
          database.read(
            (function* () {
              let next = script.next()
              while (!next.done) {
                reads.push(next.value.sql)
                next = script.next(yield next.value)
              }
              return next.value
            })(),
          ),
        subscribe: (topic, listener) => database.subscribe(topic, listener),
      },
    })
    expect(await counting.documents.projection(id)).toEqual({ head: 1, schemaVersion: 1, fields: { a: 1 } })
    expect(reads.some((sql) => sql.includes('document_updates'))).toBe(false)
  })

  test('idle documents leave memory and come back as they were', async () => {
    await here.server.close()
    await here.begin({ idleMs: 30 })
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: 1 } })
    await here.write(id, { a: 'x' })
    const live = await here.server.documents.open(id)
    await expect
      .poll(async () => (await here.server.documents.open(id)) !== live, { interval: 100, timeout: 10_000 })
      .toBe(true)
    expect(await here.write(id, { b: 'y' })).toMatchObject({ ok: true })
    expect(await here.fieldsOf(id)).toEqual({ a: 'x', b: 'y' })
    expect(here.server.errors).toEqual([])
  })
})
