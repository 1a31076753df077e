import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { atOnce, type Steps } from '@atelier/operation'
import type { Query, QueryResult, Script } from '@atelier/streams'

interface Prepared {
  statement: StatementSync
  /** Whether it returns rows: a select, or a write with `returning`. */
  returnsRows: boolean
  /** Whether it wrote the rows that it returns. */
  writes: boolean
  /** Whether the number of affected rows says if it wrote anything, which it does not for a changed table. */
  isCounted: boolean
}

const keep = 500

/** A value as SQLite binds it: no booleans (0 and 1) and no dates (ISO text). */
function bound(value: unknown): SQLInputValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Uint8Array) return value
  if (value instanceof Date) return value.toISOString()
  throw new TypeError(`SQLite cannot bind a ${typeof value}`)
}

/** Runs statements on one SQLite connection and keeps the last 500 of them prepared. */
export class Statements {
  readonly #connection: DatabaseSync
  readonly #prepared = new Map<string, Prepared>()
  #written = 0

  constructor(connection: DatabaseSync) {
    this.#connection = connection
  }

  /** Grows whenever a statement has written something. */
  get written(): number {
    return this.#written
  }

  run(query: Query): QueryResult {
    const { statement, returnsRows, writes, isCounted } = this.#prepare(query.sql)
    const values = query.parameters.map(bound)
    const rows = returnsRows ? statement.all(...values) : []
    const affected = returnsRows ? (writes ? rows.length : 0) : Number(statement.run(...values).changes)
    this.#written += isCounted ? affected : 1
    return { rows, affected }
  }

  /** Runs a script to its end, without leaving this turn of the event loop. A failing statement ends it. */
  script<Result>(script: Script<Result>): Result {
    return atOnce(this.steps(script))
  }

  /** Runs a script, one statement at each step. A failing statement ends it. */
  *steps<Result>(script: Script<Result>): Steps<Result> {
    let step = script.next()
    while (!step.done) {
      const result = this.run(step.value)
      yield
      step = script.next(result)
    }
    return step.value
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql)
    if (known) return known
    const statement = this.#connection.prepare(sql)
    const writes = !/^\s*(select|with|pragma|explain|values)/i.test(sql)
    const isCounted = !writes || /^\s*(insert|update|delete|replace)/i.test(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0, writes, isCounted }
    const oldest = this.#prepared.keys().next()
    if (this.#prepared.size >= keep && !oldest.done) this.#prepared.delete(oldest.value)
    this.#prepared.set(sql, prepared)
    return prepared
  }
}
