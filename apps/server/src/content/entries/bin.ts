import type { BinnedEntry, BinService, Deletion } from '@atelier/content'
import type { DocumentTables } from '@atelier/documents'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'

type Rows = Tables & DocumentTables

/** Other documents of a deleting commit that are looked at for references. */
const MOST_OTHERS = 2_000

/** Reads the deleted entries of one project, with the commits that deleted them. */
export function createBin(database: Database, projectId: string, now: () => number): BinService {
  const db = queryBuilder<Rows>(database.dialect)

  /** Leaves an entry out that an undo removed whole, once an entry of the same name is there again. */
  const binned = (models?: readonly string[]) =>
    binnedRows(db)
      .where('entry.project_id', '=', projectId)
      .where('entry.erased_at', 'is', null)
      .where(({ or, eb, not, exists, selectFrom }) =>
        or([
          eb('documents.deleted_at', 'is', null),
          not(
            exists(
              selectFrom('content_entries as other')
                .select('other.document_id')
                .whereRef('other.project_id', '=', 'entry.project_id')
                .whereRef('other.model_id', '=', 'entry.model_id')
                .whereRef('other.entry_id', '=', 'entry.entry_id')
                .where('other.deleted_at', 'is', null),
            ),
          ),
        ]),
      )
      .$if(models !== undefined, (query) => query.where('entry.model_id', 'in', models ?? []))

  const rowsWithOrigin = (models?: readonly string[]) =>
    binned(models)
      .innerJoin('content_changes as change', (join) =>
        join
          .onRef('change.project_id', '=', 'entry.project_id')
          .onRef('change.seq', '=', 'entry.seq')
          .onRef('change.document_id', '=', 'entry.document_id'),
      )
      .select([
        'entry.document_id',
        'entry.model_id',
        'entry.entry_id',
        'entry.title',
        'entry.data',
        'entry.deleted_at',
        'entry.seq',
        'change.origin',
        'change.source',
        'change.patches',
      ])

  return {
    async list({ models, limit, offset }) {
      if (models?.length === 0) return { entries: [], total: 0 }
      const [count] = await database.read(
        rowsOf(binned(models).select(({ fn }) => fn.countAll<number | string>().as('count'))),
      )
      const page = rowsWithOrigin(models)
        .orderBy('entry.deleted_at', 'desc')
        .orderBy('entry.document_id')
        .limit(limit)
        .offset(offset)
      const rows = await database.read(rowsOf(page))
      return { entries: rows.map(binnedEntry), total: Number(count?.count ?? 0) }
    },
    async find(documentId): Promise<Deletion | undefined> {
      const [row] = await database.read(rowsOf(rowsWithOrigin().where('entry.document_id', '=', documentId)))
      if (!row) return undefined
      const beside = db
        .selectFrom('content_changes')
        .select(['document_id', 'patches'])
        .where('project_id', '=', projectId)
        .where('seq', '=', row.seq)
        .where('kind', '=', 'entry')
        .where('document_id', '!=', documentId)
        .limit(MOST_OTHERS)
      const others = await database.read(rowsOf(beside))
      return {
        entry: binnedEntry(row),
        patches: JSON.parse(row.patches),
        others: others.map((each) => ({ documentId: each.document_id, patches: JSON.parse(each.patches) })),
      }
    },
    async eraseRemoved(documentId) {
      const row = db
        .updateTable('content_entries')
        .set({ erased_at: now() })
        .where('project_id', '=', projectId)
        .where('document_id', '=', documentId)
        .where('deleted_at', 'is not', null)
      await database.write(affectedBy(row))
    },
  }
}

/** The rows of entries that are deleted and not wiped, with their documents. */
const binnedRows = (db: Kysely<Rows>) =>
  db
    .selectFrom('content_entries as entry')
    .leftJoin('documents', 'documents.id', 'entry.document_id')
    .where('entry.deleted_at', 'is not', null)
    .where('entry.wiped', '=', 0)

interface BinnedRow {
  document_id: string
  model_id: string
  entry_id: string
  title: string
  data: string | null
  deleted_at: number | null
  origin: string
  source: string
}

function binnedEntry(row: BinnedRow): BinnedEntry {
  return {
    documentId: row.document_id,
    model: row.model_id,
    id: row.entry_id,
    title: row.title,
    locales: row.data === null ? [] : Object.keys(JSON.parse(row.data)),
    deletedAt: row.deleted_at ?? 0,
    by: JSON.parse(row.origin),
    source: row.source,
  }
}
