import type { Kysely } from 'kysely'

/** The time of an entry for which it was looked at again whether its model accepts it: an hour before, and right before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('content_entries').addColumn('checked_for', 'bigint').execute()
  await db.schema.alterTable('content_entries').addColumn('checked_then', 'bigint').execute()
}
