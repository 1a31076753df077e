import type { Kysely } from 'kysely'
import { bytesType } from './columns.ts'

/**
 * Named states of whole sites (`versions/tables.ts`), who wrote which updates once the updates themselves are compacted
 * (`packages/documents/src/queries.ts`), and the domains that lead to a project's published site. Times are epoch
 * milliseconds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('versions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('pages', 'bigint', (column) => column.notNull())
    .addColumn('documents', bytesType(db), (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('versions_by_project')
    .on('versions')
    .columns(['project_id', 'created_at', 'id'])
    .execute()
  await db.schema
    .createTable('version_contents')
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('document_id', 'text', (column) => column.notNull())
    .addColumn('head', 'bigint', (column) => column.notNull())
    .addColumn('fields', bytesType(db), (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('version_contents_key', ['document_id', 'head'])
    .execute()
  await db.schema.createIndex('version_contents_by_project').on('version_contents').column('project_id').execute()
  await db.schema
    .createTable('document_edits')
    .addColumn('document_id', 'text', (column) => column.notNull().references('documents.id').onDelete('cascade'))
    .addColumn('first_seq', 'bigint', (column) => column.notNull())
    .addColumn('last_seq', 'bigint', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('edits', 'bigint', (column) => column.notNull())
    .addColumn('first_at', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('document_edits_key', ['document_id', 'last_seq', 'origin'])
    .execute()
  await db.schema
    .createTable('domains')
    .addColumn('host', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('domains_by_project').on('domains').column('project_id').execute()
}
