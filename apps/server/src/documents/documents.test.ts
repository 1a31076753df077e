import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { testDatabases } from '../../testing/databases.ts'
import { AGENT, ANNA, type Instance, openInstance, PROJECT } from '../../testing/documents.ts'
import { eachServer } from '../../testing/eachServer.ts'

/** Waits for what must come true, on a machine that may be busy. */
const soon = <Value>(value: () => Value) => expect.poll(value, { timeout: 10_000 })

describe.each(testDatabases())('documents on $name', ({ name, place }) => {
  const here = eachServer(place)

  test('a commit is there after a restart, and what it changed is returned', async () => {
    const id = await here.server.documents.create({
      projectId: PROJECT,
      kind: 'page',
      fields: { a: 1, b: { c: [null, 'x'] } },
    })
    const outcome = await here.write(id, { a: 'new', z: 'added' })
    expect(outcome).toMatchObject({
      ok: true,
      replayed: false,
      changed: [
        {
          documentId: id,
          patches: [
            { key: 'a', before: 1, after: 'new' },
            { key: 'z', after: 'added' },
          ],
        },
      ],
    })
    await here.restart()
    expect(await here.fieldsOf(id)).toEqual({ a: 'new', b: { c: [null, 'x'] }, z: 'added' })
    expect(await here.server.documents.list(PROJECT)).toMatchObject([{ id, kind: 'page', head: 2 }])
    expect(await here.server.documents.exists(id)).toBe(true)
    expect(await here.server.documents.exists('nothing')).toBe(false)
  })

  test('the same key changes nothing the second time, also at once and after a restart', async () => {
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { count: 0 } })
    const add = () =>
      here.server.documents.transact({
        projectId: PROJECT,
        origin: AGENT,
        key: 'call-1',
        body: async (drafts) => {
          const draft = await drafts.open(id)
          const count = Number(draft?.get('count')) + 1
          draft?.set('count', count)
          return { result: { count }, commit: true }
        },
      })
    const outcomes = await Promise.all([add(), add(), add()])
    expect(outcomes.map((outcome) => outcome.ok && outcome.result)).toEqual([{ count: 1 }, { count: 1 }, { count: 1 }])
    expect(outcomes.filter((outcome) => outcome.ok && !outcome.replayed)).toHaveLength(1)
    await here.restart()
    expect(await add()).toEqual({ ok: true, result: { count: 1 }, replayed: true, changed: [] })
    expect(await here.fieldsOf(id)).toEqual({ count: 1 })
  })

  test('a result that is not committed writes no draft, but its key, records and rows stay', async () => {
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: {} })
    await here.server.streams.ensure('sessions/s')
    const request = {
      projectId: PROJECT,
      origin: AGENT,
      key: 'refused-call',
      appends: () => [{ stream: 'sessions/s', entries: [new TextEncoder().encode('{"tool_result":1}')] }],
      body: async (drafts: Parameters<Parameters<typeof here.server.documents.transact>[0]['body']>[0]) => {
        const draft = await drafts.open(id)
        draft?.set('half', 'done')
        return { result: { ok: false }, commit: false }
      },
    }
    expect(await here.server.documents.transact(request)).toMatchObject({ ok: true, changed: [] })
    expect(await here.server.documents.transact(request)).toMatchObject({ ok: true, replayed: true })
    expect(await here.fieldsOf(id)).toEqual({})
    expect((await here.server.streams.read('sessions/s', '-1'))?.entries).toHaveLength(1)
  })

  test('a body that relies on a document it only read is run again if that one moved', async () => {
    const read = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: '1' } })
    const written = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: {} })
    const seen: (number | undefined)[] = []
    const outcome = await here.server.documents.transact({
      projectId: PROJECT,
      origin: AGENT,
      body: async (drafts) => {
        seen.push(await drafts.head(read))
        // Another user commits between this body's read and its own commit.
        if (seen.length === 1) await here.write(read, { a: '2' })
        const draft = await drafts.open(written)
        draft?.set('saw', String(seen.at(-1)))
        return { result: seen.at(-1), commit: true }
      },
    })
    expect(seen).toHaveLength(2)
    expect(seen[1]).toBe((seen[0] ?? 0) + 1)
    expect(outcome).toMatchObject({ ok: true, result: seen[1] })
    expect(await here.fieldsOf(written)).toEqual({ saw: String(seen[1]) })
  })

  test('a body that keeps nothing leaves its key free', async () => {
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: {} })
    const deliver = (keep: boolean) =>
      here.server.documents.transact({
        projectId: PROJECT,
        origin: AGENT,
        key: `call-${id}`,
        body: async (drafts) => {
          if (!keep) return { result: 'asked', commit: false, keep }
          const draft = await drafts.open(id)
          draft?.set('done', true)
          return { result: 'done', commit: true }
        },
      })
    expect(await deliver(false)).toMatchObject({ ok: true, result: 'asked', replayed: false })
    expect(await deliver(true)).toMatchObject({ ok: true, result: 'done', replayed: false })
    expect(await deliver(false)).toMatchObject({ ok: true, result: 'done', replayed: true })
    expect(await here.fieldsOf(id)).toEqual({ done: true })
  })

  test('a refused commit leaves nothing: no field, no key, no record, and nothing was shown', async () => {
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: 'before' } })
    const live = await here.server.documents.open(id)
    const seen: unknown[] = []
    live?.observe((patches) => seen.push(patches))
    live?.doc.on('update', () => seen.push('update'))
    const outcome = await here.server.documents.transact({
      projectId: PROJECT,
      origin: AGENT,
      key: 'call-2',
      appends: () => [{ stream: 'sessions/absent', entries: [new TextEncoder().encode('{}')] }],
      body: async (drafts) => {
        const draft = await drafts.open(id)
        draft?.set('a', 'after')
        return { result: 1, commit: true }
      },
    })
    expect(outcome).toMatchObject({ ok: false, refused: 'stream_not_found' })
    const fenced = await here.write(id, { a: 'zombie' }, { fence: { runId: 'run-x', epoch: 3 } })
    expect(fenced).toMatchObject({ ok: false, refused: 'fenced' })
    expect(seen).toEqual([])
    expect(live?.view.get('a')).toBe('before')
    expect(await here.write(id, { a: 'after' }, { key: 'call-2' })).toMatchObject({ ok: true, replayed: false })
    expect(seen).toHaveLength(2)
  })

  test('a body that throws leaves nothing behind', async () => {
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: 1 } })
    const failing = here.server.documents.transact({
      projectId: PROJECT,
      origin: AGENT,
      body: async (drafts) => {
        const draft = await drafts.open(id)
        draft?.set('a', 2)
        throw new Error('a bug')
      },
    })
    await expect(failing).rejects.toThrow('a bug')
    expect(await here.fieldsOf(id)).toEqual({ a: 1 })
    expect(await here.write(id, { a: 'next' })).toMatchObject({ ok: true })
  })

  test('two edits over the same documents in opposite order both end, and neither is lost', async () => {
    const make = () => here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { count: 0 } })
    const [one, two] = [await make(), await make()]
    const bump = (ids: string[]) =>
      here.server.documents.transact({
        projectId: PROJECT,
        origin: AGENT,
        body: async (drafts) => {
          for (const id of ids) {
            const draft = await drafts.open(id)
            await new Promise((resolve) => setTimeout(resolve, 1))
            draft?.set('count', Number(draft.get('count')) + 1)
          }
          return { result: null, commit: true }
        },
      })
    const both = Array.from({ length: 10 }, (_, index) => bump(index % 2 ? [one, two] : [two, one]))
    const outcomes = await Promise.all(both)
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true)
    expect(await here.fieldsOf(one)).toEqual({ count: 10 })
    expect(await here.fieldsOf(two)).toEqual({ count: 10 })
  })

  test('documents of another project are not opened', async () => {
    const id = await here.server.documents.create({ projectId: 'another', kind: 'page', fields: { a: 1 } })
    expect(await here.write(id, { a: 'mine' })).toMatchObject({ ok: true, result: 'missing', changed: [] })
    expect(await here.fieldsOf(id)).toEqual({ a: 1 })
  })

  test('a body that takes longer than its document stays in memory still edits it', async () => {
    await here.server.close()
    await here.begin({ idleMs: 20 })
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { count: 1 } })
    let slept = false
    const outcome = await here.server.documents.transact({
      projectId: PROJECT,
      origin: AGENT,
      body: async (drafts) => {
        const draft = await drafts.open(id)
        if (!slept) {
          slept = true
          await new Promise((resolve) => setTimeout(resolve, 200))
          await here.write(id, { by: 'another' })
        }
        draft?.set('count', 2)
        return { result: null, commit: true }
      },
    })
    expect(outcome).toMatchObject({ ok: true })
    expect(await here.fieldsOf(id)).toEqual({ count: 2, by: 'another' })
  })

  test('of many documents those that were used last stay in memory', async () => {
    await here.server.close()
    await here.begin({ idleMs: 6_000, mostIdle: 2 })
    const { documents } = here.server
    const ids: string[] = []
    for (const n of [1, 2, 3, 4]) ids.push(await documents.create({ projectId: PROJECT, kind: 'page', fields: { n } }))
    const first: unknown[] = []
    for (const id of ids) first.push(await documents.open(id))
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    const second: unknown[] = []
    for (const id of ids) second.push(await documents.open(id))
    expect(second.map((live, at) => live === first[at])).toEqual([false, false, true, true])
    expect(await here.fieldsOf(ids[0] ?? '')).toEqual({ n: 1 })
  })

  test('a removed document is gone for everyone and cannot be edited', async () => {
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: 1 } })
    expect(await here.server.documents.remove(id)).toBe(true)
    expect(await here.server.documents.remove(id)).toBe(false)
    expect(await here.server.documents.open(id)).toBeUndefined()
    expect(await here.server.documents.projection(id)).toBeUndefined()
    expect(await here.write(id, { a: 'x' })).toMatchObject({ ok: true, result: 'missing' })
    const doc = new Y.Doc()
    doc.getMap('fields').set('x', 1)
    const late = await here.server.documents.receive(id, Y.encodeStateAsUpdate(doc), ANNA)
    expect(late).toMatchObject({ ok: false, refused: 'document_not_found' })
  })

  test.runIf(name === 'postgres')('two servers on one database converge, and one key is applied once', async () => {
    const other = await openInstance(here.where)
    try {
      const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { count: 0 } })
      const near = await here.server.documents.open(id)
      const there = await other.documents.open(id)
      const bump = (instance: Instance, key: string) =>
        instance.documents.transact({
          projectId: PROJECT,
          origin: AGENT,
          key,
          body: async (drafts) => {
            const draft = await drafts.open(id)
            const count = Number(draft?.get('count')) + 1
            draft?.set('count', count)
            return { result: count, commit: true }
          },
        })
      const keys = Array.from({ length: 12 }, (_, index) => `key-${Math.floor(index / 2)}`)
      const outcomes = await Promise.all(keys.map((key, index) => bump(index % 2 ? here.server : other, key)))
      expect(outcomes.every((outcome) => outcome.ok)).toBe(true)
      const tab = new Y.Doc()
      Y.applyUpdate(tab, await other.documents.encode(id))
      tab.getMap('fields').set('tab', true)
      expect(await other.documents.receive(id, Y.encodeStateAsUpdate(tab), ANNA)).toEqual({ ok: true })
      await soon(() => near?.view.get('tab')).toBe(true)
      await soon(() => there?.view.get('count')).toBe(6)
      expect(near?.view.get('count')).toBe(6)
      await soon(() => near?.head === there?.head).toBe(true)
      await here.server.documents.compact(id)
      expect(await bump(other, 'last')).toMatchObject({ ok: true, result: 7 })
      expect([...here.server.errors, ...other.errors]).toEqual([])
    } finally {
      await other.close()
    }
  })
})
