import type { ContentSchema } from '@atelier/content'
import { type AllContentProjects, IMPORTING } from '@atelier/repository'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'

/** How many schemas are kept in memory. */
const MOST_KEPT = 200

/** Reads where projects stand; a schema is read again only where it has changed. */
export function createContentProjects(database: Database): AllContentProjects {
  const db = queryBuilder<Tables>(database.dialect)
  const kept = new Map<string, { documentId: string; seq: number; schema: ContentSchema | undefined }>()

  /** @param documentId another one where an import was given up, and the numbers begin again */
  const schemaOf = async (projectId: string, documentId: string, seq: number): Promise<ContentSchema | undefined> => {
    const known = kept.get(projectId)
    if (known?.documentId === documentId && known.seq === seq) return known.schema
    const query = db
      .selectFrom('content_projects')
      .select(['document_id', 'schema', 'schema_seq'])
      .where('project_id', '=', projectId)
    const [row] = await database.read(rowsOf(query))
    const schema: ContentSchema | undefined = row?.schema ? JSON.parse(row.schema) : undefined
    kept.delete(projectId)
    if (row) kept.set(projectId, { documentId: row.document_id, seq: row.schema_seq, schema })
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break
      kept.delete(oldest)
    }
    return schema
  }

  const findAny: AllContentProjects['findAny'] = async (projectId) => {
    const query = db
      .selectFrom('content_projects')
      .select(['document_id', 'schema_seq', 'seq', 'state'])
      .where('project_id', '=', projectId)
    const [row] = await database.read(rowsOf(query))
    if (!row) return undefined
    return {
      documentId: row.document_id,
      schema: await schemaOf(projectId, row.document_id, row.schema_seq),
      schemaSeq: row.schema_seq,
      seq: row.seq,
      importing: row.state === IMPORTING,
    }
  }

  return {
    findAny,
    async find(projectId) {
      const found = await findAny(projectId)
      return found?.importing ? undefined : found
    },
  }
}
