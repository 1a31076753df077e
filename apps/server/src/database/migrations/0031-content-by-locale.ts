import { type Kysely, sql } from 'kysely'

/**
 * Entries settle by locale: those that were held back whole are to be looked at again, which the server does a few at a
 * time (`createSettleAgain`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update content_entries set stale = 1 where issues <> '[]' and deleted_at is null`.execute(db)
}
