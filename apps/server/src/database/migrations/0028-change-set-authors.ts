import type { Kysely } from 'kysely'

/** Who made a change set: no other author adds to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('change_sets').addColumn('user_id', 'text').execute()
}
