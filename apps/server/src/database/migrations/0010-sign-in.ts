import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'

/**
 * Counts of attempts to sign in (`auth/signInLimit.ts`); and the tokens of sessions as digests (`auth/sessionTokens.ts`),
 * those of existing sessions too, so that no user is signed out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sign_in_attempts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .execute()
  const sessions = db.withTables<{ auth_sessions: { id: string; token: string } }>()
  for (const { id, token } of await sessions.selectFrom('auth_sessions').select(['id', 'token']).execute()) {
    const hash = createHash('sha256').update(token).digest('hex')
    await sessions.updateTable('auth_sessions').set({ token: hash }).where('id', '=', id).execute()
  }
}
