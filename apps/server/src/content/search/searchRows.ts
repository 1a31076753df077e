import type { SearchHit, SearchRequest } from '@atelier/content'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { projectWord } from '../rows/statements.ts'

interface Row {
  id: number
  model_id: string
  entry_id: string
  locale: string
  score: number
}

/** The search terms: all words, the last one as the beginning of a word. */
interface Wanted {
  projectId: string
  words: readonly string[]
  within: RawBuilder<unknown>
  /** Whether every word has to be in the title. */
  titled: boolean
  /** How many of the hits that were written last are ranked. */
  most: number
}

/**
 * How many hits are ranked, so that a word of every entry takes no longer than one of a few. If there are more hits,
 * those with all words in their titles come first, then the newest ones.
 */
const MOST_RANKED = 500

/** Finds entries by their words: FTS5 on SQLite, tsvector on Postgres, with the same hits. */
export function createSearch(database: Database) {
  const db = queryBuilder<Tables>(database.dialect)
  const find = database.dialect === 'postgres' ? inPostgres : inSqlite

  async function ranked(wanted: Wanted): Promise<Row[]> {
    const rows = await database.read(rowsOf(find(wanted).compile(db)))
    return rows.map((row) => ({ ...row, score: Number(row.score) }))
  }

  return async (projectId: string, { words, models, locales, limit }: SearchRequest): Promise<SearchHit[]> => {
    // Words are letters and digits by themselves; whatever else comes is no part of any query.
    const clean = words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '')).filter((word) => word !== '')
    if (clean.length === 0 || models?.length === 0 || locales?.length === 0) return []
    const most = Math.max(MOST_RANKED, limit)
    const within = sql`${among('model_id', models)} and ${among('locale', locales)}`
    const wanted = { projectId, words: clean, within, most }
    const all = await ranked({ ...wanted, titled: false, most: most + 1 })
    const hits = all.length <= most ? all : titledFirst(await ranked({ ...wanted, titled: true }), all)
    return hits
      .sort((a, b) => b.score - a.score || b.id - a.id)
      .slice(0, limit)
      .map(({ model_id, entry_id, locale, score }) => ({ model: model_id, entry: entry_id, locale, score }))
  }
}

/** Puts hits in titles before the others; the scores of two queries cannot be compared otherwise. */
function titledFirst(titled: readonly Row[], others: readonly Row[]): Row[] {
  const known = new Set(titled.map(({ id }) => id))
  const best = Math.max(...others.map(({ score }) => score))
  return [...titled.map((row) => ({ ...row, score: row.score + best })), ...others.filter(({ id }) => !known.has(id))]
}

const among = (column: string, values: readonly string[] | undefined): RawBuilder<boolean> =>
  values ? sql`entry.${sql.ref(column)} in (${sql.join(values)})` : sql`1 = 1`

/** Titles count five times as much as other texts. */
function inSqlite({ projectId, words, within, titled, most }: Wanted) {
  const columns = titled ? '{title}' : '{title body}'
  const wanted = words.map((word, at) => `${columns} : "${word}"${at === words.length - 1 ? '*' : ''}`)
  const match = [`place : "${projectWord(projectId)}"`, ...wanted].map((part) => `(${part})`).join(' AND ')
  return sql<Row>`
    select entry.id, entry.model_id, entry.entry_id, entry.locale,
      -bm25(content_search_index, 0.0, 5.0, 1.0) as score
    from content_search_index
    join content_search as entry on entry.id = content_search_index.rowid
    where content_search_index match ${match} and ${within}
    order by content_search_index.rowid desc
    limit ${most}`
}

function inPostgres({ projectId, words, within, titled, most }: Wanted) {
  const wanted = words.map((word, at) => {
    const marks = `${at === words.length - 1 ? '*' : ''}${titled ? 'A' : ''}`
    return marks === '' ? `'${word}'` : `'${word}':${marks}`
  })
  // Ordered by an expression: walking through all ids backwards would take long for a rare word.
  return sql<Row>`
    select id, model_id, entry_id, locale,
      ts_rank(array[0.2, 0.2, 0.2, 1.0]::real[], words, asked) as score
    from (
      select entry.*, asked
      from content_search as entry, to_tsquery('simple', ${wanted.join(' & ')}) as asked
      where entry.words @@ asked and entry.project_id = ${projectId} and ${within}
      order by entry.id + 0 desc
      limit ${most}
    ) as newest`
}
