import type { Kysely } from 'kysely'

/**
 * The readings of conversations: the parts of documents as they last saw them (`ReadingStore`), and the states of files
 * (`FileMemory`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('session_readings')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('part', 'bigint', (column) => column.notNull())
    .addColumn('notes', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('session_readings_session')
    .on('session_readings')
    .columns(['session_id', 'at', 'part'])
    .execute()
  await db.schema.createIndex('session_readings_at').on('session_readings').column('at').execute()
  await db.schema.createIndex('session_readings_project').on('session_readings').column('project_id').execute()
  await db.schema
    .createTable('session_files')
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('heads', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('session_files_key', ['session_id', 'file'])
    .execute()
  await db.schema.createIndex('session_files_at').on('session_files').column('at').execute()
  await db.schema.createIndex('session_files_project').on('session_files').column('project_id').execute()
}
