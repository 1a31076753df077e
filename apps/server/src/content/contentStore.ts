import type { ContentAffected } from '@atelier/agent'
import type { ContentState, ContentStore, ListedBranch } from '@atelier/content'
import { type ContentProjects, IMPORTING, type StoredEntries } from '@atelier/repository'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../database/tables.ts'
import { createComments } from './comments/comments.ts'
import { createBin } from './entries/bin.ts'
import { createEntryLog } from './entries/entryLog.ts'
import { createKnownValues } from './entries/knownValues.ts'
import { createReaders } from './entries/reader.ts'
import { createStoredEntries } from './entries/storedEntries.ts'
import { createContentProjects } from './projects/contentProjects.ts'

/** How many closed branches are listed. */
const MOST_CLOSED = 100

/** The services that the scope `content` requires of this server. */
export function createContentStore({
  database,
  services,
  onError = console.error,
  projects = createContentProjects(database),
  entries = createStoredEntries(database),
}: {
  database: Database
  services: ContentStore['services']
  /** Called with failures outside of a call. */
  onError?: (error: unknown) => void
  projects?: ContentProjects
  entries?: StoredEntries
}): ContentStore {
  const db = queryBuilder<Tables>(database.dialect)
  const edits = createEntryLog(database)
  const reader = createReaders({ database, projects, entries })

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
      ...(row.schedule_ended === null ? {} : { scheduleEnded: row.schedule_ended }),
      createdBy: row.created_by,
      ...(row.closed_by === null ? {} : { closedBy: row.closed_by }),
      ...(row.session_id === null ? {} : { sessionId: row.session_id }),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }))
  }

  async function state(projectId: string): Promise<ContentState> {
    const query = db
      .selectFrom('content_projects')
      .select(['document_id', 'state', 'error', 'seq'])
      .where('project_id', '=', projectId)
    const [row] = await database.read(rowsOf(query.where('state', '!=', IMPORTING)))
    return {
      ...(row ? { documentId: row.document_id } : {}),
      branches: row ? await branchesOf(projectId) : [],
      seq: row?.seq ?? 0,
      ...(row?.state === 'error' ? { error: row.error ?? 'The repository cannot be read.' } : {}),
    }
  }

  async function affected(projectId: string, changeSetId: string): Promise<ContentAffected[]> {
    const query = db
      .selectFrom('content_changes')
      .select('affected')
      .distinct()
      .where('change_set_id', '=', changeSetId)
      .where('project_id', '=', projectId)
    return (await database.read(rowsOf(query))).map((row) => JSON.parse(row.affected))
  }

  return {
    state,
    affected,
    reader,
    known: createKnownValues({ database, onError }),
    services: (call) => ({
      ...services(call),
      comments: createComments(database, {
        projectId: call.project.id,
        userId: call.actor.userId,
        now: call.now,
        newId: call.newId,
      }),
      bin: createBin(database, call.project.id, call.now),
      history: (documentId, limit, before) => edits(call.project.id, documentId, limit, before),
    }),
  }
}
