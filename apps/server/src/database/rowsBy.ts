import type { Dialect } from '@atelier/streams'
import { type CompiledQuery, type Kysely, PostgresAdapter } from 'kysely'

/** What runs statements outside a script: any Kysely of this server, whatever tables it is typed with. */
export type Runs = Pick<Kysely<unknown>, 'getExecutor' | 'executeQuery'>

/** Runs a `statement` (`@atelier/streams`) and returns its rows. */
export async function rowsBy<Values, Row>(
  kysely: Runs,
  made: (dialect: Dialect, given: Values) => CompiledQuery<Row>,
  given: Values,
): Promise<Row[]> {
  const dialect = kysely.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
  return (await kysely.executeQuery(made(dialect, given))).rows
}
