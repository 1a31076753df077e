import { isPageTexts, type PageTexts, type SearchRows } from '@atelier/cms'
import type { Documents } from '@atelier/documents'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'

/** Rows that one statement writes, and those that one forgets. */
const AT_ONCE = 50

/** The texts of pages as they were read at their heads, in rows. */
export function createSearchRows(database: Database, documents: Pick<Documents, 'list'>): SearchRows {
  const db = queryBuilder<Tables>(database.dialect)
  return {
    async load(projectId) {
      const query = db.selectFrom('search_texts').selectAll().where('project_id', '=', projectId)
      const rows = await database.read(rowsOf(query))
      return rows.flatMap(({ document_id: documentId, head, texts }) => {
        const read = readTexts(texts)
        return read ? [{ documentId, head: Number(head), texts: read }] : []
      })
    },
    async heads(projectId) {
      return new Map((await documents.list(projectId, ['page'])).map(({ id, head }) => [id, head]))
    },
    async store(projectId, texts, gone) {
      for (let from = 0; from < texts.length; from += AT_ONCE) {
        const rows = texts.slice(from, from + AT_ONCE).map((each) => ({
          document_id: each.documentId,
          project_id: projectId,
          head: each.head,
          texts: JSON.stringify(each.texts),
        }))
        await database.write(
          affectedBy(
            db
              .insertInto('search_texts')
              .values(rows)
              .onConflict((conflict) =>
                conflict.column('document_id').doUpdateSet(({ ref }) => ({
                  head: ref('excluded.head'),
                  texts: ref('excluded.texts'),
                })),
              ),
          ),
        )
      }
      for (let from = 0; from < gone.length; from += AT_ONCE)
        await database.write(
          affectedBy(db.deleteFrom('search_texts').where('document_id', 'in', gone.slice(from, from + AT_ONCE))),
        )
    },
  }
}

/** Undefined for a row of another form, which is derived anew. */
function readTexts(text: string): PageTexts | undefined {
  const value: unknown = JSON.parse(text)
  return isPageTexts(value) ? value : undefined
}
