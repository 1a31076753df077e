import type { ContentState, ContentStore, ListedBranch, LoggedEdit } from '@atelier/content'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../database/tables.ts'
import { type ContentProjects, createContentProjects } from './contentProjects.ts'
import { createReaders } from './reader.ts'
import { createStoredEntries } from './storedEntries.ts'

/** How many closed branches are listed. */
const MOST_CLOSED = 100

/** What the scope `content` asks of this server. */
export function createContentStore({
  database,
  services,
  projects = createContentProjects(database),
}: {
  database: Database
  services: ContentStore['services']
  projects?: ContentProjects
}): ContentStore {
  const db = queryBuilder<Tables>(database.dialect)
  const reader = createReaders({ database, projects, entries: createStoredEntries(database) })

  async function branchesOf(projectId: string): Promise<ListedBranch[]> {
    const all = db.selectFrom('content_branches').selectAll().where('project_id', '=', projectId)
    const open = await database.read(rowsOf(all.where('state', '=', 'open').orderBy('updated_at', 'desc')))
    const closed = await database.read(
      rowsOf(all.where('state', '!=', 'open').orderBy('updated_at', 'desc').limit(MOST_CLOSED)),
    )
    return [...open, ...closed].map((row) => ({
      id: row.id,
      name: row.name,
      title: row.title,
      state: row.state === 'open' || row.state === 'merged' ? row.state : 'rejected',
      changes: row.changes,
      ...(row.merge_at === null ? {} : { mergeAt: row.merge_at }),
      createdBy: row.created_by,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }))
  }

  async function state(projectId: string): Promise<ContentState> {
    const query = db
      .selectFrom('content_projects')
      .select(['document_id', 'state', 'error', 'schema_seq'])
      .where('project_id', '=', projectId)
    const [row] = await database.read(rowsOf(query))
    return {
      ...(row ? { documentId: row.document_id } : {}),
      branches: row ? await branchesOf(projectId) : [],
      ...(row?.state === 'error' ? { error: row.error ?? 'The repository cannot be read.' } : {}),
    }
  }

  async function history(projectId: string, documentId: string, limit: number): Promise<LoggedEdit[]> {
    const query = db
      .selectFrom('content_changes')
      .select(['seq', 'source', 'origin', 'change_set_id', 'label', 'patches', 'created_at'])
      .where('project_id', '=', projectId)
      .where('document_id', '=', documentId)
      .orderBy('seq', 'desc')
      .limit(limit)
    const rows = await database.read(rowsOf(query))
    return rows.reverse().map((row) => ({
      seq: row.seq,
      at: row.created_at,
      by: JSON.parse(row.origin),
      source: row.source,
      ...(row.label === null ? {} : { label: row.label }),
      ...(row.change_set_id === null ? {} : { changeSetId: row.change_set_id }),
      patches: JSON.parse(row.patches),
    }))
  }

  return {
    state,
    reader,
    services: (call) => ({
      ...services(call),
      history: (documentId, limit) => history(call.project.id, documentId, limit),
    }),
  }
}
