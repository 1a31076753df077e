import { baseType, isJson } from '../contract/contentType.ts'
import { affectedBy, rowsOf, type Script } from '../contract/database.ts'
import { formatOffset, parseOffset } from '../contract/offset.ts'
import type { CreateStream } from '../contract/port.ts'
import { Refusal } from '../contract/refusal.ts'
import { insertEntries } from './append.ts'
import { dataBetween } from './read.ts'
import { removeRow } from './remove.ts'
import { type Builder, isExpired, type StreamRow, unexpired } from './tables.ts'

const defaultType = 'application/octet-stream'

/** Creates a stream, or finds the same one there already. Throws `Refusal`. */
export function* createStream(
  db: Builder,
  path: string,
  request: CreateStream,
  now: number,
  id: string,
): Script<{ created: boolean; row: StreamRow }> {
  const present = yield* presentAt(db, path, now)
  if (present) {
    if (present.deleted === 0 && sameConfiguration(present, request)) return { created: false, row: present }
    const reason = present.deleted === 0 ? 'with another configuration' : 'and is kept for its forks'
    throw new Refusal('stream_exists', `The stream ${path} exists, ${reason}.`)
  }
  const origin = request.fork ? yield* originOf(db, request.fork, request.contentType, now) : undefined
  const own = [...(origin?.prefix ?? []), ...(request.entries ?? [])]
  const inherited = origin?.tail ?? 0
  const ownLimits = request.ttlSeconds !== undefined || request.expiresAt !== undefined
  const row: StreamRow = {
    id,
    path,
    content_type: origin?.source.content_type ?? request.contentType ?? defaultType,
    tail: inherited + own.length,
    closed: request.closed ? 1 : 0,
    stream_seq: null,
    ttl_seconds: ownLimits ? (request.ttlSeconds ?? null) : (origin?.source.ttl_seconds ?? null),
    expires_at: ownLimits ? (request.expiresAt ?? null) : (origin?.source.expires_at ?? null),
    touched_at: now,
    created_at: now,
    source_id: origin?.source.id ?? null,
    source_path: request.fork?.from ?? null,
    fork_tail: inherited,
    fork_seq: origin?.seq ?? 0,
    fork_sub: request.fork?.subOffset ?? 0,
    deleted: 0,
  }
  const inserted = yield* affectedBy(
    db
      .insertInto('streams')
      .values(row)
      .onConflict((conflict) => conflict.column('path').doNothing()),
  )
  // Another request created it since it was looked for; the existing stream decides.
  if (inserted === 0) return yield* createStream(db, path, request, now, id)
  yield* insertEntries(db, id, inherited + 1, origin?.prefix ?? [])
  yield* insertEntries(db, id, inherited + (origin?.prefix.length ?? 0) + 1, request.entries ?? [])
  return { created: true, row }
}

/** The stream at a path, once an expired one has been cleared away. */
function* presentAt(db: Builder, path: string, now: number): Script<StreamRow | undefined> {
  const [row] = yield* rowsOf(db.selectFrom('streams').selectAll().where('path', '=', path))
  if (row === undefined) return undefined
  if (row.deleted !== 0 || !isExpired(row, now)) return row
  return (yield* removeRow(db, row)) === 'hidden' ? { ...row, deleted: 1 } : undefined
}

function sameConfiguration(row: StreamRow, request: CreateStream): boolean {
  if ((row.closed !== 0) !== (request.closed ?? false)) return false
  if (!request.fork) {
    return (
      row.source_path === null &&
      baseType(row.content_type) === baseType(request.contentType ?? defaultType) &&
      row.ttl_seconds === (request.ttlSeconds ?? null) &&
      row.expires_at === (request.expiresAt ?? null)
    )
  }
  const { from, offset, subOffset } = request.fork
  return (
    row.source_path === from &&
    (offset === undefined || row.fork_seq === parseOffset(offset)) &&
    row.fork_sub === (subOffset ?? 0) &&
    (request.contentType === undefined || baseType(row.content_type) === baseType(request.contentType)) &&
    (request.ttlSeconds === undefined || row.ttl_seconds === request.ttlSeconds) &&
    (request.expiresAt === undefined || row.expires_at === request.expiresAt)
  )
}

interface Origin {
  source: StreamRow
  /** After which entry of the source the fork begins, before `subOffset`. */
  seq: number
  /** How many entries it inherits. */
  tail: number
  /** The part of an entry in whose middle the fork begins: the fork's own first entry. */
  prefix: Uint8Array[]
}

function* originOf(
  db: Builder,
  fork: NonNullable<CreateStream['fork']>,
  contentType: string | undefined,
  now: number,
): Script<Origin> {
  // An update and not a select: the source's row stays locked, so that it is not removed before the fork exists.
  const [source] = yield* rowsOf(
    db
      .updateTable('streams')
      .set({ touched_at: now })
      .where('path', '=', fork.from)
      .where((eb) => eb.or([eb('deleted', '=', 1), unexpired(now)]))
      .returningAll(),
  )
  if (!source) throw new Refusal('stream_not_found', `There is no stream ${fork.from} to fork from.`)
  if (source.deleted !== 0) throw new Refusal('stream_exists', `The stream ${fork.from} was deleted.`)
  if (contentType !== undefined && baseType(contentType) !== baseType(source.content_type)) {
    throw new Refusal('content_type', `The source holds ${source.content_type}, not ${contentType}.`)
  }
  const seq = fork.offset === undefined ? source.tail : parseOffset(fork.offset)
  if (seq === undefined || seq > source.tail) {
    throw new Refusal('fork_offset', `The fork offset lies beyond the source's ${formatOffset(source.tail)}.`)
  }
  const subOffset = fork.subOffset ?? 0
  if (subOffset === 0) return { source, seq, tail: seq, prefix: [] }
  return isJson(source.content_type)
    ? yield* insideBatch(db, source, seq, subOffset)
    : yield* insideEntry(db, source, seq, subOffset)
}

/** A JSON append holds several entries: the fork inherits some of them. */
function* insideBatch(db: Builder, source: StreamRow, seq: number, subOffset: number): Script<Origin> {
  const entries = yield* dataBetween(db, source, seq, Math.min(source.tail, seq + subOffset))
  const batch = entries[0]?.batch
  const reached = entries.filter((entry) => entry.batch === batch).length
  if (reached < subOffset) {
    throw new Refusal('fork_offset', `Only ${reached} messages stand in the append behind the fork offset.`)
  }
  return { source, seq, tail: seq + subOffset, prefix: [] }
}

/** Any other append is one entry: the fork begins with a copy of its first bytes. */
function* insideEntry(db: Builder, source: StreamRow, seq: number, subOffset: number): Script<Origin> {
  const [entry] = yield* dataBetween(db, source, seq, Math.min(source.tail, seq + 1))
  if (!entry || entry.data.length < subOffset) {
    throw new Refusal(
      'fork_offset',
      `Only ${entry?.data.length ?? 0} bytes stand in the append behind the fork offset.`,
    )
  }
  return { source, seq, tail: seq, prefix: [entry.data.slice(0, subOffset)] }
}
