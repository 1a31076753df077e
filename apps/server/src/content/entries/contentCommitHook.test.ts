import { randomUUID } from 'node:crypto'
import {
  branchType,
  contentType,
  createEntry,
  deleteEntry,
  entryType,
  fromFile,
  type ModelFile,
  queryWords,
  setConfig,
  writeMeta,
  writeModel,
  writeValues,
} from '@atelier/content'
import type { Beside, DocumentCommit, DraftSet } from '@atelier/documents'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { beforeEach, describe, expect, test } from 'vitest'
import { databasesBySuite } from '../../../testing/databases.ts'
import { AGENT, ANNA, PROJECT } from '../../../testing/documents.ts'
import { eachServer } from '../../../testing/eachServer.ts'
import type { Tables } from '../../database/tables.ts'
import { createContentProjects } from '../projects/contentProjects.ts'
import { createContentCommitHook } from './contentCommitHook.ts'
import { createReaders } from './reader.ts'
import { createSettleAgain } from './settleAgain.ts'
import { createStoredEntries } from './storedEntries.ts'

const person: ModelFile = {
  id: 'person',
  name: 'Person',
  kind: 'collection',
  domain: 'site',
  i18n: false,
  title_field: 'name',
  fields: { name: { type: 'string', required: true, unique: true }, boss: { type: 'relation', model: 'person' } },
}
const model = fromFile(person)
const note: ModelFile = {
  id: 'note',
  name: 'Note',
  kind: 'collection',
  domain: 'site',
  i18n: true,
  title_field: 'title',
  fields: {
    title: { type: 'string', required: true },
    slug: { type: 'slug', unique: true },
    price: { type: 'string' },
  },
}
/** Tells how many rows each read returns. */
function countRows(database: Database, onRows: (count: number) => void): Database {
  const read: Database['read'] = async (script) => {
    const result = await database.read(script)
    if (Array.isArray(result)) onRows(result.length)
    return result
  }
  return { ...database, read }
}

const BOB = { kind: 'hand', userId: 'bob' } as const

