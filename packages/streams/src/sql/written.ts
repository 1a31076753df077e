import { PostgresAdapter } from 'kysely'
import type { Query, QueryResult } from '../database.ts'
import type { Builder } from './tables.ts'

/** A statement whose text is written out; parameters stand in the template. */
export type Write = (text: TemplateStringsArray, ...parameters: unknown[]) => Query

const writers = new WeakMap<Builder, Write>()

/**
 * For the few statements that every packet of every answer runs: building and compiling them anew each time costs more
 * than running them (a thousand conversations make ten thousand a second). Everything else is built with Kysely.
 */
export function written(db: Builder): Write {
  const known = writers.get(db)
  if (known) return known
  const numbered = db.getExecutor().adapter instanceof PostgresAdapter
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

/** Yields a written statement within a script and gives back its rows. */
export function* rowsOfWritten<Row>(query: Query): Generator<Query, Row[], QueryResult> {
  const result = yield query
  return result.rows as Row[]
}
