import type { Kysely } from 'kysely'

/** The key that a workspace has for a service beside models, such as a search engine: at most one for each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('service_keys')
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
    .addColumn('service', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('hint', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('service_keys_key', ['workspace_id', 'service'])
    .execute()
}
