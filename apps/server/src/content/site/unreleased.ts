import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/** How many entries are named. */
const NAMED = 20

/** Entries of which visitors may see something new. */
export interface UnreleasedEntries {
  /** How many there are. */
  count: number
  /** The first of them, the last changed first. */
  entries: { model: string; id: string; title: string; deleted: boolean; changedAt: number }[]
}

/** The ends of keys of a published entry whose changes visitors may see, even if its edits wait or are held. */
const shownByKey = [':published', ':held', ':publish_at', ':expire_at', '"key":"id', '"key":"deleted']

/** The project if edits of its published entries go out at once. */
const atOnce = (db: Kysely<Tables>, projectId: string) =>
  db
    .selectFrom('content_projects')
    .select('project_id')
    .where('project_id', '=', projectId)
    .where('schema', 'not like', '%"publishEdits":"wait"%')

/**
 * The changes after `seq` by which visitors may see something new: those of published entries, of a status, of models
 * and settings, and deletions. Whoever writes at a draft changes nothing for them, and neither does an edit that waits.
 */
export function changesForVisitors(db: Kysely<Tables>, projectId: string, seq: number) {
  return db
    .selectFrom('content_changes')
    .leftJoin('content_entries', 'content_entries.document_id', 'content_changes.document_id')
    .where('content_changes.project_id', '=', projectId)
    .where('content_changes.seq', '>', seq)
    .where(({ eb, or }) =>
      or([
        eb('content_changes.kind', '=', 'content'),
        eb('content_changes.patches', 'like', '%:status"%'),
        eb.and([
          eb('content_entries.data', 'like', '%"status":"published"%'),
          or([
            eb.and([eb('content_entries.held_until', 'is', null), eb.exists(atOnce(db, projectId))]),
            ...shownByKey.map((key) => eb('content_changes.patches', 'like', `%${key}"%`)),
          ]),
        ]),
        eb('content_entries.deleted_at', 'is not', null),
      ]),
    )
}

/** The entries that were changed for visitors after `since`, in milliseconds since 1970. */
export async function unreleasedEntries(
  database: Database,
  projectId: string,
  since: number,
): Promise<UnreleasedEntries> {
  const db = queryBuilder<Tables>(database.dialect)
  const before = db
    .selectFrom('content_changes')
    .select('seq')
    .where('project_id', '=', projectId)
    .where('created_at', '<=', since)
    .orderBy('seq', 'desc')
    .limit(1)
  const [last] = await database.read(rowsOf(before))
  const changed = changesForVisitors(db, projectId, last?.seq ?? 0)
    .select('content_changes.document_id')
    .where('content_changes.kind', '=', 'entry')
  const entries = db
    .selectFrom('content_entries')
    .where('document_id', 'in', changed)
    // An entry made and deleted in between was never seen.
    .where(({ eb, or }) => or([eb('deleted_at', 'is', null), eb('created_at', '<=', since)]))
  const first = entries
    .select(['model_id', 'entry_id', 'title', 'deleted_at', 'updated_at'])
    .orderBy('updated_at', 'desc')
    .limit(NAMED)
  const [total] = await database.read(rowsOf(entries.select(({ fn }) => fn.countAll<number>().as('count'))))
  const rows = await database.read(rowsOf(first))
  return {
    count: Number(total?.count ?? 0),
    entries: rows.map((row) => ({
      model: row.model_id,
      id: row.entry_id,
      title: row.title,
      deleted: row.deleted_at !== null,
      changedAt: row.updated_at,
    })),
  }
}
