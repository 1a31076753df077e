import { DAYS_IN_BIN, eraseEntry } from '@atelier/content'
import type { Documents, DocumentTables } from '@atelier/documents'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../database/tables.ts'

/** Empties the bins of content. Each part works on as many entries as it is told, and returns their number. */
export interface BinSweep {
  /** Deletes entries for good that have been in a bin for 30 days. */
  expired(at: number, limit: number): Promise<number>
  /** Removes the values of entries that were deleted for good before this time. */
  erased(before: number, limit: number): Promise<number>
}

const SYSTEM = { kind: 'hand', userId: 'system' } as const
const lastsMs = DAYS_IN_BIN * 86_400_000

export function createBinSweep({
  database,
  documents,
  now,
}: {
  database: Database
  documents: Pick<Documents, 'transact' | 'remove'>
  now(): number
}): BinSweep {
  const db = queryBuilder<Tables & DocumentTables>(database.dialect)
  const binned = db.selectFrom('content_entries').where('deleted_at', 'is not', null).where('wiped', '=', 0)

  return {
    async expired(at, limit) {
      const over = binned
        .select(['document_id', 'project_id'])
        .where('erased_at', 'is', null)
        .where('deleted_at', '<', at - lastsMs)
        .limit(limit)
      const rows = await database.read(rowsOf(over))
      for (const [projectId, entries] of Map.groupBy(rows, ({ project_id }) => project_id)) {
        const ids = entries.map(({ document_id }) => document_id)
        await documents.transact({
          projectId,
          origin: SYSTEM,
          label: 'Empties the bin',
          async body(drafts) {
            let marked = 0
            for (const id of ids) {
              const draft = await drafts.open(id)
              // Somebody may have restored it meanwhile.
              if (draft?.get('deleted') !== true) continue
              eraseEntry(draft)
              marked += 1
            }
            return { result: null, commit: marked > 0 }
          },
        })
        // Those that an undo has removed whole have no document to be marked.
        const removed = db
          .updateTable('content_entries')
          .set({ erased_at: now() })
          .where('document_id', 'in', ids)
          .where('deleted_at', 'is not', null)
          .where('erased_at', 'is', null)
        await database.write(affectedBy(removed))
      }
      return rows.length
    },

    async erased(before, limit) {
      const gone = binned.select('document_id').where('erased_at', '<', before).limit(limit)
      const rows = await database.read(rowsOf(gone))
      for (const { document_id: id } of rows) {
        await documents.remove(id)
        await database.transact(function* () {
          yield* affectedBy(db.deleteFrom('content_published').where('document_id', '=', id))
          yield* affectedBy(db.deleteFrom('content_known').where('document_id', '=', id))
          yield* affectedBy(
            db
              .updateTable('content_entries')
              .set(({ ref }) => ({ data: null, published: null, title: ref('entry_id'), issues: '[]', wiped: 1 }))
              .where('document_id', '=', id),
          )
          yield* affectedBy(db.deleteFrom('documents').where('id', '=', id).where('deleted_at', 'is not', null))
        })
      }
      return rows.length
    },
  }
}
