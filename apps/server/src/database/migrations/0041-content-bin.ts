import { type Kysely, sql } from 'kysely'

/**
 * The bin of content: when somebody deleted an entry for good, and whether its values are gone since. The row stays, so
 * that servers that keep entries in memory hear of the deletion.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('content_entries').addColumn('erased_at', 'bigint').execute()
  await db.schema
    .alterTable('content_entries')
    .addColumn('wiped', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`
    create index content_entries_bin on content_entries (project_id, deleted_at)
    where deleted_at is not null and wiped = 0`.execute(db)
}
