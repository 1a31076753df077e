import type { Kysely } from 'kysely'

/**
 * The values that somebody published, by entry and digest, and in the row of an entry those that are not what is settled
 * there. Projects of before have none: their edits go out at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('content_entries').addColumn('published', 'text').execute()
  await db.schema
    .createTable('content_published')
    .addColumn('document_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('data', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('content_published_key', ['document_id', 'name'])
    .execute()
  await db.schema.createIndex('content_published_project').on('content_published').columns(['project_id']).execute()
}
