import { randomUUID } from 'node:crypto'
import type { Json } from '@atelier/documents'
import { createRests } from '@atelier/operation'
import type { ReadingStore, SeenNote } from '@atelier/site'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Tables } from '../../database/tables.ts'

/** Notes in one row. */
const PER_ROW = 500
/** Older readings are forgotten. */
const LASTS_MS = 14 * 86_400_000
/** Rows that are forgotten at once, after so many stores. */
const FORGOTTEN = 200
const FORGETS_EVERY = 500

/** Keeps the readings of conversations in the database: each call's notes are rows of its commit. */
export function createReadingStore({
  database,
  now = Date.now,
  onError,
}: {
  database: Database
  now?: () => number
  onError: (error: unknown) => void
}): ReadingStore {
  const db = queryBuilder<Tables>(database.dialect)
  let last = 0
  let stores = 0

  const newestOf = (sessionId: string) =>
    db
      .selectFrom('session_readings')
      .select(['id', 'at'])
      .where('session_id', '=', sessionId)
      .orderBy('at', 'desc')
      .orderBy('part', 'desc')
      .limit(1)

  async function forget(): Promise<void> {
    const before = now() - LASTS_MS
    for (const table of ['session_readings', 'session_files'] as const) {
      const old = await database.read(
        rowsOf(db.selectFrom(table).select('at').where('at', '<', before).orderBy('at').limit(FORGOTTEN)),
      )
      const until = old.at(-1)?.at
      if (until !== undefined) await database.transact(() => affectedBy(db.deleteFrom(table).where('at', '<=', until)))
    }
  }

  return {
    async newest(sessionId) {
      const [row] = await database.read(rowsOf(newestOf(sessionId)))
      return row && readingMark(row)
    },
    async load(sessionId) {
      const query = db
        .selectFrom('session_readings')
        .select(['id', 'at', 'notes'])
        .where('session_id', '=', sessionId)
        .orderBy('at')
        .orderBy('part')
      const rows = await database.read(rowsOf(query))
      const notes: SeenNote[] = []
      const rest = createRests()
      for (const row of rows) {
        await rest()
        for (const [documentId, owner, stored, children] of Value.Parse(Notes, JSON.parse(row.notes))) {
          const record = stored === null ? undefined : children === null ? { stored } : { stored, children }
          notes.push({ documentId, owner, record })
        }
      }
      const newest = rows.at(-1)
      last = Math.max(last, newest?.at ?? 0)
      return { notes, newest: newest && readingMark(newest), count: rows.length }
    },
    async rows({ projectId, sessionId }, notes, replaced) {
      stores += 1
      if (stores % FORGETS_EVERY === 0) void forget().catch(onError)
      last = Math.max(last + 1, now())
      const at = last
      const rest = createRests()
      const made = []
      const ids: string[] = []
      for (let from = 0; from < notes.length; from += PER_ROW) {
        await rest()
        const texts = notes
          .slice(from, from + PER_ROW)
          .map(({ documentId, owner, record }) =>
            JSON.stringify([documentId, owner, record?.stored ?? null, record?.children ?? null]),
          )
        const id = randomUUID()
        ids.push(id)
        const row = {
          id,
          project_id: projectId,
          session_id: sessionId,
          at,
          part: ids.length,
          notes: `[${texts.join(',')}]`,
        }
        made.push(db.insertInto('session_readings').values(row).compile())
      }
      const gone =
        replaced === undefined
          ? []
          : [
              db
                .deleteFrom('session_readings')
                .where('session_id', '=', sessionId)
                .where('at', '<=', timeOfMark(replaced))
                .compile(),
            ]
      return { rows: [...gone, ...made], newest: readingMark({ id: ids.at(-1) ?? '', at }) }
    },
  }
}

const readingMark = ({ id, at }: { id: string; at: number }) => `${at} ${id}`
const timeOfMark = (mark: string) => Number(mark.split(' ', 1)[0])

const Notes = Type.Array(
  Type.Tuple([
    Type.String(),
    Type.String(),
    Type.Union([Type.Record(Type.String(), Type.Unsafe<Json>({})), Type.Null()]),
    Type.Union([Type.Array(Type.String()), Type.Null()]),
  ]),
)
