import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

/** The type of a column of bytes, which is the one type whose name the two dialects do not share. */
export function bytesType(db: Kysely<unknown>): RawBuilder<unknown> {
  return db.getExecutor().adapter instanceof PostgresAdapter ? sql`bytea` : sql`blob`
}
