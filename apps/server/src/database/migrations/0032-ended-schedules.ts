import type { Kysely } from 'kysely'

/** When a branch would have been merged by itself, had it not been changed after that was set. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('content_branches').addColumn('schedule_ended', 'bigint').execute()
}
