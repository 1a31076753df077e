import type { LoggedEdit } from '@atelier/content'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'

/** Reads the newest edits of one document of a project's content, the oldest of them first; only those before a number, if one is given. */
export function createEntryLog(database: Database) {
  const db = queryBuilder<Tables>(database.dialect)
  return async (projectId: string, documentId: string, limit: number, before?: number): Promise<LoggedEdit[]> => {
    const query = db
      .selectFrom('content_changes')
      .select(['seq', 'source', 'origin', 'change_set_id', 'label', 'patches', 'created_at'])
      .where('project_id', '=', projectId)
      .where('document_id', '=', documentId)
      .$if(before !== undefined, (all) => all.where('seq', '<', before ?? 0))
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
}
