import { type Kysely, sql } from 'kysely'

/** Sessions, and the runs' queue, lease and epoch (`packages/agent/src/contract/tables.ts`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('project_id', 'text')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('document_id', 'text')
    .addColumn('title', 'text')
    .addColumn('credential_id', 'text')
    .addColumn('model_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('message_count', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('context_tokens', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('sessions_project')
    .on('sessions')
    .columns(['project_id', 'scope', 'updated_at'])
    .execute()
  await db.schema
    .createTable('runs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('session_id', 'text', (column) => column.notNull().references('sessions.id').onDelete('cascade'))
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('epoch', 'bigint', (column) => column.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('abort_requested', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('prompt', 'text', (column) => column.notNull())
    .addColumn('context', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('error', 'text')
    .execute()
  await db.schema.createIndex('runs_session').on('runs').columns(['session_id', 'created_at']).execute()
  await db.schema.createIndex('runs_queue').on('runs').columns(['status', 'lease_until']).execute()
  // One active run per session, decided here and nowhere else.
  await sql`create unique index runs_active on runs (session_id) where status in ('queued', 'running', 'waiting')`.execute(
    db,
  )
}
