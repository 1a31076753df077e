import type { SearchHit, SearchRequest } from '@atelier/content'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { placeOf } from './statements.ts'

interface Row {
  model_id: string
  entry_id: string
  locale: string
  score: number
}

/** Finds entries by their words: FTS5 on SQLite, tsvector on Postgres, with the same hits. */
export function createSearch(database: Database) {
  const db = queryBuilder<Tables>(database.dialect)
  const find = database.dialect === 'postgres' ? inPostgres : inSqlite

  return async (projectId: string, { words, models, locales, limit }: SearchRequest): Promise<SearchHit[]> => {
    // Words are letters and digits by themselves; whatever else comes is no part of any query.
    const clean = words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '')).filter((word) => word !== '')
    if (clean.length === 0 || models?.length === 0 || locales?.length === 0) return []
    const within = sql`${among('model_id', models)} and ${among('locale', locales)}`
    const rows = await database.read(rowsOf(find(projectId, clean, within, limit).compile(db)))
    return rows.map(({ model_id, entry_id, locale, score }) => ({
      model: model_id,
      entry: entry_id,
      locale,
      score: Number(score),
    }))
  }
}

const among = (column: string, values: readonly string[] | undefined): RawBuilder<boolean> =>
  values ? sql`entry.${sql.ref(column)} in (${sql.join(values)})` : sql`1 = 1`

/** Titles count five times as much as other texts. */
function inSqlite(projectId: string, words: readonly string[], within: RawBuilder<unknown>, limit: number) {
  const wanted = words.map((word, at) => `{title body} : "${word}"${at === words.length - 1 ? '*' : ''}`)
  const match = [`place : "${placeOf(projectId)}"`, ...wanted].map((part) => `(${part})`).join(' AND ')
  return sql<Row>`
    select entry.model_id, entry.entry_id, entry.locale, -bm25(content_search_index, 0.0, 5.0, 1.0) as score
    from content_search_index
    join content_search as entry on entry.id = content_search_index.rowid
    where content_search_index match ${match} and ${within}
    order by bm25(content_search_index, 0.0, 5.0, 1.0), entry.id
    limit ${limit}`
}

function inPostgres(projectId: string, words: readonly string[], within: RawBuilder<unknown>, limit: number) {
  const wanted = words.map((word, at) => `'${word}'${at === words.length - 1 ? ':*' : ''}`).join(' & ')
  return sql<Row>`
    select entry.model_id, entry.entry_id, entry.locale,
      ts_rank(array[0.2, 0.2, 0.2, 1.0]::real[], entry.words, asked) as score
    from content_search as entry, to_tsquery('simple', ${wanted}) as asked
    where entry.words @@ asked and entry.project_id = ${projectId} and ${within}
    order by score desc, entry.id
    limit ${limit}`
}
