import type { Kysely } from 'kysely'

/** The sections and menus of pages with their words, derived when somebody searches (`SearchRows`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('search_texts')
    .addColumn('document_id', 'text', (column) => column.primaryKey().references('documents.id').onDelete('cascade'))
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('head', 'bigint', (column) => column.notNull())
    .addColumn('texts', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('search_texts_project').on('search_texts').column('project_id').execute()
}
