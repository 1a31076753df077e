import type { Kysely } from 'kysely'

/**
 * How far the ref of each open branch is behind its document, and when a project was last synchronized because of its
 * webhook, so that all servers together keep to one a minute. Times are epoch milliseconds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('content_branches')
    .addColumn('written_seq', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('content_projects').addColumn('webhook_at', 'bigint').execute()
}
