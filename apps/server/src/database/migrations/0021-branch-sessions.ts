import type { Kysely } from 'kysely'

/** The conversation that a branch of content belongs to; none of one that a person opened beside conversations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('content_branches').addColumn('session_id', 'text').execute()
}
