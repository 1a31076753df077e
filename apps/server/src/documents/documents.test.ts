import { openLocal, type Patch } from '@atelier/documents'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { testDatabases } from '../database/testing.ts'
import { AGENT, ANNA, type Instance, instanceOn, openInstance, PROJECT } from './testing.ts'

/** Waits for what must come true, on a machine that may be busy. */
const soon = <Value>(value: () => Value) => expect.poll(value, { timeout: 10_000 })

describe.each(testDatabases())('documents on $name', ({ name, place }) => {
  let where: Awaited<ReturnType<typeof place>>
  let server: Instance

  beforeEach(async () => {
    where = await place()
    server = await openInstance(where)
    await server.database.transact(function* () {
      yield { sql: 'create table if not exists runs (id text primary key, epoch bigint not null)', parameters: [] }
    })
  })
  afterEach(async () => {
    await server.close().catch(() => undefined)
    where.remove()
  })

  const restart = async () => {
    await server.close()
    server = await openInstance(where)
  }

  const write = (documentId: string, fields: Record<string, string | null>, more: object = {}) =>
    server.documents.transact({
      projectId: PROJECT,
      origin: AGENT,
      ...more,
      body: async (drafts) => {
        const draft = await drafts.open(documentId)
        if (!draft) return { result: 'missing', commit: false }
        for (const [key, value] of Object.entries(fields)) {
          if (value === null) draft.delete(key)
          else draft.set(key, value)
        }
        return { result: 'done', commit: true }
      },
    })

  const fieldsOf = async (id: string) => (await server.documents.projection(id))?.fields

  test('a commit is there after a restart, and what it changed is returned', async () => {
    const id = await server.documents.create({
      projectId: PROJECT,
      kind: 'page',
      fields: { a: 1, b: { c: [null, 'x'] } },
    })
    const outcome = await write(id, { a: 'new', z: 'added' })
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
    await restart()
    expect(await fieldsOf(id)).toEqual({ a: 'new', b: { c: [null, 'x'] }, z: 'added' })
    expect(await server.documents.list(PROJECT)).toMatchObject([{ id, kind: 'page', head: 2 }])
    expect(await server.documents.exists(id)).toBe(true)
    expect(await server.documents.exists('nothing')).toBe(false)
  })

  test('the same key changes nothing the second time, also at once and after a restart', async () => {
    const id = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: { count: 0 } })
    const add = () =>
      server.documents.transact({
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
    await restart()
    expect(await add()).toEqual({ ok: true, result: { count: 1 }, replayed: true, changed: [] })
    expect(await fieldsOf(id)).toEqual({ count: 1 })
  })

  test('a result that is not committed writes no draft, but its key, records and rows stay', async () => {
    const id = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: {} })
    await server.streams.ensure('sessions/s')
    const request = {
      projectId: PROJECT,
      origin: AGENT,
      key: 'refused-call',
      appends: () => [{ stream: 'sessions/s', entries: [new TextEncoder().encode('{"tool_result":1}')] }],
      body: async (drafts: Parameters<Parameters<typeof server.documents.transact>[0]['body']>[0]) => {
        const draft = await drafts.open(id)
        draft?.set('half', 'done')
        return { result: { ok: false }, commit: false }
      },
    }
    expect(await server.documents.transact(request)).toMatchObject({ ok: true, changed: [] })
    expect(await server.documents.transact(request)).toMatchObject({ ok: true, replayed: true })
    expect(await fieldsOf(id)).toEqual({})
    expect((await server.streams.read('sessions/s', '-1'))?.entries).toHaveLength(1)
  })

  test('a body that relies on a document it only read is run again where that one moved', async () => {
    const read = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: '1' } })
    const written = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: {} })
    const seen: (number | undefined)[] = []
    const outcome = await server.documents.transact({
      projectId: PROJECT,
      origin: AGENT,
      body: async (drafts) => {
        seen.push(await drafts.head(read))
        // Somebody else commits between this body's look and its own commit.
        if (seen.length === 1) await write(read, { a: '2' })
        const draft = await drafts.open(written)
        draft?.set('saw', String(seen.at(-1)))
        return { result: seen.at(-1), commit: true }
      },
    })
    expect(seen).toHaveLength(2)
    expect(seen[1]).toBe((seen[0] ?? 0) + 1)
    expect(outcome).toMatchObject({ ok: true, result: seen[1] })
    expect(await fieldsOf(written)).toEqual({ saw: String(seen[1]) })
  })

  test('a body that keeps nothing leaves its key free', async () => {
    const id = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: {} })
    const deliver = (keep: boolean) =>
      server.documents.transact({
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
    expect(await fieldsOf(id)).toEqual({ done: true })
  })

  test('a refused commit leaves nothing: no field, no key, no record, and nothing was shown', async () => {
    const id = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: 'before' } })
    const live = await server.documents.open(id)
    const seen: unknown[] = []
    live?.observe((patches) => seen.push(patches))
    live?.doc.on('update', () => seen.push('update'))
    const outcome = await server.documents.transact({
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
    const fenced = await write(id, { a: 'zombie' }, { fence: { runId: 'run-x', epoch: 3 } })
    expect(fenced).toMatchObject({ ok: false, refused: 'fenced' })
    expect(seen).toEqual([])
    expect(live?.view.get('a')).toBe('before')
    expect(await write(id, { a: 'after' }, { key: 'call-2' })).toMatchObject({ ok: true, replayed: false })
    expect(seen).toHaveLength(2)
  })

  test('a body that throws leaves nothing behind', async () => {
    const id = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: 1 } })
    const failing = server.documents.transact({
      projectId: PROJECT,
      origin: AGENT,
      body: async (drafts) => {
        const draft = await drafts.open(id)
        draft?.set('a', 2)
        throw new Error('a bug')
      },
    })
    await expect(failing).rejects.toThrow('a bug')
    expect(await fieldsOf(id)).toEqual({ a: 1 })
    expect(await write(id, { a: 'next' })).toMatchObject({ ok: true })
  })

  test('two edits over the same documents in opposite order both end, and neither is lost', async () => {
    const make = () => server.documents.create({ projectId: PROJECT, kind: 'page', fields: { count: 0 } })
    const [one, two] = [await make(), await make()]
    const bump = (ids: string[]) =>
      server.documents.transact({
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
    expect(await fieldsOf(one)).toEqual({ count: 10 })
    expect(await fieldsOf(two)).toEqual({ count: 10 })
  })

  test('documents of another project are not opened', async () => {
    const id = await server.documents.create({ projectId: 'another', kind: 'page', fields: { a: 1 } })
    expect(await write(id, { a: 'mine' })).toMatchObject({ ok: true, result: 'missing', changed: [] })
    expect(await fieldsOf(id)).toEqual({ a: 1 })
  })

  describe('a tab', () => {
    /** A Y.Doc as a tab has it, whose updates are kept until they are sent. */
    async function tabOf(id: string) {
      const doc = new Y.Doc()
      Y.applyUpdate(doc, await server.documents.encode(id))
      const updates: Uint8Array[] = []
      doc.on('update', (update: Uint8Array) => updates.push(update))
      const send = async () => {
        const outcomes = []
        for (const update of updates.splice(0)) outcomes.push(await server.documents.receive(id, update, ANNA))
        return outcomes
      }
      return { doc, fields: doc.getMap('fields'), updates, send }
    }

    test('edits are stored before they are seen, and merge with the agent by key', async () => {
      const id = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: 1, b: 1 } })
      const tab = await tabOf(id)
      tab.fields.set('a', { by: 'anna' })
      await write(id, { b: 'agent' })
      tab.fields.delete('nothing')
      tab.fields.set('list', [1, null, 'x'])
      expect((await tab.send()).every((outcome) => outcome.ok)).toBe(true)
      const expected = { a: { by: 'anna' }, b: 'agent', list: [1, null, 'x'] }
      expect((await server.documents.open(id))?.view.get('a')).toEqual({ by: 'anna' })
      await server.die()
      server = await openInstance(where)
      expect(await fieldsOf(id)).toEqual(expected)
    })

    test('sending the same again stores nothing', async () => {
      const id = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: 1 } })
      const tab = await tabOf(id)
      tab.fields.set('a', 2)
      tab.fields.delete('a')
      const updates = [...tab.updates]
      await tab.send()
      const head = (await server.documents.open(id))?.head
      for (const update of updates) expect(await server.documents.receive(id, update, ANNA)).toEqual({ ok: true })
      expect(await server.documents.receive(id, Y.encodeStateAsUpdate(tab.doc), ANNA)).toEqual({ ok: true })
      expect((await server.documents.open(id))?.head).toBe(head)
    })

    test.each<[string, (doc: Y.Doc) => void]>([
      ['another map', (doc) => doc.getMap('other').set('a', 1)],
      ['text instead of a map', (doc) => doc.getText('fields').insert(0, 'x')],
      ['a list in the map', (doc) => doc.getMap('fields').set('a', new Y.Array())],
      ['a nested map', (doc) => doc.getMap('fields').set('a', new Y.Map([['b', 1]]))],
      ['bytes', (doc) => doc.getMap('fields').set('a', new Uint8Array([1]))],
      ['a number that JSON has not', (doc) => doc.getMap('fields').set('a', Number.NaN)],
      ['a hole in an object', (doc) => doc.getMap('fields').set('a', { b: undefined })],
      ['a value that is too large', (doc) => doc.getMap('fields').set('a', 'x'.repeat(1024 * 1024))],
      ['a key that is too long', (doc) => doc.getMap('fields').set('k'.repeat(2000), 1)],
      ['a subdocument', (doc) => doc.getMap('fields').set('a', new Y.Doc())],
    ])('is refused when it sends %s, and nothing changes', async (_, edit) => {
      const id = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: { kept: 1 } })
      const before = await server.documents.encode(id)
      const doc = new Y.Doc()
      edit(doc)
      const outcome = await server.documents.receive(id, Y.encodeStateAsUpdate(doc), ANNA)
      expect(outcome).toMatchObject({ ok: false, refused: 'invalid_update' })
      expect(await server.documents.encode(id)).toEqual(before)
      expect(await server.documents.list(PROJECT)).toMatchObject([{ id, head: 1 }])
    })

    test('is refused when it sends bytes that mean nothing, whatever they are', async () => {
      const id = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: { kept: 1 } })
      const before = await server.documents.encode(id)
      for (const bytes of [[], [255], [1, 1, 1, 255, 255, 255], [9, 9, 9, 9, 9], Array(300).fill(1)]) {
        const outcome = await server.documents.receive(id, Uint8Array.from(bytes), ANNA)
        expect(outcome.ok).toBe(false)
      }
      expect(await server.documents.encode(id)).toEqual(before)
    })

    test('is asked to wait with an edit that builds on one that has not come', async () => {
      const id = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: {} })
      const tab = await tabOf(id)
      tab.fields.set('a', 1)
      tab.fields.set('a', 2)
      const [first, second] = tab.updates
      if (!first || !second) throw new Error('two updates were made')
      expect(await server.documents.receive(id, second, ANNA)).toMatchObject({ ok: false, refused: 'out_of_order' })
      expect(await server.documents.receive(id, first, ANNA)).toEqual({ ok: true })
      expect(await server.documents.receive(id, second, ANNA)).toEqual({ ok: true })
      expect(await fieldsOf(id)).toEqual({ a: 2 })
    })

    test('edits of two tabs on one key end the same everywhere', async () => {
      const id = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: 0 } })
      const [one, two] = [await tabOf(id), await tabOf(id)]
      one.fields.set('a', 'one')
      two.fields.set('a', 'two')
      await one.send()
      await two.send()
      const state = await server.documents.encode(id)
      for (const tab of [one, two]) {
        Y.applyUpdate(tab.doc, state)
        expect(tab.fields.toJSON()).toEqual(await fieldsOf(id))
      }
    })
  })

  describe('compaction', () => {
    test('keeps the state, and edits made before it still merge', async () => {
      const id = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: 0 } })
      const tab = openLocal(new Y.Doc())
      Y.applyUpdate(tab.doc, await server.documents.encode(id))
      for (let n = 1; n <= 20; n += 1) await write(id, { a: `${n}`, [`k${n}`]: n % 2 ? 'odd' : null })
      const before = await fieldsOf(id)
      await server.documents.compact(id)
      const left = await server.database.read(
        (function* () {
          return (yield { sql: 'select seq from document_updates', parameters: [] }).rows
        })(),
      )
      expect(left).toEqual([])
      await restart()
      expect(await fieldsOf(id)).toEqual(before)
      tab.apply([{ key: 'late', after: true }])
      const state = Y.encodeStateAsUpdate(tab.doc)
      expect(await server.documents.receive(id, state, ANNA)).toEqual({ ok: true })
      expect(await fieldsOf(id)).toEqual({ ...before, late: true })
    })

    test('a closed server reads projections without loading documents', async () => {
      const id = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: 1 } })
      await restart()
      const reads: string[] = []
      const { database } = server
      const counting = instanceOn({
        ...server,
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
      expect(await counting.documents.projection(id)).toEqual({ head: 1, fields: { a: 1 } })
      expect(reads.some((sql) => sql.includes('document_updates'))).toBe(false)
    })

    test('idle documents leave memory and come back as they were', async () => {
      await server.close()
      server = await openInstance(where, { idleMs: 30 })
      const id = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: 1 } })
      await write(id, { a: 'x' })
      const live = await server.documents.open(id)
      await expect
        .poll(async () => (await server.documents.open(id)) !== live, { interval: 100, timeout: 10_000 })
        .toBe(true)
      expect(await write(id, { b: 'y' })).toMatchObject({ ok: true })
      expect(await fieldsOf(id)).toEqual({ a: 'x', b: 'y' })
      expect(server.errors).toEqual([])
    })
  })

  test('a body that takes longer than its document stays in memory still edits it', async () => {
    await server.close()
    server = await openInstance(where, { idleMs: 20 })
    const id = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: { count: 1 } })
    let slept = false
    const outcome = await server.documents.transact({
      projectId: PROJECT,
      origin: AGENT,
      body: async (drafts) => {
        const draft = await drafts.open(id)
        if (!slept) {
          slept = true
          await new Promise((resolve) => setTimeout(resolve, 200))
          await write(id, { by: 'another' })
        }
        draft?.set('count', 2)
        return { result: null, commit: true }
      },
    })
    expect(outcome).toMatchObject({ ok: true })
    expect(await fieldsOf(id)).toEqual({ count: 2, by: 'another' })
  })

  describe('undo', () => {
    const changeSetId = 'set-1'
    const inRun = { changeSetId, label: 'A landing page' }

    test('restores every document byte for byte, and redo brings all back, also after restarts', async () => {
      const a = await server.documents.create({ projectId: PROJECT, kind: 'site', fields: { x: '1', y: '1' } })
      const b = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: { x: '1' } })
      const state = async () => JSON.stringify([await fieldsOf(a), await fieldsOf(b)])
      const before = await state()
      await write(a, { x: '2', z: 'new' }, inRun)
      await write(b, { x: null }, inRun)
      await write(a, { x: '3', y: null }, inRun)
      const after = await state()
      await restart()
      expect(await server.documents.undo(changeSetId, ANNA)).toMatchObject({
        ok: true,
        state: 'undone',
        applied: 4,
        kept: [],
      })
      expect(await state()).toBe(before)
      await restart()
      expect(await server.documents.changes(changeSetId)).toMatchObject({
        state: 'undone',
        label: 'A landing page',
        runId: 'run-1',
      })
      expect(await server.documents.undo(changeSetId, ANNA)).toMatchObject({ ok: false, refused: 'already_undone' })
      expect(await server.documents.redo(changeSetId, ANNA)).toMatchObject({
        ok: true,
        state: 'applied',
        applied: 4,
        kept: [],
      })
      expect(await state()).toBe(after)
      expect(await server.documents.redo(changeSetId, ANNA)).toMatchObject({ ok: false, refused: 'already_applied' })
      expect(await server.documents.undo(changeSetId, ANNA)).toMatchObject({ ok: true })
      expect(await state()).toBe(before)
    })

    test('leaves what somebody changed since, and what they added, and says so', async () => {
      const id = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: '1', b: '1' } })
      await write(id, { a: '2', b: '2', c: 'new' }, inRun)
      await write(id, { b: 'anna', d: 'anna' }, { origin: ANNA })
      const outcome = await server.documents.undo(changeSetId, ANNA)
      expect(outcome).toMatchObject({ ok: true, applied: 2, kept: [{ documentId: id, key: 'b' }] })
      expect(await fieldsOf(id)).toEqual({ a: '1', b: 'anna', d: 'anna' })
      await server.documents.redo(changeSetId, ANNA)
      expect(await fieldsOf(id)).toEqual({ a: '2', b: 'anna', c: 'new', d: 'anna' })
    })

    test('shows the documents without the change set and with it', async () => {
      const id = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: '1' } })
      await write(id, { a: '2', n: 'new' }, inRun)
      await write(id, { other: 'anna' }, { origin: ANNA })
      const [document] = (await server.documents.changes(changeSetId))?.documents ?? []
      expect(document).toMatchObject({ documentId: id, kind: 'page', created: false })
      expect([document?.before.get('a'), document?.before.has('n'), document?.before.get('other')]).toEqual([
        '1',
        false,
        'anna',
      ])
      expect([document?.after.get('a'), document?.after.get('n')]).toEqual(['2', 'new'])
    })

    const createPage = (site: string, page: string) =>
      server.documents.transact({
        projectId: PROJECT,
        origin: AGENT,
        ...inRun,
        body: async (drafts) => {
          const draft = await drafts.open(site)
          draft?.set(`page:${page}`, { title: 'Contact' })
          drafts.create(page, 'page').set('root', 'body')
          return { result: null, commit: true }
        },
      })

    test('removes a document that the run made, and redo brings it back', async () => {
      const site = await server.documents.create({ projectId: PROJECT, kind: 'site', fields: {} })
      await createPage(site, 'pageone')
      const live = await server.documents.open('pageone')
      let removed = false
      live?.onRemove(() => {
        removed = true
      })
      expect(await server.documents.undo(changeSetId, ANNA)).toMatchObject({ ok: true, kept: [] })
      expect(removed).toBe(true)
      expect(await server.documents.open('pageone')).toBeUndefined()
      expect(await server.documents.list(PROJECT)).toMatchObject([{ id: site }])
      await restart()
      expect(await server.documents.redo(changeSetId, ANNA)).toMatchObject({ ok: true, kept: [] })
      expect(await fieldsOf('pageone')).toEqual({ root: 'body' })
      expect(await fieldsOf(site)).toEqual({ 'page:pageone': { title: 'Contact' } })
    })

    test('leaves a document that the run made and somebody worked in, with what names it', async () => {
      const site = await server.documents.create({ projectId: PROJECT, kind: 'site', fields: {} })
      await createPage(site, 'pageone')
      await write('pageone', { text: 'by anna' }, { origin: ANNA })
      const outcome = await server.documents.undo(changeSetId, ANNA)
      expect(outcome).toMatchObject({ ok: true, applied: 0 })
      expect(outcome.ok && outcome.kept.map(({ documentId, key }) => [documentId, key])).toEqual([
        ['pageone', ''],
        [site, 'page:pageone'],
      ])
      expect(await fieldsOf('pageone')).toEqual({ root: 'body', text: 'by anna' })
      expect(await fieldsOf(site)).toEqual({ 'page:pageone': { title: 'Contact' } })
    })

    test('leaves a document whose entry somebody changed', async () => {
      const site = await server.documents.create({ projectId: PROJECT, kind: 'site', fields: {} })
      await createPage(site, 'pageone')
      await write(site, { 'page:pageone': 'renamed' }, { origin: ANNA })
      expect(await server.documents.undo(changeSetId, ANNA)).toMatchObject({ ok: true, applied: 0 })
      expect(await fieldsOf('pageone')).toEqual({ root: 'body' })
    })

    test('is done once when two ask at once, and a run that goes on afterwards is refused', async () => {
      const id = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: '1' } })
      await write(id, { a: '2' }, inRun)
      const outcomes = await Promise.all([
        server.documents.undo(changeSetId, ANNA),
        server.documents.undo(changeSetId, ANNA),
      ])
      expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
      expect(await fieldsOf(id)).toEqual({ a: '1' })
      expect(await write(id, { a: '3' }, inRun)).toMatchObject({ ok: false, refused: 'change_set_undone' })
    })

    test('asks the scope what to keep', async () => {
      await server.close()
      const asked: Patch[] = []
      server = await openInstance(where, {
        guard: (view, patch, ownKeys) => {
          asked.push(patch)
          const child = [...view.keys()].find((key) => view.get(key) === patch.key && !ownKeys.has(key))
          return child === undefined ? undefined : 'It holds work of somebody else.'
        },
      })
      const id = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: { root: '' } })
      await write(id, { section: 'root', heading: 'section', other: 'root' }, inRun)
      await write(id, { note: 'heading' }, { origin: ANNA })
      const outcome = await server.documents.undo(changeSetId, ANNA)
      expect(outcome.ok && outcome.kept.map(({ key }) => key).sort()).toEqual(['heading', 'section'])
      expect(asked.length).toBeGreaterThan(0)
      expect(await fieldsOf(id)).toEqual({ root: '', section: 'root', heading: 'section', note: 'heading' })
    })
  })

  test('a removed document is gone for everybody and cannot be edited', async () => {
    const id = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: 1 } })
    expect(await server.documents.remove(id)).toBe(true)
    expect(await server.documents.remove(id)).toBe(false)
    expect(await server.documents.open(id)).toBeUndefined()
    expect(await server.documents.projection(id)).toBeUndefined()
    expect(await write(id, { a: 'x' })).toMatchObject({ ok: true, result: 'missing' })
    const doc = new Y.Doc()
    doc.getMap('fields').set('x', 1)
    const late = await server.documents.receive(id, Y.encodeStateAsUpdate(doc), ANNA)
    expect(late).toMatchObject({ ok: false, refused: 'document_not_found' })
  })

  test.runIf(name === 'postgres')('two servers on one database converge, and one key is applied once', async () => {
    const other = await openInstance(where)
    try {
      const id = await server.documents.create({ projectId: PROJECT, kind: 'page', fields: { count: 0 } })
      const here = await server.documents.open(id)
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
      const outcomes = await Promise.all(keys.map((key, index) => bump(index % 2 ? server : other, key)))
      expect(outcomes.every((outcome) => outcome.ok)).toBe(true)
      const tab = new Y.Doc()
      Y.applyUpdate(tab, await other.documents.encode(id))
      tab.getMap('fields').set('tab', true)
      expect(await other.documents.receive(id, Y.encodeStateAsUpdate(tab), ANNA)).toEqual({ ok: true })
      await soon(() => here?.view.get('tab')).toBe(true)
      await soon(() => there?.view.get('count')).toBe(6)
      expect(here?.view.get('count')).toBe(6)
      await soon(() => here?.head === there?.head).toBe(true)
      await server.documents.compact(id)
      expect(await bump(other, 'last')).toMatchObject({ ok: true, result: 7 })
      expect([...server.errors, ...other.errors]).toEqual([])
    } finally {
      await other.close()
    }
  })
})
