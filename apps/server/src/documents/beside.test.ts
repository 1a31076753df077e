import { type CommittedDocument, type DocumentType, encodeDocument, openLocal, plainView } from '@atelier/documents'
import { type Query, queryBuilder, rowsOf, type Script } from '@atelier/streams'
import { beforeEach, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { databasesBySuite } from '../../testing/databases.ts'
import { ANNA, instanceOn, PROJECT, plainTypes } from '../../testing/documents.ts'
import { eachServer } from '../../testing/eachServer.ts'

/**
 * The rows that the hook derives: a row for each document that a commit changes, and the titles of poems, each once.
 */
type Tables = {
  poem_log: { source: string; event: string; document_id: string; before: string; after: string; patches: number }
  poem_titles: { title: string; document_id: string }
}
const SET = 'set-1'
const stream = `poems/${PROJECT}`

describe.each(databasesBySuite())('rows beside each commit, on $name', ({ name, place }) => {
  const here = eachServer(place)
  const db = queryBuilder<Tables>(name === 'postgres' ? 'postgres' : 'sqlite')
  /** Whether the hook gives up its expectation when it is refused. */
  let yields = false

  const titlesOf = ({ documentId, event, after }: CommittedDocument): Query[] => {
    const title = after.get('title')
    const own = db.deleteFrom('poem_titles').where('document_id', '=', documentId).compile()
    if (typeof title !== 'string' || event === 'removed') return [own]
    const insert = db.insertInto('poem_titles').values({ title, document_id: documentId })
    return [own, insert.compile()]
  }
  const poem: DocumentType = {
    kind: 'poem',
    version: 1,
    writtenByTabs: true,
    describe: () => ({ title: 'A poem', lines: [] }),
    beside({ source, documents, refused }) {
      const free = documents.flatMap(({ documentId, after, event }) => {
        const title = after.get('title')
        if (typeof title !== 'string' || event === 'removed' || refused !== undefined) return []
        const taken = db
          .selectFrom('poem_titles')
          .select('title')
          .where('title', '=', title)
          .where('document_id', '!=', documentId)
        return [{ query: taken.compile(), rows: 0, code: 'title_taken', message: `Another poem is called ${title}.` }]
      })
      const log = documents.map(({ documentId, event, before, after, patches }) =>
        db
          .insertInto('poem_log')
          .values({
            source: refused === undefined ? source : `${source} after ${refused}`,
            event,
            document_id: documentId,
            before: JSON.stringify(plainView(before)),
            after: JSON.stringify(plainView(after)),
            patches: patches.length,
          })
          .compile(),
      )
      const isFinal = refused !== undefined && !yields
      return {
        expect: isFinal
          ? [{ query: db.selectFrom('poem_titles').select('title').compile(), rows: -1, code: refused, message: 'No.' }]
          : free,
        rows: [...(refused === undefined ? documents.flatMap(titlesOf) : []), ...log],
        appends: [{ stream, entries: [new TextEncoder().encode(JSON.stringify({ source }))] }],
      }
    },
  }
  const types = [...plainTypes, poem]

  const read = <Row>(query: Parameters<typeof rowsOf<Row>>[0]) => here.server.database.read(rowsOf<Row>(query))
  /** The rows derived since they were last read: source, event, document, fields before and after. */
  const derived = async () => {
    const rows = await read<Tables['poem_log']>(db.selectFrom('poem_log').selectAll())
    await here.server.database.transact(function* (): Script<void> {
      yield db.deleteFrom('poem_log').compile()
    })
    return rows.map(({ source, event, document_id, before, after }) => [
      source,
      event,
      document_id,
      JSON.parse(before),
      JSON.parse(after),
    ])
  }
  const create = (id: string, title: string) =>
    here.server.documents.create({ projectId: PROJECT, kind: 'poem', id, fields: { title } })
  const updateOf = async (id: string, fields: Record<string, string>) => {
    const tab = openLocal(new Y.Doc())
    Y.applyUpdate(tab.doc, await here.server.documents.encode(id))
    tab.apply(Object.entries(fields).map(([key, after]) => ({ key, after })))
    return Y.encodeStateAsUpdate(tab.doc)
  }

  beforeEach(async () => {
    yields = false
    await here.server.close()
    await here.begin({ types })
    await here.server.streams.ensure(stream)
    await here.server.database.transact(function* (): Script<void> {
      const texts = ['source', 'event', 'document_id', 'before', 'after'].map((column) => `"${column}" text`).join(', ')
      yield { sql: `create table poem_log (${texts}, patches integer)`, parameters: [] }
      yield { sql: 'create table poem_titles (title text primary key, document_id text)', parameters: [] }
    })
  })

  test('a creation, a call, a tab, an undo, a redo and a removal each call the hook, with the state before and after', async () => {
    const { documents } = here.server
    await create('p1', 'Hope')
    expect(await derived()).toEqual([['edit', 'created', 'p1', {}, { title: 'Hope' }]])
    await here.write('p1', { title: 'Joy' }, { changeSetId: SET })
    expect(await derived()).toEqual([['edit', 'changed', 'p1', { title: 'Hope' }, { title: 'Joy' }]])
    expect(await documents.receive('p1', await updateOf('p1', { line: 'A' }), ANNA)).toEqual({ ok: true })
    expect(await derived()).toEqual([['tab', 'changed', 'p1', { title: 'Joy' }, { title: 'Joy', line: 'A' }]])
    await documents.undo(SET, ANNA)
    expect(await derived()).toEqual([
      ['undo', 'changed', 'p1', { title: 'Joy', line: 'A' }, { title: 'Hope', line: 'A' }],
    ])
    await documents.redo(SET, ANNA)
    expect(await derived()).toEqual([
      ['redo', 'changed', 'p1', { title: 'Hope', line: 'A' }, { title: 'Joy', line: 'A' }],
    ])
    await documents.remove('p1')
    expect(await derived()).toMatchObject([['remove', 'removed', 'p1', { title: 'Joy' }, { title: 'Joy' }]])
    expect(await read(db.selectFrom('poem_titles').selectAll())).toEqual([])
    const sources = await here.server.streams.read(stream, '-1')
    expect(sources?.entries.map((entry) => JSON.parse(new TextDecoder().decode(entry)).source)).toEqual([
      'edit',
      'edit',
      'tab',
      'undo',
      'redo',
      'remove',
    ])
  })

  test('an import calls it once for all documents that were encoded elsewhere, and its undo and redo remove and restore them', async () => {
    const { documents } = here.server
    await documents.transact({
      projectId: PROJECT,
      origin: ANNA,
      changeSetId: SET,
      async body(drafts) {
        drafts.createEncoded('p1', encodeDocument('poem', [{ key: 'title', after: 'Hope' }]))
        drafts.create('p2', 'poem').set('title', 'Joy')
        drafts.create('plain', 'page').set('title', 'No poem')
        return { result: null, commit: true }
      },
    })
    const created = [
      ['edit', 'created', 'p1', {}, { title: 'Hope' }],
      ['edit', 'created', 'p2', {}, { title: 'Joy' }],
    ]
    expect(await derived()).toEqual(created)
    expect((await here.server.streams.read(stream, '-1'))?.entries).toHaveLength(1)
    await documents.undo(SET, ANNA)
    expect(await derived()).toEqual([
      ['undo', 'removed', 'p1', { title: 'Hope' }, {}],
      ['undo', 'removed', 'p2', { title: 'Joy' }, {}],
    ])
    await documents.redo(SET, ANNA)
    expect(await derived()).toEqual([
      ['redo', 'restored', 'p1', {}, { title: 'Hope' }],
      ['redo', 'restored', 'p2', {}, { title: 'Joy' }],
    ])
  })

  test('a migration calls it', async () => {
    await create('p1', 'hope')
    await derived()
    await here.server.close()
    await here.begin({
      types: [
        { ...poem, version: 2, migrate: (draft) => draft.set('title', String(draft.get('title')).toUpperCase()) },
      ],
    })
    await here.server.documents.open('p1')
    expect(await derived()).toEqual([['migration', 'changed', 'p1', { title: 'hope' }, { title: 'HOPE' }]])
  })

  test('its expectation refuses a creation, a call, a tab, an undo and a redo with its code and sentence', async () => {
    const { documents } = here.server
    const refused = { ok: false, refused: 'title_taken', derived: true }
    await create('p1', 'Hope')
    await expect(create('p2', 'Hope')).rejects.toThrow('The document p2 could not be made: No.')
    await create('p2', 'Joy')
    expect(await here.write('p2', { title: 'Hope' })).toEqual({ ...refused, message: 'No.' })
    expect(await documents.receive('p2', await updateOf('p2', { title: 'Hope' }), ANNA)).toEqual({
      ...refused,
      message: 'No.',
    })
    await here.write('p1', { title: 'Grief' }, { changeSetId: SET })
    await here.write('p2', { title: 'Hope' })
    expect(await documents.undo(SET, ANNA)).toMatchObject(refused)
    await here.write('p2', { title: 'Joy' })
    expect(await documents.undo(SET, ANNA)).toMatchObject({ ok: true })
    await here.write('p2', { title: 'Grief' })
    expect(await documents.redo(SET, ANNA)).toMatchObject(refused)
    expect([await here.fieldsOf('p1'), await here.fieldsOf('p2')]).toEqual([{ title: 'Hope' }, { title: 'Grief' }])
    expect((await derived()).filter(([source]) => String(source).includes('after'))).toEqual([])
  })

  test('it may answer a refusal with other rows, and the commit is made with those', async () => {
    yields = true
    await create('p1', 'Hope')
    await create('p2', 'Joy')
    await derived()
    expect(await here.server.documents.receive('p2', await updateOf('p2', { title: 'Hope' }), ANNA)).toEqual({
      ok: true,
    })
    expect(await derived()).toEqual([['tab after title_taken', 'changed', 'p2', { title: 'Joy' }, { title: 'Hope' }]])
    expect(await here.fieldsOf('p2')).toEqual({ title: 'Hope' })
  })

  test('what a tab commits is derived from the state that it leads to, also when another server was first', async () => {
    await create('p1', 'Hope')
    const { documents } = here.server
    const update = await updateOf('p1', { line: 'A' })
    // Is notified of no commit of the others, and so still has the first state.
    const { database } = here.server
    const other = instanceOn(here.server, {
      types,
      database: {
        dialect: database.dialect,
        read: (script) => database.read(script),
        write: (script) => database.write(script),
        transact: (script, wake) => database.transact(script, wake),
        subscribe: () => () => undefined,
        close: () => database.close(),
      },
    })
    await other.documents.open('p1')
    await here.write('p1', { title: 'Joy' })
    await derived()
    expect(await other.documents.receive('p1', update, ANNA)).toEqual({ ok: true })
    expect(await derived()).toEqual([['tab', 'changed', 'p1', { title: 'Joy' }, { title: 'Joy', line: 'A' }]])
    await other.documents.close()
    await expect.poll(() => here.fieldsOf('p1'), { timeout: 10_000 }).toEqual({ title: 'Joy', line: 'A' })
    expect(await documents.exists('p1')).toBe(true)
  })
})
