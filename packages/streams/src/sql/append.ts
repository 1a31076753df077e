import type { Append, ProducerMark } from '../contract/commit.ts'
import { baseType } from '../contract/contentType.ts'
import { affectedBy, rowsOf, type Script } from '../contract/database.ts'
import { formatOffset } from '../contract/offset.ts'
import { Refusal } from '../contract/refusal.ts'
import { type Builder, isExpired, type StreamRow } from './tables.ts'
import { rowsOfWritten, written, writtenRows } from './written.ts'

/** Rows of one insert: four parameters each, well below what either database takes in one statement. */
const insertSize = 1000

/** So many entries at most as a packet, a start or an end appends: each number of them has a text of its own. */
const few = 20

/** What is known of a stream after an append. */
export type AppendedRow = Pick<StreamRow, 'id' | 'tail' | 'closed' | 'content_type' | 'stream_seq'>

export interface AppendRequest extends Append {
  /** Refused with `content_type` unless the stream's is the same; not checked if absent. */
  contentType?: string
}

/**
 * Appends to one stream within a script and returns its row afterwards. The first statement takes the row's lock
 * and assigns the numbers, so that a reader of an entry sees all before it. Throws `Refusal`.
 */
export function* appendTo(db: Builder, request: AppendRequest, now: number): Script<AppendedRow> {
  const count = request.entries.length
  const write = written(db)
  const [row] = yield* rowsOfWritten<AppendedRow>(
    write`update streams set tail = tail + ${count}, touched_at = ${now}, closed = ${request.close ? 1 : 0} where path = ${request.stream} and deleted = 0 and closed = 0 and (expires_at is null or expires_at > ${now}) and (ttl_seconds is null or touched_at + ttl_seconds * 1000 > ${now}) returning id, tail, closed, content_type, stream_seq`,
  )
  if (!row) throw yield* whyNot(db, request, now)
  checkContentType(row, request)
  if (request.producer) yield* advance(db, row, request.producer)
  if (request.streamSeq !== undefined) yield* advanceSeq(db, row, request.streamSeq)
  yield* insertEntries(db, row.id, row.tail - count + 1, request.entries)
  return row
}

/** Inserts entries numbered from `first`, as one append. */
export function* insertEntries(db: Builder, id: string, first: number, entries: readonly Uint8Array[]): Script<void> {
  for (let start = 0; start < entries.length; start += insertSize) {
    const rows = entries
      .slice(start, start + insertSize)
      .map((data, index) => ({ stream_id: id, seq: first + start + index, batch: first, data }))
    if (rows.length > few) yield* affectedBy(db.insertInto('stream_entries').values(rows))
    else
      yield writtenRows(
        db,
        'stream_entries (stream_id, seq, batch, data)',
        rows.map(({ stream_id, seq, batch, data }) => [stream_id, seq, batch, data]),
      )
  }
}

/** Compared here and not in SQL, where the order of text depends on the database's locale. */
function* advanceSeq(db: Builder, row: AppendedRow, streamSeq: string): Script<void> {
  if (row.stream_seq !== null && streamSeq <= row.stream_seq) {
    throw new Refusal('stream_seq', `Stream-Seq must sort after ${row.stream_seq}.`)
  }
  yield* affectedBy(db.updateTable('streams').set({ stream_seq: streamSeq }).where('id', '=', row.id))
}

function* advance(db: Builder, row: AppendedRow, mark: ProducerMark): Script<void> {
  const refusal = check(yield* producerOf(db, row.id, mark.id), mark)
  if (refusal) throw refusal
  yield* affectedBy(
    db
      .insertInto('stream_producers')
      .values({ stream_id: row.id, producer_id: mark.id, epoch: mark.epoch, seq: mark.seq })
      .onConflict((conflict) =>
        conflict.columns(['stream_id', 'producer_id']).doUpdateSet({ epoch: mark.epoch, seq: mark.seq }),
      ),
  )
}

function* producerOf(db: Builder, id: string, producerId: string): Script<ProducerMark | undefined> {
  const [known] = yield* rowsOf(
    db
      .selectFrom('stream_producers')
      .select(['producer_id as id', 'epoch', 'seq'])
      .where('stream_id', '=', id)
      .where('producer_id', '=', producerId),
  )
  return known
}

/** Durable Streams protocol, 5.2.1: what a producer may send next. */
function check(known: ProducerMark | undefined, mark: ProducerMark): Refusal | undefined {
  if (known && mark.epoch < known.epoch) {
    return new Refusal('producer_stale', `Epoch ${mark.epoch} was fenced off by epoch ${known.epoch}.`, {
      producer: known,
    })
  }
  if (!known || mark.epoch > known.epoch) {
    if (mark.seq === 0) return undefined
    return known
      ? new Refusal('producer_epoch', 'A new epoch begins with sequence number 0.', { producer: known })
      : new Refusal('producer_gap', `Sequence number 0 was expected, ${mark.seq} came.`, {
          producer: { ...mark, seq: -1 },
        })
  }
  if (mark.seq <= known.seq) {
    return new Refusal('producer_duplicate', `Sequence number ${mark.seq} was appended before.`, { producer: known })
  }
  if (mark.seq === known.seq + 1) return undefined
  return new Refusal('producer_gap', `Sequence number ${known.seq + 1} was expected, ${mark.seq} came.`, {
    producer: known,
  })
}

function checkContentType(row: AppendedRow, request: AppendRequest): void {
  if (request.contentType === undefined || baseType(request.contentType) === baseType(row.content_type)) return
  throw new Refusal('content_type', `This stream holds ${row.content_type}, not ${request.contentType}.`)
}

/** Says why the update found no row; what a producer did before comes before what the stream is now. */
function* whyNot(db: Builder, request: AppendRequest, now: number): Script<Refusal> {
  const [row] = yield* rowsOf(db.selectFrom('streams').selectAll().where('path', '=', request.stream))
  if (!row || (row.deleted === 0 && isExpired(row, now))) {
    return new Refusal('stream_not_found', `There is no stream ${request.stream}.`)
  }
  if (row.deleted !== 0) return new Refusal('stream_gone', `The stream ${request.stream} was deleted.`)
  const state = { offset: formatOffset(row.tail), closed: row.closed !== 0 }
  const known = request.producer && (yield* producerOf(db, row.id, request.producer.id))
  const refusal = request.producer && check(known, request.producer)
  if (refusal && (refusal.code === 'producer_stale' || refusal.code === 'producer_duplicate')) {
    return new Refusal(refusal.code, refusal.message, { ...refusal.details, ...state })
  }
  return new Refusal('stream_closed', `The stream ${request.stream} is closed.`, state)
}
