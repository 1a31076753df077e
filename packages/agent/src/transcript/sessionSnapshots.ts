import {
  affectedBy,
  type Database,
  queryBuilder,
  type ReadLevel,
  rowsOf,
  type SessionStreams,
  statement,
} from '@atelier/streams'
import type { Kysely } from 'kysely'
import type { SessionRecord } from '../contract/sessionRecord.ts'
import type { RunTables } from '../contract/tables.ts'
import { isSessionRecord } from './fold.ts'
import { readRecords } from './session.ts'

/** A session's records without chunks of messages that have ended and without versions that a later one replaced. */
export interface LoadedSession {
  records: SessionRecord[]
  /** The offset at which reading the stream continues. */
  offset: string
}

/** Reads whole sessions. Snapshots of long ones are stored beside the stream, as a cache of it. */
export interface SessionSnapshots {
  /** Undefined if the session has no stream. */
  load(sessionId: string, level?: ReadLevel): Promise<LoadedSession | undefined>
}

/** Minimum new entries before another snapshot pays off. */
const minNewEntries = 500

export function createSessionSnapshots(ports: { database: Database; streams: SessionStreams }): SessionSnapshots {
  const { database, streams } = ports
  const db = queryBuilder<RunTables>(database.dialect)

  async function readSnapshots(sessionId: string, level?: ReadLevel): Promise<LoadedSession> {
    const rows = await database.read(rowsOf(snapshotsOf(database.dialect, { sessionId })), level)
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

  /** The first writer wins: another snapshot from the same offset is dropped. */
  async function store(sessionId: string, from: string, to: string, records: readonly SessionRecord[]): Promise<void> {
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
    async load(sessionId, level) {
      const before = await readSnapshots(sessionId, level)
      const added = await readRecords(streams, sessionId, before.offset, level)
      if (!added) return before.offset === '-1' ? undefined : await readRecords(streams, sessionId, '-1', level)
      const { records, offset } = added
      const compacted = records.length >= minNewEntries ? compactRecords(records) : undefined
      // A failure costs the next reader the same work again and nothing else; a full disk is reported elsewhere.
      if (compacted) await store(sessionId, before.offset, offset, compacted).catch(() => undefined)
      return { records: [...before.records, ...(compacted ?? records)], offset }
    },
  }
}

const snapshotsOf = statement((db: Kysely<RunTables>, { sessionId }: { sessionId: string }) =>
  db.selectFrom('session_folds').selectAll().where('session_id', '=', sessionId).orderBy('from_offset'),
)

/** Compares offsets; that of the beginning (`-1`) sorts first. */
function order(a: string, b: string): number {
  if (a === b) return 0
  return a === '-1' || (b !== '-1' && a < b) ? -1 : 1
}

/**
 * The newest version of each record at the position of its first one, which folds to the same session; undefined while
 * a message streams, since its chunks belong together.
 */
export function compactRecords(records: readonly SessionRecord[]): SessionRecord[] | undefined {
  const newest = new Map<string, SessionRecord>()
  for (const record of records) {
    if (record.type !== 'chunk') newest.set(`${record.type} ${record.key}`, record)
  }
  const compacted = [...newest.values()]
  const writing = compacted.some((record) => record.type === 'message' && record.value.status === 'streaming')
  return writing ? undefined : compacted
}
