import { affectedBy } from '@atelier/streams'
import type { Kysely } from 'kysely'
import type { ServerTables } from '../database/tables.ts'

type Builder = Kysely<ServerTables>

/** A person's row, in the form that the auth library reads. `at` in epoch ms; addresses are kept in lower case. */
export function* insertUser(query: Builder, user: { id: string; name: string; email: string; at: number }) {
  const at = new Date(user.at).toISOString()
  const row = { id: user.id, name: user.name.trim(), email: user.email.toLowerCase(), emailVerified: 1 }
  yield* affectedBy(query.insertInto('auth_users').values({ ...row, createdAt: at, updatedAt: at }))
}

/** Lets a person sign in. `password` is its hash. */
export function* insertPassword(
  query: Builder,
  { id, userId, password, at: ms }: { id: string; userId: string; password: string; at: number },
) {
  const at = new Date(ms).toISOString()
  const row = { id, userId, accountId: userId, providerId: 'credential', password, createdAt: at, updatedAt: at }
  yield* affectedBy(query.insertInto('auth_accounts').values(row))
}
