import type { Kysely } from 'kysely'

/**
 * Change sets that are undone and redone together: `group_id` is that of the set which represents them all, and
 * `group_seq` the order of their commits in it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('change_sets').addColumn('group_id', 'text').execute()
  await db.schema.createIndex('change_sets_by_group').on('change_sets').column('group_id').execute()
  await db.schema.alterTable('change_patches').addColumn('group_seq', 'bigint').execute()
}
