import type { Kysely } from 'kysely'

/** When the typed edits of an entry go out that are held while somebody types. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('content_entries').addColumn('held_until', 'bigint').execute()
  await db.schema.createIndex('content_entries_held').on('content_entries').columns(['held_until']).execute()
}
