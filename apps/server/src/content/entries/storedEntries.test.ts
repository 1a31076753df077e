import { randomUUID } from 'node:crypto'
import {
  branchType,
  contentType,
  createEntry,
  deleteEntry,
  entryType,
  fromFile,
  type ModelFile,
  renameEntry,
  restoreEntry,
  setConfig,
  writeModel,
  writeValues,
} from '@atelier/content'
import type { Beside, DocumentCommit, Draft, DraftSet } from '@atelier/documents'
import type { StoredEntries } from '@atelier/repository'
import { queryBuilder } from '@atelier/streams'
import { describe, expect, test } from 'vitest'
import { databasesBySuite } from '../../../testing/databases.ts'
import { ANNA, PROJECT } from '../../../testing/documents.ts'
import { eachServer } from '../../../testing/eachServer.ts'
import type { Tables } from '../../database/tables.ts'
import { createContentProjects } from '../projects/contentProjects.ts'
import { createContentCommitHook } from './contentCommitHook.ts'
import { createStoredEntries } from './storedEntries.ts'

const note: ModelFile = {
  id: 'note',
  name: 'Note',
  kind: 'collection',
  domain: 'site',
  i18n: false,
  title_field: 'text',
  fields: { text: { type: 'string', required: true } },
}
const model = fromFile(note)

describe.each(databasesBySuite())('entries kept in memory, on $name', ({ name, place }) => {
  const here = eachServer(place)
  const db = queryBuilder<Tables>(name === 'postgres' ? 'postgres' : 'sqlite')

  const edit = (write: (drafts: DraftSet) => Promise<void>) =>
    here.server.documents.transact({
      projectId: PROJECT,
      origin: ANNA,
      body: async (drafts) => {
        await write(drafts)
        return { result: null, commit: true }
      },
    })
  const make = (ids: readonly string[]) =>
    edit(async (drafts) => {
      for (const id of ids) {
        const draft = drafts.create(`doc-${id}`, 'entry')
        createEntry(draft, { model: 'note', id })
        writeValues(draft, model, '*', { text: `Text ${id}` })
      }
    })
  const change = (ids: readonly string[], write: (draft: Draft, id: string) => void) =>
    edit(async (drafts) => {
      for (const id of ids) {
        const draft = await drafts.open(`doc-${id}`)
        if (draft) write(draft, id)
      }
    })

  async function begin() {
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
    await edit(async (drafts) => {
      const draft = drafts.create('content', 'content')
      const locales = { default: 'en', supported: ['en'] }
      setConfig(draft, { version: 1, stack: 'other', workflow: 'auto-merge', locales, domains: ['site'] })
      writeModel(draft, note)
    })
  }

  async function told(entries: StoredEntries) {
    const project = await createContentProjects(here.server.database).find(PROJECT)
    if (!project?.schema) throw new Error('There is no content')
    const { all, byId } = await entries.of(PROJECT, project, project.schema, 'note')
    return { all, named: Object.fromEntries(byId) }
  }

  test('are brought up to date by what was made, edited, renamed, deleted and restored, as if they were read anew', async () => {
    await begin()
    const kept = createStoredEntries(here.server.database)
    const ids = Array.from({ length: 12 }, (_, at) => `n${at}`)
    const many = Array.from({ length: 130 }, (_, at) => `m${at}`)
    const acts: (() => Promise<unknown>)[] = [
      () => make(ids),
      () => make(['a1']),
      () => change(['n3'], (draft) => writeValues(draft, model, '*', { text: 'Other' })),
      () => change(['n5'], (draft) => deleteEntry(draft)),
      () => change(['n5'], (draft) => restoreEntry(draft)),
      () => change(['n7'], (draft) => renameEntry(draft, 'n70')),
      // Two exchange their names.
      () => change(['n1', 'n2'], (draft, id) => renameEntry(draft, id === 'n1' ? 'n2' : 'n1')),
      () => change(['n8'], (draft) => renameEntry(draft, 'n80')),
      () => make(many),
      () => change([...many, 'n4'], (draft, id) => writeValues(draft, model, '*', { text: `Changed ${id}` })),
      () => change(many.slice(20), (draft) => deleteEntry(draft)),
      () => change(['a1', 'm0', 'm5', 'n0'], (draft) => deleteEntry(draft)),
      () => make(['z1', 'z0']),
    ]
    for (const act of acts) {
      const before = await told(kept)
      const copy = [...before.all]
      await act()
      expect(await told(kept)).toEqual(await told(createStoredEntries(here.server.database)))
      // Whoever still goes through an earlier list goes through that one.
      expect(before.all).toEqual(copy)
    }
    expect((await told(kept)).all).toHaveLength(31)
  })
})
