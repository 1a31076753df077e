import type { Append, Fence, ProducerMark } from '../contract/commit.ts'
import { baseType } from '../contract/contentType.ts'
import { affectedBy, dialectOf, rowsOf, type Script } from '../contract/database.ts'
import { formatOffset } from '../contract/offset.ts'
import { Refusal } from '../contract/refusal.ts'
import { statement } from '../contract/statement.ts'
import { type Builder, isExpired, type StreamRow, unexpired } from './tables.ts'

/** Rows of one insert: four parameters each, well below what either database takes in one statement. */
const insertSize = 1000

/** A packet, a start or an end appends at most this many entries: each number of them has a statement of its own. */
const few = 20

interface Advance extends Record<string, unknown> {
  path: string
  count: number
  now: number
  closed: number
}

/** Counts the tail up under the row's lock, if the stream is there, open and not expired. */
const advanceTail = statement((db: Builder, given: Advance) => advancing(db, given))

/** The same, if the run still has its epoch. */
const advanceTailOfHolder = statement((db: Builder, given: Advance & Fence) =>
  advancing(db, given).where(({ exists, selectFrom }) =>
    exists(selectFrom('runs').select('id').where('id', '=', given.runId).where('epoch', '=', given.epoch)),
  ),
)

function advancing(db: Builder, { path, count, now, closed }: Advance) {
  return db
    .updateTable('streams')
    .set(({ eb }) => ({ tail: eb('tail', '+', count), touched_at: now, closed }))
    .where('path', '=', path)
    .where(({ eb, lit }) => eb('deleted', '=', lit(0)))
    .where(({ eb, lit }) => eb('closed', '=', lit(0)))
    .where(unexpired(now))
    .returning(['id', 'tail', 'closed', 'content_type', 'stream_seq'])
}

/** The row of a run that still has an epoch; on Postgres a takeover then waits until the commit is through. */
const heldRun = statement((db: Builder, { runId, epoch }: { runId: string; epoch: number }, dialect) => {
  const held = db.selectFrom('runs').select('id').where('id', '=', runId).where('epoch', '=', epoch)
  // SQLite has one writer anyway.
  return dialect === 'postgres' ? held.forUpdate() : held
})

/** Throws `Refusal` unless the run still has its epoch. */
export function* checkFence(db: Builder, { runId, epoch }: Fence): Script<void> {
  const [run] = yield* rowsOf(heldRun(dialectOf(db), { runId, epoch }))
  if (!run) throw new Refusal('fenced', `Epoch ${epoch} no longer holds the run ${runId}.`)
}

type FewEntries = { id: string; batch: number; [data: `data${number}`]: Uint8Array; [seq: `seq${number}`]: number }

const insertFew = Array.from({ length: few + 1 }, (_, count) =>
  statement((db: Builder, given: FewEntries) => {
    const rows = Array.from({ length: count }, (_, row) => [given[`seq${row}`], given[`data${row}`]] as const)
    const entries = rows.flatMap(([seq, data]) =>
      seq === undefined || data === undefined ? [] : [{ stream_id: given.id, seq, batch: given.batch, data }],
    )
    return db.insertInto('stream_entries').values(entries)
  }),
)

/** The known facts of a stream after an append. */
export type AppendedRow = Pick<StreamRow, 'id' | 'tail' | 'closed' | 'content_type' | 'stream_seq'>

export interface AppendRequest extends Append {
  /** Refused with `content_type` unless the stream's is the same; not checked if absent. */
  contentType?: string
}

/**
 * Appends to one stream within a script and returns its row afterwards. The first statement takes the row's lock
 * and assigns the numbers, so that a reader of an entry sees all before it. Throws `Refusal`.
 * @param fence checked within the first statement, which takes no lock of the run: for SQLite, which has one writer
 */
export function* appendTo(db: Builder, request: AppendRequest, now: number, fence?: Fence): Script<AppendedRow> {
  const count = request.entries.length
  const given = { path: request.stream, count, now, closed: request.close ? 1 : 0 }
  const advanced = fence
    ? advanceTailOfHolder(dialectOf(db), { ...given, ...fence })
    : advanceTail(dialectOf(db), given)
  const [row]: AppendedRow[] = yield* rowsOf(advanced)
  if (!row && fence) yield* checkFence(db, fence)
  if (!row) throw yield* whyNot(db, request, now)
  checkContentType(row, request)
  if (request.producer) yield* advanceProducer(db, row, request.producer)
  if (request.streamSeq !== undefined) yield* advanceSeq(db, row, request.streamSeq)
  yield* insertEntries(db, row.id, row.tail - count + 1, request.entries)
  return row
}

/** Inserts entries numbered from `first`, as one append. */
export function* insertEntries(db: Builder, id: string, first: number, entries: readonly Uint8Array[]): Script<void> {
  for (let start = 0; start < entries.length; start += insertSize) {
    const part = entries.slice(start, start + insertSize)
    const insert = insertFew[part.length]
    if (insert) {
      const given: FewEntries = { id, batch: first }
      for (const [index, data] of part.entries()) {
        given[`seq${index}`] = first + start + index
        given[`data${index}`] = data
      }
      yield* affectedBy(insert(dialectOf(db), given))
    } else {
      const rows = part.map((data, index) => ({ stream_id: id, seq: first + start + index, batch: first, data }))
      yield* affectedBy(db.insertInto('stream_entries').values(rows))
    }
  }
}

/** Compared here and not in SQL, where the order of text depends on the database's locale. */
function* advanceSeq(db: Builder, row: AppendedRow, streamSeq: string): Script<void> {
  if (row.stream_seq !== null && streamSeq <= row.stream_seq) {
    throw new Refusal('stream_seq', `Stream-Seq must sort after ${row.stream_seq}.`)
  }
  yield* affectedBy(db.updateTable('streams').set({ stream_seq: streamSeq }).where('id', '=', row.id))
}

function* advanceProducer(db: Builder, row: AppendedRow, mark: ProducerMark): Script<void> {
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
