import type { DocumentTables } from '@atelier/documents'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { IMPORTING } from '../contract/projects.ts'
import type { RepositoryTables } from '../contract/tables.ts'
import { contentTopic } from '../contract/topics.ts'
import type { UnfinishedImport } from './importContent.ts'

/** Documents that one transaction removes. */
const AT_ONCE = 200

/**
 * Gives up the import of a project: nothing more is made of it from here on, and the process that would finish it
 * removes its results (`removeImported`). Returns false, and does nothing, if none is under way.
 */
export async function giveUpImport(database: Database, projectId: string): Promise<boolean> {
  const update = queryBuilder<RepositoryTables & DocumentTables>(database.dialect)
    .updateTable('content_projects')
    .set({ tip: null, error: null })
    .where('project_id', '=', projectId)
    .where('state', '=', IMPORTING)
  return (await database.transact(() => affectedBy(update))) > 0
}

/** Takes away what an import that was given up has made, some at a time; the project has no content then. */
export async function removeImported(
  database: Database,
  projectId: string,
  { changeSetId }: Pick<UnfinishedImport, 'changeSetId'>,
  signal: AbortSignal,
): Promise<void> {
  const db = queryBuilder<RepositoryTables & DocumentTables>(database.dialect)
  const documents = (kind: 'entry' | 'content') =>
    db.selectFrom('documents').select('id').where('project_id', '=', projectId).where('kind', '=', kind)
  function* remove(ids: readonly string[]) {
    yield* affectedBy(
      db.deleteFrom('change_patches').where('change_set_id', '=', changeSetId).where('document_id', 'in', ids),
    )
    for (const table of [
      'content_keys',
      'content_search',
      'content_published',
      'content_entries',
      'content_changes',
    ] as const)
      yield* affectedBy(db.deleteFrom(table).where('document_id', 'in', ids))
    yield* affectedBy(db.deleteFrom('documents').where('id', 'in', ids))
  }
  for (;;) {
    signal.throwIfAborted()
    const entries = (await database.read(rowsOf(documents('entry').limit(AT_ONCE)))).map(({ id }) => id)
    if (entries.length === 0) break
    await database.transact(() => remove(entries))
  }
  // The models at last, with the mark: what is left of the import is found by their change.
  const models = (await database.read(rowsOf(documents('content')))).map(({ id }) => id)
  await database.transact(
    function* () {
      yield* remove(models)
      yield* affectedBy(db.deleteFrom('change_sets').where('id', '=', changeSetId))
      yield* affectedBy(
        db.deleteFrom('content_projects').where('project_id', '=', projectId).where('state', '=', IMPORTING),
      )
    },
    () => [contentTopic(projectId)],
  )
}
