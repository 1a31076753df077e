import type { Kysely } from 'kysely'

/** When entries came to visitors, and who decided on a branch. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // JSON: epoch milliseconds by locale.
  await db.schema.alterTable('content_entries').addColumn('published_at', 'text').execute()
  await db.schema.alterTable('content_branches').addColumn('closed_by', 'text').execute()
}
