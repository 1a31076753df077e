import type { CompiledQuery, Kysely } from 'kysely'
import { type Dialect, queryBuilder } from './database.ts'

/** The values of one execution of a statement: always the same names, with values that a database accepts. */
export type Given = Readonly<Record<string, unknown>>

/**
 * A statement that is built and compiled once for each dialect and after that only given other values: building one
 * anew costs several times what running it does. `build` gets its values as placeholders, so it must not look at them:
 * its values and its parts may depend only on the dialect. A value that is undefined becomes null.
 */
export function statement<Tables, Values extends Given, Row>(
  build: (db: Kysely<Tables>, given: Values, dialect: Dialect) => { compile(): CompiledQuery<Row> },
): (dialect: Dialect, given: Values) => CompiledQuery<Row> {
  const plans = new Map<Dialect, Plan<Row>>()
  return (dialect, given) => {
    const plan = plans.get(dialect) ?? planOf(build, dialect, given)
    plans.set(dialect, plan)
    const { sql, query, queryId } = plan.query
    const parameters = plan.parameters.map(({ name, value }) => (name === undefined ? value : given[name]))
    return { sql, query, queryId, parameters }
  }
}

interface Plan<Row> {
  query: CompiledQuery<Row>
  /** Each is the name of a value passed at each execution, or a constant value. */
  parameters: readonly { name: string | undefined; value: unknown }[]
}

function planOf<Tables, Values extends Given, Row>(
  build: (db: Kysely<Tables>, given: Values, dialect: Dialect) => { compile(): CompiledQuery<Row> },
  dialect: Dialect,
  given: Values,
): Plan<Row> {
  const names = new Map(Object.keys(given).map((name) => [Symbol(name), name]))
  // Symbols, which no database takes and nothing can be computed with: one that is used otherwise is noticed at once.
  const placeholders = Object.fromEntries([...names].map(([symbol, name]) => [name, symbol])) as unknown as Values
  const query = build(queryBuilder<Tables>(dialect), placeholders, dialect).compile()
  const parameters = query.parameters.map((value) => {
    const name = typeof value === 'symbol' ? names.get(value) : undefined
    return { name, value }
  })
  return { query, parameters }
}
