import type { Kysely } from 'kysely'
import { bytesType } from './columns.ts'

/** Live documents, their updates, change sets and applied keys (`packages/documents/src/tables.ts`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('documents')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('head', 'bigint', (column) => column.notNull())
    .addColumn('snapshot', bytesType(db))
    .addColumn('snapshot_head', 'bigint', (column) => column.notNull())
    .addColumn('projection', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute()
  await db.schema.createIndex('documents_by_project').on('documents').columns(['project_id', 'id']).execute()
  await db.schema
    .createTable('document_updates')
    .addColumn('document_id', 'text', (column) => column.notNull().references('documents.id').onDelete('cascade'))
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('data', bytesType(db), (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('document_updates_key', ['document_id', 'seq'])
    .execute()
  await db.schema
    .createTable('change_sets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('label', 'text')
    .addColumn('tail', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('change_sets_by_run').on('change_sets').column('run_id').execute()
  await db.schema
    .createTable('change_patches')
    .addColumn('change_set_id', 'text', (column) => column.notNull().references('change_sets.id').onDelete('cascade'))
    .addColumn('part', 'text', (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('document_id', 'text', (column) => column.notNull())
    .addColumn('created', 'text')
    .addColumn('patches', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('change_patches_key', ['change_set_id', 'part', 'seq', 'document_id'])
    .execute()
  await db.schema
    .createTable('applied_keys')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('result', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
}
