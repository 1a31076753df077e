import type { Kysely } from 'kysely'

/** The entries that conversations and keys have read or written (`KnownValues`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('content_known')
    .addColumn('caller', 'text', (column) => column.notNull())
    .addColumn('document_id', 'text', (column) => column.notNull())
    .addColumn('branch_id', 'text', (column) => column.notNull())
    .addColumn('locale', 'text', (column) => column.notNull())
    .addColumn('fields', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('content_known_key', ['caller', 'document_id', 'branch_id', 'locale'])
    .execute()
  await db.schema.createIndex('content_known_at').on('content_known').column('at').execute()
}
