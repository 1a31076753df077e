import type { Kysely } from 'kysely'

/** The problems of the files of a project's repository at their last import. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('content_projects').addColumn('findings', 'text').execute()
}
