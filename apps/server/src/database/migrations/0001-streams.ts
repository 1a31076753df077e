import type { Kysely } from 'kysely'
import { bytesType } from './columns.ts'

/** Streams, their entries and their producers (`packages/streams/src/tables.ts`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('streams')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('path', 'text', (column) => column.notNull().unique())
    .addColumn('content_type', 'text', (column) => column.notNull())
    .addColumn('tail', 'bigint', (column) => column.notNull())
    .addColumn('closed', 'integer', (column) => column.notNull())
    .addColumn('stream_seq', 'text')
    .addColumn('ttl_seconds', 'bigint')
    .addColumn('expires_at', 'bigint')
    .addColumn('touched_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('source_id', 'text', (column) => column.references('streams.id'))
    .addColumn('source_path', 'text')
    .addColumn('fork_tail', 'bigint', (column) => column.notNull())
    .addColumn('fork_seq', 'bigint', (column) => column.notNull())
    .addColumn('fork_sub', 'bigint', (column) => column.notNull())
    .addColumn('deleted', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('streams_source').on('streams').column('source_id').execute()
  await db.schema
    .createTable('stream_entries')
    .addColumn('stream_id', 'text', (column) => column.notNull().references('streams.id').onDelete('cascade'))
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('batch', 'bigint', (column) => column.notNull())
    .addColumn('data', bytesType(db), (column) => column.notNull())
    .addPrimaryKeyConstraint('stream_entries_key', ['stream_id', 'seq'])
    .execute()
  await db.schema
    .createTable('stream_producers')
    .addColumn('stream_id', 'text', (column) => column.notNull().references('streams.id').onDelete('cascade'))
    .addColumn('producer_id', 'text', (column) => column.notNull())
    .addColumn('epoch', 'bigint', (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('stream_producers_key', ['stream_id', 'producer_id'])
    .execute()
}
