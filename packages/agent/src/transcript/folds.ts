import { affectedBy, type Database, queryBuilder, rowsOf, type SessionStreams, statement } from '@atelier/streams'
import type { Kysely } from 'kysely'
import type { SessionRecord } from '../contract/message.ts'
import type { RunTables } from '../contract/tables.ts'
import { isSessionRecord } from './fold.ts'
import { readRecords } from './session.ts'

/** A session's records, without what nobody needs any more: chunks of messages that have ended, and older versions. */
export interface LoadedSession {
  records: SessionRecord[]
  /** Where to go on reading the stream. */
  offset: string
}

/** Reads sessions whole. Parts of a long one are kept folded beside its stream: a cache of it, never more. */
export interface Folds {
  /** Undefined where the session has no stream. */
  load(sessionId: string): Promise<LoadedSession | undefined>
}

/** Entries behind the last kept part from which on another one is worth its row. */
const worthFolding = 500

export function createFolds(ports: { database: Database; streams: SessionStreams }): Folds {
  const { database, streams } = ports
  const db = queryBuilder<RunTables>(database.dialect)

  async function kept(sessionId: string): Promise<LoadedSession> {
    const rows = await database.read(rowsOf(keptParts(database.dialect, { sessionId })))
    const loaded: LoadedSession = { records: [], offset: '-1' }
    for (const row of rows.toSorted((a, b) => order(a.from_offset, b.from_offset))) {
      if (row.from_offset !== loaded.offset) break
      const records: unknown = JSON.parse(row.records)
      if (!Array.isArray(records)) break
      for (const record of records) if (isSessionRecord(record)) loaded.records.push(record)
      loaded.offset = row.to_offset
    }
    return loaded
  }

  /** Kept by whoever is first; the others' part begins at the same place and is left out. */
  async function keep(sessionId: string, from: string, to: string, records: readonly SessionRecord[]): Promise<void> {
    const row = { session_id: sessionId, from_offset: from, to_offset: to, records: JSON.stringify(records) }
    await database.transact(() =>
      affectedBy(
        db
          .insertInto('session_folds')
          .columns(['session_id', 'from_offset', 'to_offset', 'records'])
          .values(row)
          .onConflict((conflict) => conflict.doNothing()),
      ),
    )
  }

  return {
    async load(sessionId) {
      const before = await kept(sessionId)
      const added = await readRecords(streams, sessionId, before.offset)
      if (!added) return before.offset === '-1' ? undefined : await readRecords(streams, sessionId)
      const { records, offset } = added
      const folded = records.length >= worthFolding ? foldRecords(records) : undefined
      // A failure costs the next reader the same work again, and nothing else; a full disk is told of elsewhere.
      if (folded) await keep(sessionId, before.offset, offset, folded).catch(() => undefined)
      return { records: [...before.records, ...(folded ?? records)], offset }
    },
  }
}

const keptParts = statement((db: Kysely<RunTables>, { sessionId }: { sessionId: string }) =>
  db.selectFrom('session_folds').selectAll().where('session_id', '=', sessionId).orderBy('from_offset'),
)

/** The offset of the beginning sorts before every other. */
function order(a: string, b: string): number {
  if (a === b) return 0
  return a === '-1' || (b !== '-1' && a < b) ? -1 : 1
}

/**
 * The newest version of each record where its first one stood, which folds to the same; undefined while a message is
 * still written, since its chunks belong together.
 */
export function foldRecords(records: readonly SessionRecord[]): SessionRecord[] | undefined {
  const newest = new Map<string, SessionRecord>()
  for (const record of records) {
    if (record.type !== 'chunk') newest.set(`${record.type} ${record.key}`, record)
  }
  const folded = [...newest.values()]
  const writing = folded.some((record) => record.type === 'message' && record.value.status === 'streaming')
  return writing ? undefined : folded
}
