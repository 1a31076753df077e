import type { Kysely } from 'kysely'

/** The few pages of a project are found among its many entries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('documents_by_kind').on('documents').columns(['project_id', 'kind', 'id']).execute()
}
