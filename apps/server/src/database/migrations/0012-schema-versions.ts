import type { Kysely } from 'kysely'

/**
 * The version of its type's schema in which a document, a change and a version's content were written; what was stored
 * before is version 1. `document_schemas` keeps each document as it was when it was migrated.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['documents', 'change_patches', 'version_contents']) {
    await db.schema
      .alterTable(table)
      .addColumn('schema_version', 'bigint', (column) => column.notNull().defaultTo(1))
      .execute()
  }
  await db.schema
    .createTable('document_schemas')
    .addColumn('document_id', 'text', (column) => column.notNull().references('documents.id').onDelete('cascade'))
    .addColumn('schema_version', 'bigint', (column) => column.notNull())
    .addColumn('head', 'bigint', (column) => column.notNull())
    .addColumn('fields', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('document_schemas_key', ['document_id', 'schema_version'])
    .execute()
}
