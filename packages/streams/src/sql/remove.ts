import { affectedBy, rowsOf, type Script } from '../contract/database.ts'
import { Refusal } from '../contract/refusal.ts'
import { type Builder, isExpired, type StreamRow } from './tables.ts'

/** Deletes the stream at a path, or hides it while forks read from it. Throws `Refusal`. */
export function* removeStream(db: Builder, path: string, now: number): Script<void> {
  const [row] = yield* rowsOf(db.selectFrom('streams').selectAll().where('path', '=', path))
  if (!row) throw new Refusal('stream_not_found', `There is no stream ${path}.`)
  if (row.deleted !== 0) throw new Refusal('stream_gone', `The stream ${path} was deleted.`)
  const expired = isExpired(row, now)
  yield* removeRow(db, row)
  if (expired) throw new Refusal('stream_not_found', `There is no stream ${path}.`)
}

/** Removes a row, and after it the hidden sources that only this fork had kept. */
export function* removeRow(db: Builder, row: StreamRow): Script<'removed' | 'hidden'> {
  // The lock first: a fork that is being made of this stream holds it until it can be counted.
  yield* affectedBy(db.updateTable('streams').set({ deleted: 1 }).where('id', '=', row.id))
  const [fork] = yield* rowsOf(db.selectFrom('streams').select('id').where('source_id', '=', row.id).limit(1))
  if (fork) return 'hidden'
  yield* affectedBy(db.deleteFrom('stream_entries').where('stream_id', '=', row.id))
  yield* affectedBy(db.deleteFrom('stream_producers').where('stream_id', '=', row.id))
  yield* affectedBy(db.deleteFrom('streams').where('id', '=', row.id))
  if (row.source_id === null) return 'removed'
  const [source] = yield* rowsOf(
    db.selectFrom('streams').selectAll().where('id', '=', row.source_id).where('deleted', '=', 1),
  )
  if (source) yield* removeRow(db, source)
  return 'removed'
}
