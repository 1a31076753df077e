import { PostgresAdapter } from 'kysely'
import type { Query, QueryResult } from '../contract/database.ts'
import type { Builder } from './tables.ts'

/** A statement whose text is written out; parameters stand in the template. */
export type Write = (text: TemplateStringsArray, ...parameters: unknown[]) => Query

const writers = new WeakMap<Builder, Write>()
const inserts = new WeakMap<Builder, Map<string, string>>()

/**
 * For the few statements that every packet of every answer runs: building and compiling them anew each time costs more
 * than running them (a thousand conversations make ten thousand a second). Everything else is built with Kysely.
 */
export function written(db: Builder): Write {
  const known = writers.get(db)
  if (known) return known
  const numbered = isNumbered(db)
  const texts = new WeakMap<TemplateStringsArray, string>()
  const write: Write = (text, ...parameters) => {
    let sql = texts.get(text)
    if (sql === undefined) {
      sql = text.reduce((whole, part, at) => `${whole}${numbered ? `$${at}` : '?'}${part}`)
      texts.set(text, sql)
    }
    return { sql, parameters }
  }
  writers.set(db, write)
  return write
}

/** The same for an insert of several rows: `into` names the table and its columns. */
export function writtenRows(db: Builder, into: string, rows: readonly (readonly unknown[])[]): Query {
  const known = inserts.get(db) ?? new Map<string, string>()
  inserts.set(db, known)
  const key = `${rows.length} ${into}`
  let sql = known.get(key)
  if (sql === undefined) {
    const numbered = isNumbered(db)
    let at = 0
    const row = (values: readonly unknown[]) => `(${values.map(() => (numbered ? `$${++at}` : '?')).join(', ')})`
    sql = `insert into ${into} values ${rows.map(row).join(', ')}`
    known.set(key, sql)
  }
  return { sql, parameters: rows.flat() }
}

function isNumbered(db: Builder): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** Yields a written statement within a script and returns its rows. */
export function* rowsOfWritten<Row>(query: Query): Generator<Query, Row[], QueryResult> {
  const result = yield query
  return result.rows as Row[]
}
