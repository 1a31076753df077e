import { fromStored, type Model, type StoredLocales, type StoredPublished, toStored } from '@atelier/content'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { RepositoryTables } from '../contract/tables.ts'
import type { PublishedHere } from './publishOutside.ts'

/** The published values in the rows of a project. */
export function publishedHere({ database, projectId }: { database: Database; projectId: string }): PublishedHere {
  const db = queryBuilder<RepositoryTables>(database.dialect)

  return {
    async of(documentId, model) {
      const query = db
        .selectFrom('content_entries')
        .select(['data', 'published'])
        .where('document_id', '=', documentId)
        .where('project_id', '=', projectId)
      const [row] = await database.read(rowsOf(query))
      const settled: StoredLocales = row?.data ? JSON.parse(row.data) : {}
      const published: StoredPublished = row?.published ? JSON.parse(row.published) : {}
      const shown = Object.entries(settled).flatMap(([locale, own]) => {
        if (own.standIn === true || own.meta.status !== 'published') return []
        return [[locale, { ...own, values: published[locale] ?? own.values }] as const]
      })
      const named = fromStored(Object.fromEntries(shown), model)
      return Object.fromEntries(Object.entries(named).map(([locale, { values }]) => [locale, values]))
    },
    async keep(documentId, digest, values, model) {
      const row = {
        document_id: documentId,
        name: digest,
        project_id: projectId,
        data: JSON.stringify(byKeys(values, model)),
      }
      const insert = db
        .insertInto('content_published')
        .values(row)
        .onConflict((conflict) => conflict.columns(['document_id', 'name']).doNothing())
      await database.transact(() => affectedBy(insert))
    },
  }
}

function byKeys(values: StoredPublished[string], model: Model): StoredPublished[string] {
  const meta = { status: 'published' as const }
  return toStored({ model: model.id, id: '', locales: { any: { values, meta } } }, model).any?.values ?? values
}
