import type { Kysely } from 'kysely'

/** A run's changes of the content are found by its change set when the run ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('content_changes_set').on('content_changes').column('change_set_id').execute()
}
