import { type DocumentType, encodeDocument, openLocal, UnreadableDocument } from '@atelier/documents'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { databasesBySuite } from '../../testing/databases.ts'
import { AGENT, ANNA, type Instance, instanceOn, PROJECT } from '../../testing/documents.ts'
import { type OpenDatabase, openDatabase } from '../database/open.ts'
import { createVersionStore } from '../versions/store.ts'

const describePoem: DocumentType['describe'] = ({ patches }) => ({
  title: 'A poem',
  lines: patches.map(({ key }) => ({ kind: 'changed', what: 'field', label: key })),
})

/** A poem with the two names of its poet, and lines. */
const first: DocumentType = { kind: 'poem', version: 1, writtenByTabs: true, describe: describePoem }

/** One name instead of two, and from version 3 on verses instead of lines. */
const second: DocumentType = {
  kind: 'poem',
  version: 2,
  writtenByTabs: true,
  describe: describePoem,
  migrate(draft) {
    draft.set('poet', `${draft.get('firstName') ?? ''} ${draft.get('lastName') ?? ''}`)
    draft.delete('firstName')
    draft.delete('lastName')
  },
}
const third: DocumentType = {
  ...second,
  version: 3,
  accepts: (key) => (key === 'poet' || key.startsWith('verse:') ? undefined : `A poem has no field ${key}.`),
  async migrate(draft, from) {
    if (from === 1) await second.migrate?.(draft, from)
    else {
      for (const key of [...draft.keys('line:')]) {
        draft.set(key.replace('line:', 'verse:'), draft.get(key) ?? null)
        draft.delete(key)
      }
    }
  },
}

const SET = 'set-1'
const poem = { firstName: 'Emily', lastName: 'Dickinson', 'line:1': 'Hope' }
const migrated = { poet: 'Emily Dickinson', 'verse:1': 'Hope' }

