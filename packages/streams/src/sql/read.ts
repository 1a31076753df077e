import { sql } from 'kysely'
import { dialectOf, rowsOf, type Script } from '../contract/database.ts'
import { statement } from '../contract/statement.ts'
import type { Builder, EntryRow, StreamRow } from './tables.ts'

type Entry = Pick<EntryRow, 'seq' | 'batch' | 'data'>

interface Segment {
  id: string
  /** Exclusive. */
  from: number
  /** Inclusive. */
  to: number
}

/** Where the entries after `from` and up to `to` lie: in the stream itself, and for a fork also in what it came from. */
function* segmentsOf(db: Builder, stream: StreamRow, from: number, to: number): Script<Segment[]> {
  const segments: Segment[] = []
  let row: StreamRow | undefined = stream
  let end = to
  while (row && end > from) {
    const start = Math.max(from, row.fork_tail)
    if (start < end) segments.unshift({ id: row.id, from: start, to: end })
    end = Math.min(end, row.fork_tail)
    if (row.source_id === null) break
    const sources: StreamRow[] = yield* rowsOf(db.selectFrom('streams').selectAll().where('id', '=', row.source_id))
    row = sources[0]
  }
  return segments
}

const entriesBetween = statement((db: Builder, { id, from, to }: { id: string; from: number; to: number }) =>
  db
    .selectFrom('stream_entries')
    .select(['seq', 'batch', 'data'])
    .where('stream_id', '=', id)
    .where('seq', '>', from)
    .where('seq', '<=', to)
    .orderBy('seq'),
)

/** All entries after number `from`, up to `to`, in their order. */
export function* dataBetween(db: Builder, stream: StreamRow, from: number, to: number): Script<Entry[]> {
  const entries: Entry[] = []
  for (const segment of yield* segmentsOf(db, stream, from, to)) {
    const rows = yield* rowsOf(entriesBetween(dialectOf(db), { ...segment }))
    for (const row of rows) entries.push(row)
  }
  return entries
}

/** So few entries are read at once, and cut afterwards: a reader at the tail is spared the question for their sizes. */
const few = 16

/** The entries after number `from`: at most `limit` of them and `maxBytes` bytes, but at least one if there is one. */
export function* nextBatch(
  db: Builder,
  stream: StreamRow,
  from: number,
  options: { limit: number; maxBytes: number },
): Script<Entry[]> {
  const to = Math.min(stream.tail, from + options.limit)
  if (to <= from) return []
  if (to > from + few)
    return yield* dataBetween(db, stream, from, yield* batchEnd(db, stream, from, to, options.maxBytes))
  let bytes = 0
  const entries = yield* dataBetween(db, stream, from, to)
  return entries.filter((entry, index) => {
    bytes += entry.data.length
    return index === 0 || bytes <= options.maxBytes
  })
}

/** The number of the last entry after `from` with which `maxBytes` are not exceeded, at least the first. */
function* batchEnd(db: Builder, stream: StreamRow, from: number, to: number, maxBytes: number): Script<number> {
  let bytes = 0
  let end = from
  for (const segment of yield* segmentsOf(db, stream, from, to)) {
    const sizes = yield* rowsOf(
      db
        .selectFrom('stream_entries')
        .select(['seq', sql<number>`length(data)`.as('size')])
        .where('stream_id', '=', segment.id)
        .where('seq', '>', segment.from)
        .where('seq', '<=', segment.to)
        .orderBy('seq'),
    )
    for (const { seq, size } of sizes) {
      bytes += size
      if (bytes > maxBytes && end > from) return end
      end = seq
    }
  }
  return end
}
