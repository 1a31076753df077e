import type { Kysely } from 'kysely'

/**
 * Publications, and their times (`publish/tables.ts`). Which release is live is on disk, so that one rename decides it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('releases')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('pages', 'bigint', (column) => column.notNull())
    .addColumn('files', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('releases_number').on('releases').columns(['project_id', 'number']).unique().execute()
}