describe.each(databasesBySuite())('migration of documents on $name', ({ name, place }) => {
  let where: Awaited<ReturnType<typeof place>>
  let databases: OpenDatabase[] = []
  let servers: Instance[] = []

  /** A server with one version of the type; on Postgres each has its own connection, as two machines have. */
  const begin = async (type: DocumentType, options: Parameters<typeof instanceOn>[1] = {}): Promise<Instance> => {
    const known = databases[0]
    const database = known && name !== 'postgres' ? known : await openDatabase(where)
    if (database !== known) databases.push(database)
    const server = instanceOn(database, { types: [type], ...options })
    servers.push(server)
    return server
  }
  const end = async () => {
    for (const { documents } of servers) await documents.close()
    servers = []
  }
  const create = (server: Instance, fields: Record<string, string> = poem) =>
    server.documents.create({ projectId: PROJECT, kind: 'poem', fields })
  const write = ({ documents }: Instance, id: string, fields: Record<string, string | null>, more: object = {}) =>
    documents.transact({
      projectId: PROJECT,
      origin: AGENT,
      ...more,
      body: async (drafts) => {
        const draft = await drafts.open(id)
        for (const [key, value] of Object.entries(fields)) {
          if (value === null) draft?.delete(key)
          else draft?.set(key, value)
        }
        return { result: null, commit: true }
      },
    })
  const inRun = { changeSetId: SET, label: 'A poem' }
  const fieldsOf = async ({ documents }: Instance, id: string) => (await documents.projection(id))?.fields

  beforeEach(async () => {
    where = await place()
  })
  afterEach(async () => {
    await end()
    for (const { close } of databases) await close()
    databases = []
    where.remove()
  })

  test('an older document is migrated when it is opened, in one commit, and once', async () => {
    const id = await create(await begin(first))
    await end()
    const later = await begin(third)
    const live = await later.documents.open(id)
    expect(live?.head).toBe(2)
    expect(Object.fromEntries(live ? [...live.view.keys()].map((key) => [key, live.view.get(key)]) : [])).toEqual(
      migrated,
    )
    await end()
    const again = await begin(third)
    expect((await again.documents.open(id))?.head).toBe(2)
    expect(await again.documents.projection(id)).toEqual({ head: 2, schemaVersion: 3, fields: migrated })
  })

  test('a projection and a write find the document migrated', async () => {
    const before = await begin(first)
    const [read, written] = [await create(before), await create(before)]
    await end()
    const later = await begin(third)
    expect(await later.documents.projection(read)).toMatchObject({ schemaVersion: 3, fields: migrated })
    expect(await write(later, written, { 'verse:2': 'is the thing' })).toMatchObject({ ok: true })
    expect(await fieldsOf(later, written)).toEqual({ ...migrated, 'verse:2': 'is the thing' })
  })

  test('of two servers that open it at once, one migrates it', async () => {
    const id = await create(await begin(first))
    await end()
    const migrations: string[] = []
    const counted = (server: string): DocumentType => ({
      ...second,
      async migrate(draft, from) {
        migrations.push(server)
        // Both have read the old state by the time that one of them commits.
        await vi.waitFor(() => expect(migrations).toHaveLength(2))
        await second.migrate?.(draft, from)
      },
    })
    const [a, b] = [await begin(counted('a')), await begin(counted('b'))]
    const opened = await Promise.all([a.documents.open(id), b.documents.open(id)])
    expect(opened.map((live) => [live?.head, live?.view.get('poet')])).toEqual([
      [2, 'Emily Dickinson'],
      [2, 'Emily Dickinson'],
    ])
    expect(migrations.sort()).toEqual(['a', 'b'])
    expect(await write(a, id, { poet: 'E. D.' })).toMatchObject({ ok: true })
    await expect.poll(() => opened[1]?.view.get('poet'), { timeout: 10_000 }).toBe('E. D.')
  })

  test('an edit that arrives while it is migrated is migrated too', async () => {
    const older = await begin(first)
    const id = await create(older)
    let edited = false
    const later = await begin({
      ...second,
      async migrate(draft, from) {
        if (!edited) await write(older, id, { firstName: 'Emilie' })
        edited = true
        await second.migrate?.(draft, from)
      },
    })
    expect((await later.documents.open(id))?.view.get('poet')).toBe('Emilie Dickinson')
  })

  test('a newer document is not opened, read or written, and the answer says so', async () => {
    const newer = await begin(third)
    const id = await create(newer, { poet: 'Sappho' })
    await end()
    const older = await begin(second)
    const { documents } = older
    const sentence = 'A newer version of Atelier has changed this document. Update this server to open it.'
    await expect(documents.open(id)).rejects.toThrow(new UnreadableDocument('document_newer', sentence))
    await expect(documents.projection(id)).rejects.toThrow(sentence)
    const refused = { ok: false, refused: 'document_newer', message: sentence }
    expect(await documents.receive(id, updateThatSets('poet', 'Homer'), ANNA)).toEqual(refused)
    expect(await write(older, id, { poet: 'Homer' })).toEqual(refused)
    await end()
    expect(await fieldsOf(await begin(third), id)).toEqual({ poet: 'Sappho' })
  })

  test('a server that still has it open writes nothing more once a newer one has migrated it', async () => {
    await begin(first)
    const database = (databases[0] ?? expect.fail()).database
    // It has not heard of the migration yet: no commit of others wakes it.
    const older = await begin(first, {
      database: {
        dialect: database.dialect,
        read: (script) => database.read(script),
        write: (script) => database.write(script),
        transact: (script, wake) => database.transact(script, wake),
        subscribe: () => () => undefined,
        close: () => database.close(),
      },
    })
    const id = await create(older)
    const live = await older.documents.open(id)
    const ended: unknown[] = []
    live?.onEnd((why) => ended.push(why))
    const tab = openLocal(new Y.Doc())
    Y.applyUpdate(tab.doc, await older.documents.encode(id))
    tab.apply([{ key: 'firstName', after: 'Charlotte' }])
    const newer = await begin(second)
    await newer.documents.open(id)
    expect(await older.documents.receive(id, Y.encodeStateAsUpdate(tab.doc), ANNA)).toMatchObject({
      ok: false,
      refused: 'document_newer',
    })
    expect(ended).toEqual([expect.any(UnreadableDocument)])
    expect(await write(older, id, { firstName: 'Anne' })).toMatchObject({ ok: false, refused: 'document_newer' })
    expect(await fieldsOf(newer, id)).toEqual({ poet: 'Emily Dickinson', 'line:1': 'Hope' })
  })

  test('a change set from before is shown, undone and redone in the keys of today', async () => {
    const before = await begin(first)
    const id = await create(before)
    await write(before, id, { firstName: 'Emilie' }, inRun)
    await write(before, id, { lastName: 'Brontë', 'line:2': 'is the thing' }, inRun)
    await write(before, id, { 'line:1': 'Hope is' }, { origin: ANNA })
    await end()
    const { documents } = await begin(third)
    const [changed] = (await documents.changes(SET))?.documents ?? []
    expect(changed?.patches).toEqual([
      { key: 'poet', before: 'Emily Dickinson', after: 'Emilie Brontë' },
      { key: 'verse:2', after: 'is the thing' },
    ])
    expect([changed?.before.get('poet'), changed?.after.get('poet')]).toEqual(['Emily Dickinson', 'Emilie Brontë'])
    expect(await documents.undo(SET, ANNA)).toMatchObject({ ok: true, applied: 2, kept: [] })
    expect((await documents.projection(id))?.fields).toEqual({ poet: 'Emily Dickinson', 'verse:1': 'Hope is' })
    expect(await documents.redo(SET, ANNA)).toMatchObject({ ok: true, applied: 2, kept: [] })
    expect((await documents.projection(id))?.fields).toEqual({
      poet: 'Emilie Brontë',
      'verse:1': 'Hope is',
      'verse:2': 'is the thing',
    })
  })

  test('what was changed after the change set stays, before the migration and after it', async () => {
    const before = await begin(first)
    const id = await create(before)
    await write(before, id, { firstName: 'Emilie', 'line:1': 'Joy', 'line:2': 'is the thing' }, inRun)
    await write(before, id, { 'line:1': 'Grief' }, { origin: ANNA })
    await end()
    const later = await begin(third)
    await write(later, id, { 'verse:2': 'with feathers' }, { origin: ANNA })
    const outcome = await later.documents.undo(SET, ANNA)
    expect(outcome.ok && outcome.kept.map(({ key }) => key).sort()).toEqual(['verse:1', 'verse:2'])
    expect(await fieldsOf(later, id)).toEqual({
      poet: 'Emily Dickinson',
      'verse:1': 'Grief',
      'verse:2': 'with feathers',
    })
  })

  test('a change set that was undone before is redone, and one that continued after it is undone whole', async () => {
    const before = await begin(first)
    const [id, other] = [await create(before), await create(before)]
    await write(before, id, { firstName: 'Emilie' }, inRun)
    await before.documents.undo(SET, ANNA)
    await write(before, other, { lastName: 'Brontë' }, { changeSetId: 'set-2' })
    await end()
    const later = await begin(second)
    await write(later, other, { poet: 'Anne Brontë' }, { changeSetId: 'set-2' })
    await end()
    const latest = await begin(third)
    expect(await latest.documents.redo(SET, ANNA)).toMatchObject({ ok: true, applied: 1 })
    expect(await fieldsOf(latest, id)).toEqual({ ...migrated, poet: 'Emilie Dickinson' })
    expect(await latest.documents.undo('set-2', ANNA)).toMatchObject({ ok: true, applied: 1, kept: [] })
    expect(await fieldsOf(latest, other)).toEqual(migrated)
  })

  test('a document that a change set created before is removed by its undo, and comes back migrated', async () => {
    const before = await begin(first)
    const created = await before.documents.transact({
      projectId: PROJECT,
      origin: AGENT,
      ...inRun,
      async body(drafts) {
        for (const [key, value] of Object.entries(poem)) drafts.create('poem-1', 'poem').set(key, value)
        drafts.createEncoded('poem-2', encodeDocument('poem', [{ key: 'line:1', after: 'Hope' }]))
        return { result: null, commit: true }
      },
    })
    expect(created.ok).toBe(true)
    await end()
    const { documents } = await begin(third)
    expect(await documents.undo(SET, ANNA)).toMatchObject({ ok: true, kept: [] })
    expect(await documents.list(PROJECT)).toEqual([])
    expect(await documents.redo(SET, ANNA)).toMatchObject({ ok: true, kept: [] })
    expect((await documents.projection('poem-1'))?.fields).toEqual(migrated)
  })

  test('a version from before is read in the schema of today', async () => {
    const before = await begin(first)
    const id = await create(before)
    const store = ({ documents, database }: Instance) =>
      createVersionStore({ database, documents, now: Date.now, newId: () => crypto.randomUUID(), kinds: ['poem'] })
    const project = { id: PROJECT, site_document_id: 'none' }
    const { id: version } = await store(before).save(project, { name: 'One', kind: 'hand', userId: 'anna' })
    await end()
    const later = await begin(third)
    await write(later, id, { poet: 'Anonymous' })
    const { id: newer } = await store(later).save(project, { name: 'Two', kind: 'hand', userId: 'anna' })
    const kept = async (which: string) => {
      const [state] = (await store(later).documents(PROJECT, which)) ?? []
      return state && (await store(later).fields(state))
    }
    expect(await kept(version)).toEqual(migrated)
    expect(await kept(newer)).toEqual({ ...migrated, poet: 'Anonymous' })
  })

  test('a migration that fails leaves the document as it was', async () => {
    const id = await create(await begin(first))
    await end()
    const failing = await begin({ ...second, migrate: () => Promise.reject(new Error('A mistake')) })
    await expect(failing.documents.open(id)).rejects.toThrow('A mistake')
    await end()
    expect(await fieldsOf(await begin(first), id)).toEqual(poem)
  })
})

function updateThatSets(key: string, value: string): Uint8Array {
  const tab = openLocal(new Y.Doc())
  tab.apply([{ key, after: value }])
  return Y.encodeStateAsUpdate(tab.doc)
}