describe.each(databasesBySuite())('rows of content, on $name', ({ name, place }) => {
  const here = eachServer(place)
  const db = queryBuilder<Tables>(name === 'postgres' ? 'postgres' : 'sqlite')

  const edit = (write: (drafts: DraftSet) => Promise<void>, more: object = {}) =>
    here.server.documents.transact({
      projectId: PROJECT,
      origin: AGENT,
      ...more,
      body: async (drafts) => {
        await write(drafts)
        return { result: null, commit: true }
      },
    })
  const schema = (write: (draft: Awaited<ReturnType<DraftSet['open']>> & object) => void) =>
    edit(async (drafts) => {
      const draft = await drafts.open('content')
      if (draft) write(draft)
    })
  const make = (id: string, values: Record<string, string>, more: object = {}) =>
    edit(async (drafts) => {
      const draft = drafts.create(`doc-${id}`, 'entry')
      createEntry(draft, { model: 'person', id })
      writeValues(draft, model, '*', values)
    }, more)
  const change = (id: string, values: Record<string, string | null>, more: object = {}) =>
    edit(async (drafts) => {
      const draft = await drafts.open(`doc-${id}`)
      if (draft) writeValues(draft, model, '*', values)
    }, more)
  /** A reader that has read nothing yet. */
  const read = (onRows: (count: number) => void = () => {}) => {
    const database = countRows(here.server.database, onRows)
    const projects = createContentProjects(database)
    return createReaders({ database, projects, entries: createStoredEntries(database) })(PROJECT)
  }
  const people = async () =>
    (await read().entries('person')).map(({ id, title, settled, issues }) => ({
      id,
      title,
      name: settled?.locales['*']?.values.name,
      issues: issues.map(({ code }) => code),
    }))

  beforeEach(async () => {
    let beside: Beside = () => ({})
    const types = [contentType, entryType, branchType].map((type) => ({
      ...type,
      beside: (commit: DocumentCommit) => beside(commit),
    }))
    await here.server.close()
    await here.begin({ types })
    const { database } = here.server
    beside = createContentCommitHook({
      database,
      projects: createContentProjects(database),
      now: Date.now,
      newId: randomUUID,
    })
    await database.transact(function* () {
      yield db.insertInto('workspaces').values({ id: 'w', name: 'W', created_at: 0 }).compile()
      const times = { created_at: 0, updated_at: 0 }
      const project = { id: PROJECT, workspace_id: 'w', slug: 'p', name: 'P', site_document_id: 's', ...times }
      yield db.insertInto('projects').values(project).compile()
    })
    const begun = await edit(async (drafts) => {
      const draft = drafts.create('content', 'content')
      const locales = { default: 'en', supported: ['en', 'tr'] }
      setConfig(draft, { version: 1, stack: 'other', workflow: 'auto-merge', locales, domains: ['site'] })
      writeModel(draft, person)
    })
    expect(begun).toMatchObject({ ok: true })
  })

  test('an entry is settled with its commit, and an invalid state leaves what was settled', async () => {
    expect(await make('ann', { name: 'Ann' })).toMatchObject({ ok: true })
    expect(await people()).toEqual([{ id: 'ann', title: 'Ann', name: 'Ann', issues: [] }])
    // A person types through an invalid state.
    expect(await change('ann', { name: null }, { origin: BOB })).toMatchObject({ ok: true })
    expect(await people()).toEqual([{ id: 'ann', title: 'Ann', name: 'Ann', issues: ['required'] }])
    expect(await change('ann', { name: 'Anne' })).toMatchObject({ ok: true })
    expect(await people()).toEqual([{ id: 'ann', title: 'Anne', name: 'Anne', issues: [] }])
  })

  test('each language settles by itself, and statuses and deletions count at once', async () => {
    await schema((draft) => writeModel(draft, note))
    const write = (locale: string, values: Record<string, string | null>, status?: 'published' | 'archived') =>
      edit(
        async (drafts) => {
          const draft = (await drafts.open('doc-note')) ?? drafts.create('doc-note', 'entry')
          if (!draft.has('entry')) createEntry(draft, { model: 'note', id: 'one' })
          writeValues(draft, fromFile(note), locale, values)
          if (status) writeMeta(draft, locale, { status })
        },
        { origin: BOB },
      )
    const shown = async () => (await read().entry('note', 'one'))?.settled?.locales
    await write('en', { title: 'One', slug: 'one' }, 'published')
    await write('tr', { title: 'Bir', slug: 'bir' }, 'published')
    await write('tr', { title: null })
    await write('en', { title: 'Two' })
    expect(await shown()).toMatchObject({
      en: { values: { title: 'Two', slug: 'one' }, meta: { status: 'published' } },
      tr: { values: { title: 'Bir', slug: 'bir' }, meta: { status: 'published' } },
    })
    await write('tr', {}, 'archived')
    expect((await shown())?.tr).toMatchObject({ values: { title: 'Bir' }, meta: { status: 'archived' } })
    expect(await read().search({ words: ['two'], limit: 10 })).toMatchObject([{ entry: 'one', locale: 'en' }])
    expect(await read().holders('note', 'slug', ['one', 'bir'])).toHaveLength(2)

    // A row as it was before languages settled by themselves.
    const [row] = await here.server.database.read(
      rowsOf(db.selectFrom('content_entries').select('data').where('document_id', '=', 'doc-note')),
    )
    const frozen = row?.data?.replace('Two', 'One').replace('archived', 'published') ?? null
    await here.server.database.transact(function* () {
      yield db.updateTable('content_entries').set({ data: frozen, stale: 1 }).where('entry_id', '=', 'one').compile()
    })
    expect(await shown()).toMatchObject({ tr: { meta: { status: 'published' } } })
    const { database, streams, documents } = here.server
    const projects = createContentProjects(database)
    const again = createSettleAgain({ database, streams, documents, projects, now: Date.now, failed: () => {} })
    await again.rest()
    again.stop()
    expect(await shown()).toMatchObject({
      en: { values: { title: 'Two' } },
      tr: { values: { title: 'Bir' }, meta: { status: 'archived' } },
    })
    await edit(async (drafts) => {
      const draft = await drafts.open('doc-note')
      for (const key of draft ? [...draft.keys('tr')] : []) draft?.delete(key)
    })
    expect((await shown())?.tr).toMatchObject({ standIn: true, values: { title: 'Two' } })
  })

  test('what is shown of an unfinished entry has the form of a field that is converted, at once and later', async () => {
    await schema((draft) => writeModel(draft, note))
    await edit(async (drafts) => {
      for (const id of ['a', 'b']) {
        const draft = drafts.create(`doc-${id}`, 'entry')
        createEntry(draft, { model: 'note', id })
        writeValues(draft, fromFile(note), 'en', { title: id, slug: id, price: id === 'a' ? '5' : 'ask' })
      }
    })
    await edit(
      async (drafts) => {
        const draft = await drafts.open('doc-a')
        if (draft) writeValues(draft, fromFile(note), 'en', { title: null })
      },
      { origin: BOB },
    )
    const kept = read()
    const prices = async (reader = kept) =>
      (await reader.entries('note')).map(({ settled }) => settled?.locales.en?.values.price)
    expect(await prices()).toEqual(['5', 'ask'])
    await schema((draft) => writeModel(draft, { ...note, fields: { ...note.fields, price: { type: 'number' } } }))
    expect([await prices(), await prices(read())]).toEqual([
      [5, undefined],
      [5, undefined],
    ])
    const { database, streams, documents } = here.server
    const projects = createContentProjects(database)
    const again = createSettleAgain({ database, streams, documents, projects, now: Date.now, failed: () => {} })
    await again.rest()
    again.stop()
    expect([await prices(), await prices(read())]).toEqual([
      [5, undefined],
      [5, undefined],
    ])
  })

  test('a value that is unique is taken once, and the refusal names who has it', async () => {
    await make('ann', { name: 'Ann' })
    expect(await make('bob', { name: 'Ann' })).toMatchObject({
      ok: false,
      refused: 'not_unique',
      message: '“Ann” is already a value of person/ann.',
    })
    expect(await people()).toHaveLength(1)
    expect(await make('bob', { name: 'Bob' })).toMatchObject({ ok: true })
    expect(await make('bob', { name: 'Other' })).toMatchObject({ ok: false })
  })

  test('the owner of a unique value is found by its rows, also before entries are derived again under a model that has just changed', async () => {
    await make('ann', { name: 'Ann', boss: 'ann' })
    await make('bob', { name: 'Bob' })
    const ann = { entry: 'ann', documentId: 'doc-ann', locale: '*', value: 'Ann' }
    let rows = 0
    const counted = read((each) => {
      rows += each
    })
    expect(await counted.holders('person', 'name', ['Ann', 'Zoe'])).toEqual([ann])
    // The settings, the schema and the holder, however many entries there are.
    expect(rows).toBe(3)
    await change('bob', { name: null }, { origin: BOB })
    expect(await read().holders('person', 'name', ['Bob'])).toMatchObject([{ entry: 'bob' }])
    await schema((draft) =>
      writeModel(draft, {
        ...person,
        fields: { ...person.fields, boss: { type: 'relation', model: 'person', unique: true } },
      }),
    )
    expect(await read().holders('person', 'boss', ['ann'])).toEqual([{ ...ann, value: 'ann' }])
    expect(await read().holders('nothing', 'name', ['Ann'])).toEqual([])
  })

  test('of many writers of one value at once exactly one succeeds', async () => {
    const outcomes = await Promise.all([1, 2, 3, 4, 5, 6].map((each) => make(`p${each}`, { name: 'Same' })))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await people()).toHaveLength(1)
  })

  test('a reference leads to an entry that there is, and what is referred to is not deleted', async () => {
    expect(await make('ann', { name: 'Ann', boss: 'bob' })).toMatchObject({ ok: false, refused: 'broken_relation' })
    await make('bob', { name: 'Bob' })
    expect(await make('ann', { name: 'Ann', boss: 'bob' })).toMatchObject({ ok: true })
    expect(await read().referrers('person', 'bob')).toMatchObject([{ entry: 'ann', field: 'boss' }])
    const remove = (id: string) =>
      edit(async (drafts) => {
        const draft = await drafts.open(`doc-${id}`)
        if (draft) deleteEntry(draft)
      })
    expect(await remove('bob')).toMatchObject({
      ok: false,
      refused: 'referenced',
      message: 'It is referred to by person/ann.',
    })
    expect(await remove('ann')).toMatchObject({ ok: true })
    expect(await remove('bob')).toMatchObject({ ok: true })
    expect(await people()).toEqual([])
    expect(await make('bob', { name: 'Bob' })).toMatchObject({ ok: false })
  })

  test('a reference that is lost refuses what writes it, and no other field', async () => {
    await make('bob', { name: 'Bob' }, { changeSetId: 'bob' })
    await make('ann', { name: 'Ann', boss: 'bob' })
    await make('zoe', { name: 'Zoe' })
    // An undo takes the entry away that is referred to by then.
    expect(await here.server.documents.undo('bob', ANNA)).toMatchObject({ ok: true })
    expect(await change('ann', { name: 'Anne' })).toMatchObject({ ok: true })
    expect(await people()).toEqual([
      { id: 'ann', title: 'Anne', name: 'Anne', issues: [] },
      { id: 'zoe', title: 'Zoe', name: 'Zoe', issues: [] },
    ])
    const both = await edit(async (drafts) => {
      for (const id of ['ann', 'zoe']) {
        const draft = await drafts.open(`doc-${id}`)
        if (draft) writeValues(draft, model, '*', { name: `${id} too` })
      }
    })
    expect(both).toMatchObject({ ok: true })
    expect(await change('zoe', { boss: 'bob' })).toMatchObject({ ok: false, refused: 'broken_relation' })
    expect(await change('ann', { boss: 'nobody' })).toMatchObject({ ok: false, refused: 'broken_relation' })
    expect(await change('ann', { boss: 'zoe' })).toMatchObject({ ok: true })
    // One that is lost by the same commit is.
    const apart = await edit(async (drafts) => {
      const [ann, zoe] = [await drafts.open('doc-ann'), await drafts.open('doc-zoe')]
      if (ann) writeValues(ann, model, '*', { name: 'Ann again' })
      if (zoe) deleteEntry(zoe)
    })
    expect(apart).toMatchObject({ ok: false, refused: 'broken_relation' })
  })

  test('an undo corrects the rows by itself, and an undone name that is taken since is not settled', async () => {
    await make('ann', { name: 'Ann' })
    await change('ann', { name: 'Zoe' }, { changeSetId: 'set-1' })
    await make('bob', { name: 'Ann' })
    expect(await here.server.documents.undo('set-1', ANNA)).toMatchObject({ ok: true })
    expect(await people()).toEqual([
      { id: 'ann', title: 'Zoe', name: 'Zoe', issues: ['not_unique'] },
      { id: 'bob', title: 'Ann', name: 'Ann', issues: [] },
    ])
    const made = await make('carl', { name: 'Carl' }, { changeSetId: 'set-2' })
    expect(made).toMatchObject({ ok: true })
    await here.server.documents.undo('set-2', ANNA)
    expect((await people()).map(({ id }) => id)).toEqual(['ann', 'bob'])
    await here.server.documents.redo('set-2', ANNA)
    expect((await people()).map(({ id }) => id)).toEqual(['ann', 'bob', 'carl'])
  })

  test('a model that changes has its entries looked at again, and renaming a field touches none', async () => {
    await make('ann', { name: 'Ann' })
    const { database, streams, documents } = here.server
    const projects = createContentProjects(database)
    const again = createSettleAgain({ database, streams, documents, projects, now: Date.now, failed: () => {} })
    await schema((draft) =>
      writeModel(
        draft,
        {
          ...person,
          title_field: 'full',
          fields: {
            full: { type: 'string', required: true, unique: true },
            boss: { type: 'relation', model: 'person' },
          },
        },
        { name: 'full' },
      ),
    )
    await again.rest()
    const [ann] = await read().entries('person')
    expect(ann?.settled?.locales['*']?.values).toEqual({ full: 'Ann' })
    await schema((draft) =>
      writeModel(
        draft,
        { ...person, fields: { ...person.fields, mail: { type: 'email', required: true } } },
        { full: 'name' },
      ),
    )
    await again.rest()
    expect(await people()).toEqual([{ id: 'ann', title: 'Ann', name: 'Ann', issues: ['required'] }])
    again.stop()
  })

  test('words are found by their beginnings and without accents, best first, within one project', async () => {
    await make('one', { name: 'Zürich Café' })
    await make('two', { name: 'Cafeteria' })
    const found = async (query: string) =>
      (await read().search({ words: queryWords(query), limit: 10 })).map(({ entry }) => entry)
    expect(await found('zurich')).toEqual(['one'])
    expect((await found('cafe')).sort()).toEqual(['one', 'two'])
    expect(await found('cafe zürich')).toEqual(['one'])
    expect(await found("' or 1=1 --")).toEqual([])
    expect(await read().nearestWords('caffeteria')).toContain('cafeteria')
    await change('one', { name: 'Bern' })
    expect(await found('zurich')).toEqual([])
  })

  test('of a word that most entries have, those with it in their titles come first, then those that were written last', async () => {
    const numbers = Array.from({ length: 520 }, (_, at) => at)
    const made = await edit(async (drafts) => {
      for (const each of numbers) {
        const at = String(each).padStart(3, '0')
        const draft = drafts.create(`doc-${at}`, 'entry')
        // The words of its id are found like those of its other texts.
        createEntry(draft, { model: 'person', id: `oak-n${at}` })
        writeValues(draft, model, '*', {
          name: each === 3 ? 'Oak tree' : each === 5 ? 'Elm tree' : `Person ${at}`,
        })
      }
    })
    expect(made).toMatchObject({ ok: true })
    const found = async (query: string, more: object = {}) =>
      (await read().search({ words: queryWords(query), limit: 4, ...more })).map(({ entry }) => entry)
    expect(await found('oak')).toEqual(['oak-n003', 'oak-n519', 'oak-n518', 'oak-n517'])
    expect((await read().search({ words: ['person'], limit: 600 })).length).toBe(518)
    expect(await found('elm')).toEqual(['oak-n005'])
    expect(await found('oak elm')).toEqual(['oak-n005'])
    expect(await found('oak n07', { limit: 20 })).toHaveLength(10)
    expect(await found('oak', { locales: ['en'] })).toEqual([])
  })

  test('each change is in the log with its number, its author and its patches', async () => {
    await make('ann', { name: 'Ann' }, { changeSetId: 'set-1', label: 'Make Ann' })
    const rows = await here.server.database.read(
      rowsOf(db.selectFrom('content_changes').selectAll().where('project_id', '=', PROJECT).orderBy('seq')),
    )
    expect(rows.map(({ seq, kind, label, source }) => ({ seq, kind, label, source }))).toEqual([
      { seq: 1, kind: 'content', label: null, source: 'edit' },
      { seq: 2, kind: 'entry', label: 'Make Ann', source: 'edit' },
    ])
    expect(JSON.parse(rows[1]?.affected ?? '')).toMatchObject({ models: ['person'] })
  })

  test('a project that is deleted takes its content along', async () => {
    await make('ann', { name: 'Ann' })
    await here.server.database.transact(function* () {
      yield db.deleteFrom('projects').where('id', '=', PROJECT).compile()
    })
    expect(await here.server.documents.remove('doc-ann')).toBe(true)
    expect(await here.server.documents.remove('content')).toBe(true)
    const left = await here.server.database.read(rowsOf(db.selectFrom('content_search').select('id')))
    expect(left).toEqual([])
  })
})
