import type { Kysely } from 'kysely'

/**
 * Releases of content only: which version of the site a release was made of, and up to which change of its content
 * visitors see a project. `release_until` is until when one server makes a release of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('releases').addColumn('version_id', 'text').execute()
  const projects = () => db.schema.alterTable('content_projects')
  await projects()
    .addColumn('release_mode', 'text', (column) => column.notNull().defaultTo('hand'))
    .execute()
  await projects()
    .addColumn('released_seq', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await projects().addColumn('released_at', 'bigint').execute()
  await projects().addColumn('release_until', 'bigint').execute()
}
