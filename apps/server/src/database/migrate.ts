import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations/index.ts'

/**
 * Brings the schema up to date, all pending migrations in one transaction. Safe when several servers start at once on
 * Postgres: the migrator takes an advisory lock. Throws what a migration threw, with the migration's name.
 */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return
  const failed = results?.find((result) => result.status === 'Error')
  throw new Error(`The database could not be migrated${failed ? ` (${failed.migrationName})` : ''}.`, { cause: error })
}
