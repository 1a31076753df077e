import { type Dialect, dialectOf } from '@atelier/streams'
import type { CompiledQuery, Kysely } from 'kysely'

/** What runs statements outside a script: any Kysely of this server, whatever tables it is typed with. */
export type StatementRunner = Pick<Kysely<unknown>, 'getExecutor' | 'executeQuery'>

/** Runs a `statement` (`@atelier/streams`) and returns its rows. */
export async function runStatement<Values, Row>(
  kysely: StatementRunner,
  made: (dialect: Dialect, given: Values) => CompiledQuery<Row>,
  given: Values,
): Promise<Row[]> {
  return (await kysely.executeQuery(made(dialectOf(kysely), given))).rows
}
