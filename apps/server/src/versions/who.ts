import type { DocumentTables } from '@atelier/documents'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

/** Who wrote in a document: a person, or a run that a person asked for. */
export interface Author {
  userId: string
  runId?: string
  edits: number
  /** When they last did. */
  at: number
}

const Origin = Type.Object({ userId: Type.String(), runId: Type.Optional(Type.String()) })

/**
 * Who wrote in a document after the head `from` up to `to`, the last writer first. Updates that were compacted together
 * count together.
 */
export async function authorsBetween(
  database: Database,
  documentId: string,
  from: number,
  to: number,
): Promise<Author[]> {
  const sql = queryBuilder<DocumentTables>(database.dialect)
  const compacted = sql
    .selectFrom('document_edits')
    .select(['origin', 'edits', 'last_at'])
    .where('document_id', '=', documentId)
    .where('last_seq', '>', from)
    .where('first_seq', '<=', to)
  const single = sql
    .selectFrom('document_updates')
    .select((select) => ['origin', select.fn.countAll().as('edits'), select.fn.max('created_at').as('last_at')])
    .where('document_id', '=', documentId)
    .where('seq', '>', from)
    .where('seq', '<=', to)
    .groupBy('origin')
  type Row = { origin: string; edits: number | string; last_at: number }
  const rows = [...(await database.read(rowsOf<Row>(compacted))), ...(await database.read(rowsOf<Row>(single)))]
  return mergeAuthors(
    rows.flatMap(({ origin, edits, last_at }) => {
      const read: unknown = JSON.parse(origin)
      if (!Value.Check(Origin, read)) return []
      const { userId, runId } = read
      return [{ userId, ...(runId === undefined ? {} : { runId }), edits: Number(edits), at: Number(last_at) }]
    }),
  )
}

/** Each person and each run once. */
export function mergeAuthors(all: readonly Author[]): Author[] {
  const found = new Map<string, Author>()
  for (const each of all) {
    const key = `${each.userId} ${each.runId ?? ''}`
    const known = found.get(key)
    if (known) found.set(key, { ...known, edits: known.edits + each.edits, at: Math.max(known.at, each.at) })
    else found.set(key, { ...each })
  }
  return [...found.values()].sort((a, b) => b.at - a.at)
}
