import type { KnownPublished, StoredLocales, StoredPublished, StoredValues } from '@atelier/content'
import { type Database, rowsOf } from '@atelier/streams'
import type { ContentStatements } from './statements.ts'

/** The values that were derived of an entry before. */
export interface LastRow {
  settled: StoredLocales | undefined
  /** JSON: `Finding[]`. */
  issues: string
  /** Undefined if it was not asked for. */
  published: KnownPublished | undefined
}

/**
 * Reads what was derived of entries before, by their documents.
 * @param asked `published`: whether their published values are read too
 */
export async function readLastRows(
  database: Pick<Database, 'read'>,
  statements: ContentStatements,
  { projectId, ids, published: withPublished }: { projectId: string; ids: readonly string[]; published: boolean },
): Promise<Map<string, LastRow>> {
  const kept = withPublished ? await database.read(rowsOf(statements.keptPublished(ids))) : []
  const byDocument = Map.groupBy(kept, ({ document_id }) => document_id)
  const rows = new Map<string, LastRow>()
  for (const row of await database.read(rowsOf(statements.lastOf(projectId, ids)))) {
    const settled: StoredLocales | undefined = row.data === null ? undefined : JSON.parse(row.data)
    const published: StoredPublished | undefined = row.published === null ? undefined : JSON.parse(row.published)
    const values = new Map<string, StoredValues>()
    for (const { name, data } of byDocument.get(row.document_id) ?? []) values.set(name, JSON.parse(data))
    const known = withPublished ? { values, row: { settled, published } } : undefined
    rows.set(row.document_id, { settled, issues: row.issues, published: known })
  }
  return rows
}
