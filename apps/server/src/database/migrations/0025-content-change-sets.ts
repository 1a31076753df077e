import type { Kysely } from 'kysely'

/** What a run changed of the content is found by its change set when the run ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('content_changes_set').on('content_changes').column('change_set_id').execute()
}
