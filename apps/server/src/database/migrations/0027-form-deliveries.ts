import type { Kysely } from 'kysely'

/** Whom a form tells of what was sent through it, and what was not told yet. A delivery that is made is removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('form_targets')
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('model_id', 'text', (column) => column.notNull())
    .addColumn('webhook_url', 'text')
    .addColumn('webhook_secret', 'text')
    // A JSON list of addresses.
    .addColumn('mail_to', 'text')
    .addPrimaryKeyConstraint('form_targets_key', ['project_id', 'model_id'])
    .execute()
  await db.schema
    .createTable('form_deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('submission_id', 'text', (column) => column.notNull().references('submissions.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('tries', 'bigint', (column) => column.notNull())
    // Null once it is given up.
    .addColumn('next_at', 'bigint')
    .addColumn('problem', 'text')
    .execute()
  await db.schema.createIndex('form_deliveries_due').on('form_deliveries').column('next_at').execute()
}
