import type { Kysely } from 'kysely'

/** A person's own conversations, newest first, over all projects. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('sessions_user')
    .on('sessions')
    .columns(['workspace_id', 'user_id', 'updated_at', 'id'])
    .execute()
}
