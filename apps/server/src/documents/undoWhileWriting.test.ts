import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databasesBySuite, type TestDatabase } from '../../testing/databases.ts'
import { AGENT, ANNA, type Instance, instanceOn, openInstance, PROJECT } from '../../testing/documents.ts'
import { openDatabase } from '../database/open.ts'

const SET = 'set-1'

describe.each(databasesBySuite())('undo while a run still writes, on $name', ({ name, place }) => {
  let where: Awaited<ReturnType<TestDatabase['place']>>
  let servers: Instance[]
  beforeEach(async () => {
    where = await place()
    servers = []
  })
  afterEach(async () => {
    for (const server of servers) await server.close()
    where.remove()
  })

  const open = async (): Promise<Instance> => {
    const server = await openInstance(where)
    servers.push(server)
    return server
  }

  const write = (server: Instance, documentId: string, key: string, value: string) =>
    server.documents.transact({
      projectId: PROJECT,
      origin: AGENT,
      changeSetId: SET,
      body: async (drafts) => {
        ;(await drafts.open(documentId))?.set(key, value)
        return { result: null, commit: true }
      },
    })

  /** Writes into the change set until the set accepts nothing more; `written` counts what it committed. */
  const beginWriter = (server: Instance, documentId: string, writer: number) => {
    const own = { written: 0, ended: Promise.resolve('') }
    const work = async () => {
      for (;;) {
        const { written } = own
        const key = written % 2 === 0 ? `${writer}-${written}` : 'shared'
        const outcome = await write(server, documentId, key, `${written}`)
        if (outcome.ok) own.written += 1
        else if (outcome.refused !== 'busy') return outcome.refused
      }
    }
    own.ended = work()
    return own
  }

  const three = async (own: Instance[]) => {
    const [first] = own
    if (!first) throw new Error('No server was opened')
    const fields = { shared: 'before' }
    const ids = await Promise.all(
      [0, 1].map(() => first.documents.create({ projectId: PROJECT, kind: 'page', fields })),
    )
    const [a = '', b = ''] = ids
    // Two writers share a document.
    const writers = [a, a, b].map((id, at) => beginWriter(own[at % own.length] ?? first, id, at))
    await expect.poll(() => Math.min(...writers.map(({ written }) => written)), { timeout: 10_000 }).toBeGreaterThan(2)
    const outcome = await first.documents.undo(SET, ANNA)
    expect(outcome).toMatchObject({ ok: true, state: 'undone', kept: [] })
    const ends = await Promise.all(writers.map(({ ended }) => ended))
    expect(ends).toEqual(Array(3).fill('change_set_undone'))
    for (const server of own) {
      for (const id of ids) {
        await expect
          .poll(async () => (await server.documents.projection(id))?.fields, { timeout: 10_000 })
          .toEqual(fields)
      }
    }
    expect(await first.documents.changes(SET)).toMatchObject({ state: 'undone' })
    return { ids, written: writers.map(({ written }) => written) }
  }

  test('undoes everything that three writers committed, and refuses what they write from then on', async () => {
    const server = await open()
    const { ids, written: counts } = await three([server])
    expect(await server.documents.redo(SET, ANNA)).toMatchObject({ ok: true, state: 'applied', kept: [] })
    const written = await Promise.all(ids.map(async (id) => (await server.documents.projection(id))?.fields ?? {}))
    const own = written.flatMap((fields) => Object.keys(fields).filter((key) => key !== 'shared'))
    expect(own).toHaveLength(counts.reduce((sum, count) => sum + Math.ceil(count / 2), 0))
  })

  test('of two undos at once beside three writers one undoes everything', async () => {
    const server = await open()
    const id = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: {} })
    await write(server, id, 'first', '1')
    const writers = [0, 1, 2].map((at) => beginWriter(server, id, at))
    const outcomes = await Promise.all([server.documents.undo(SET, ANNA), server.documents.undo(SET, ANNA)])
    await Promise.all(writers.map(({ ended }) => ended))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await server.documents.projection(id))?.fields).toEqual({})
  })

  test.runIf(name === 'postgres')('takes back what writers of other servers committed', async () => {
    await three([await open(), await open(), await open()])
  })

  test.runIf(name === 'postgres')('takes back what another server committed, before it is notified', async () => {
    const there = await open()
    const opened = await openDatabase(where)
    const here = instanceOn({ ...opened, database: { ...opened.database, subscribe: () => () => undefined } })
    servers.push(here)
    const fields = { a: '1' }
    const [changed, untouched] = await Promise.all(
      [fields, fields].map((fields) => here.documents.create({ projectId: PROJECT, kind: 'page', fields })),
    )
    for (const id of [changed, untouched]) await here.documents.open(id ?? '')
    await write(there, changed ?? '', 'a', '2')
    await write(there, untouched ?? '', 'b', 'new')
    expect(await here.documents.undo(SET, ANNA)).toMatchObject({ ok: true, applied: 2, kept: [] })
    for (const id of [changed, untouched]) expect((await here.documents.projection(id ?? ''))?.fields).toEqual(fields)
  })

  test('a set that a killed server left half way is undone by the next one', async () => {
    const first = await open()
    const id = await first.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: '1' } })
    await write(first, id, 'a', '2')
    await first.database.transact(function* () {
      yield { sql: `update change_sets set state = 'closed' where id = '${SET}'`, parameters: [] }
    })
    await first.close()
    servers = []
    const next = await open()
    expect(await next.documents.changes(SET)).toMatchObject({ state: 'applied' })
    expect(await next.documents.undo(SET, ANNA)).toMatchObject({ ok: true, applied: 1 })
    expect((await next.documents.projection(id))?.fields).toEqual({ a: '1' })
  })
})
