import type { Kysely } from 'kysely'

/** What is wrong with the files of a project's repository, as they were when they were last taken in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('content_projects').addColumn('findings', 'text').execute()
}
