import type { Kysely } from 'kysely'

/** Where a project reports what happened to its content, what happened and is not passed on yet, and the last calls. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    // Sealed, since an address may hold a secret.
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    // A JSON list.
    .addColumn('events', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('webhooks_project').on('webhooks').column('project_id').execute()
  await db.schema
    .createTable('webhook_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('document_id', 'text')
    .addColumn('locale', 'text')
    .addColumn('event', 'text', (column) => column.notNull())
    // `now`, `edit` or `time`.
    .addColumn('cause', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('webhook_events_due').on('webhook_events').column('at').execute()
  await db.schema.createIndex('webhook_events_document').on('webhook_events').column('document_id').execute()
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('webhook_id', 'text', (column) => column.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('tries', 'bigint', (column) => column.notNull())
    // Null once it has arrived or is given up.
    .addColumn('next_at', 'bigint')
    .addColumn('status', 'bigint')
    .addColumn('problem', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('tried_at', 'bigint')
    .execute()
  await db.schema.createIndex('webhook_deliveries_due').on('webhook_deliveries').column('next_at').execute()
  await db.schema
    .createIndex('webhook_deliveries_webhook')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'created_at'])
    .execute()
}
