import type { Kysely } from 'kysely'

/** Comments on entries and branches, and the notes that tell people of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('content_comments')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('document_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('locale', 'text')
    .addColumn('field', 'text')
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('resolved_at', 'bigint')
    .addColumn('resolved_by', 'text')
    .execute()
  await db.schema
    .createIndex('content_comments_document')
    .on('content_comments')
    .columns(['project_id', 'document_id', 'created_at'])
    .execute()
  await db.schema
    .createTable('content_notes')
    .addColumn('comment_id', 'text', (column) => column.notNull().references('content_comments.id').onDelete('cascade'))
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'bigint')
    .addPrimaryKeyConstraint('content_notes_key', ['comment_id', 'user_id'])
    .execute()
  await db.schema
    .createIndex('content_notes_user')
    .on('content_notes')
    .columns(['project_id', 'user_id', 'seen_at'])
    .execute()
}
