import type { Commit, CommitOutcome } from '../contract/commit.ts'
import {
  affectedBy,
  type Database,
  dialectOf,
  type Query,
  queryBuilder,
  rowsOf,
  type Script,
} from '../contract/database.ts'
import { formatOffset, parseOffset } from '../contract/offset.ts'
import type { AppendOutcome, ReadFrom, ReadOptions, Refused, StreamStore } from '../contract/port.ts'
import { Refusal } from '../contract/refusal.ts'
import { statement } from '../contract/statement.ts'
import type { StreamInfo } from '../contract/store.ts'
import { type AppendedRow, appendTo, checkFence } from './append.ts'
import { createStream } from './create.ts'
import { nextBatch } from './read.ts'
import { removeRow, removeStream } from './remove.ts'
import { type Builder, isExpired, type StreamRow, type StreamTables } from './tables.ts'
import { createTails } from './tails.ts'

const defaults = { limit: 1000, maxBytes: 1024 * 1024 }

export interface StreamStoreOptions {
  /** Epoch milliseconds. */
  now: () => number
  /** Ids of stream rows; they never leave the store. */
  newId?: () => string
}

/** The topic that is woken when a stream changes. */
function streamTopic(path: string): string {
  return `stream:${path}`
}

/**
 * The stream store over the database port. Append, producer state, fence and the caller's own rows are one transaction.
 * Follow a stream by subscribing first and reading then: what is committed in between wakes the listener.
 */
export function createStreamStore(database: Database, options: StreamStoreOptions): StreamStore {
  const db = queryBuilder<StreamTables>(database.dialect)
  const { now, newId = () => crypto.randomUUID() } = options
  const tails = createTails()

  /** Runs a script whose refusals are values. */
  async function attempt<Result>(
    script: () => Script<Result>,
    topics: readonly string[],
    whenDurable?: (result: Result) => void,
  ) {
    try {
      return { ok: true as const, result: await database.transact(script, () => topics, whenDurable) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code, message, details } = error
      return { ok: false as const, refused: code, message, ...details }
    }
  }

  const append: StreamStore['append'] = async (path, request): Promise<AppendOutcome> => {
    const outcome = await attempt(
      () => appendTo(db, { ...request, stream: path }, now()),
      [streamTopic(path)],
      (row) => tails.appended(path, row, request.entries),
    )
    if (outcome.ok) {
      const row = outcome.result
      const closed = row.closed !== 0
      return { ok: true, duplicate: false, offset: formatOffset(row.tail), closed, producer: request.producer }
    }
    if (outcome.refused === 'producer_duplicate') {
      const { offset = '', closed = false, producer } = outcome
      return { ok: true, duplicate: true, offset, closed, producer }
    }
    const closing = request.close && request.entries.length === 0 && !request.producer
    if (outcome.refused === 'stream_closed' && closing) {
      return { ok: true, duplicate: true, offset: outcome.offset ?? '', closed: true }
    }
    return outcome
  }

  const readFrom: StreamStore['readFrom'] = async (path, offset, given) => {
    const options = { ...defaults, ...definedOnly(given) }
    const known = tails.after(path, offset, options)
    if (known) return known
    const found = await database.read(readScript(db, path, offset, options, now()), options.level)
    tails.read(path, found)
    if (found.ok && found.info.ttlSeconds !== undefined) await touch(path)
    return found
  }

  async function touch(path: string): Promise<void> {
    await database.transact(function* () {
      yield* affectedBy(db.updateTable('streams').set({ touched_at: now() }).where('path', '=', path))
    })
  }

  const head: StreamStore['head'] = (path, level) => database.read(headScript(db, path, now()), level)

  return {
    append,
    readFrom,
    head,
    async create(path, request) {
      const outcome = await attempt(() => createStream(db, path, request, now(), newId()), [streamTopic(path)])
      if (!outcome.ok) return outcome
      const { created, row } = outcome.result
      return { ok: true, created, info: infoOf(row) }
    },
    async delete(path) {
      const outcome = await attempt(
        () => removeStream(db, path, now()),
        [streamTopic(path)],
        () => tails.forget(path),
      )
      return outcome.ok ? { ok: true } : outcome
    },
    async sweep(limit = 100) {
      return database.transact(() => sweepScript(db, now(), limit))
    },
    async commit(commit): Promise<CommitOutcome> {
      const topics = [...(commit.appends ?? []).map((entry) => streamTopic(entry.stream)), ...(commit.wake ?? [])]
      const outcome = await attempt(
        () => commitScript(db, commit, now()),
        topics,
        ({ appended }) => {
          for (const { path, row, entries } of appended) tails.appended(path, row, entries)
        },
      )
      if (!outcome.ok) return { ok: false, refused: outcome.refused, message: outcome.message }
      const { appended, expected, rows } = outcome.result
      return { ok: true, offsets: appended.map(({ row }) => formatOffset(row.tail)), expected, rows }
    },
    async ensure(path) {
      const outcome = await attempt(
        () => createStream(db, path, { contentType: 'application/json' }, now(), newId()),
        [],
      )
      if (!outcome.ok && outcome.refused !== 'stream_exists') throw new Error(outcome.message)
    },
    async read(path, offset, limit, level) {
      const found = await readFrom(path, offset, { limit, maxBytes: Number.MAX_SAFE_INTEGER, level })
      if (!found.ok) return undefined
      const { ok: _ok, info: _info, ...read } = found
      return read
    },
    async info(path, level) {
      const found = await head(path, level)
      return found.ok ? found.info : undefined
    },
    async remove(path) {
      await attempt(
        () => removeStream(db, path, now()),
        [streamTopic(path)],
        () => tails.forget(path),
      )
    },
    subscribe(path, listener) {
      const leave = tails.follow(path)
      const unsubscribe = database.subscribe(streamTopic(path), listener)
      return () => {
        leave()
        unsubscribe()
      }
    },
  }
}

function definedOnly(options: ReadOptions = {}): ReadOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

function infoOf(row: StreamRow): StreamInfo {
  return {
    id: row.id,
    contentType: row.content_type,
    tailOffset: formatOffset(row.tail),
    closed: row.closed !== 0,
    createdAt: row.created_at,
    ttlSeconds: row.ttl_seconds ?? undefined,
    expiresAt: row.expires_at ?? undefined,
  }
}

const streamAt = statement((db: Builder, { path }: { path: string }) =>
  db.selectFrom('streams').selectAll().where('path', '=', path),
)

function* liveRow(db: Builder, path: string, now: number): Script<StreamRow | Refused> {
  const [row] = yield* rowsOf(streamAt(dialectOf(db), { path }))
  if (row && row.deleted !== 0) {
    return { ok: false, refused: 'stream_gone', message: `The stream ${path} was deleted.` }
  }
  if (row && !isExpired(row, now)) return row
  return { ok: false, refused: 'stream_not_found', message: `There is no stream ${path}.` }
}

function* headScript(db: Builder, path: string, now: number): Script<{ ok: true; info: StreamInfo } | Refused> {
  const row = yield* liveRow(db, path, now)
  return 'ok' in row ? row : { ok: true, info: infoOf(row) }
}

function* readScript(
  db: Builder,
  path: string,
  offset: string,
  options: { limit: number; maxBytes: number },
  now: number,
): Script<ReadFrom> {
  const row = yield* liveRow(db, path, now)
  if ('ok' in row) return row
  const from = offset === 'now' ? row.tail : parseOffset(offset)
  if (from === undefined || from > row.tail)
    return { ok: false, refused: 'offset', message: `${offset} is not an offset of this stream.` }
  const entries = yield* nextBatch(db, row, from, options)
  const end = from + entries.length
  if (entries.length > 0 ? entries.at(-1)?.seq !== end : from < row.tail) {
    // Deleted between the two statements.
    return { ok: false, refused: 'stream_not_found', message: `There is no stream ${path}.` }
  }
  return {
    ok: true,
    info: infoOf(row),
    entries: entries.map((entry) => entry.data),
    offsets: entries.map((entry) => formatOffset(entry.seq)),
    nextOffset: formatOffset(end),
    upToDate: end >= row.tail,
    closed: row.closed !== 0,
  }
}

function* sweepScript(db: Builder, now: number, limit: number): Script<number> {
  const rows = yield* rowsOf(
    db
      .selectFrom('streams')
      .selectAll()
      .where('deleted', '=', 0)
      .where((eb) => eb.or([eb('expires_at', 'is not', null), eb('ttl_seconds', 'is not', null)])),
  )
  const expired = rows.filter((row) => isExpired(row, now)).slice(0, limit)
  for (const row of expired) yield* removeRow(db, row)
  return expired.length
}

interface Appended {
  path: string
  row: AppendedRow
  entries: readonly Uint8Array[]
}

/** Order: fence, expectations, appends, rows; the first that does not hold rolls back the rest. Throws `Refusal`. */
function* commitScript(
  db: Builder,
  commit: Commit,
  now: number,
): Script<{ appended: Appended[]; expected: unknown[][]; rows: unknown[][] }> {
  const { fence } = commit
  // The first statement of an append checks the fence too, if nothing comes between them.
  const isCheckedByAppend = dialectOf(db) === 'sqlite' && !commit.expect?.length && commit.appends?.length === 1
  if (fence && !isCheckedByAppend) yield* checkFence(db, fence)
  const expected: unknown[][] = []
  for (const { query, rows, code } of commit.expect ?? []) {
    const result = yield plainQuery(query)
    const touched = Math.max(result.affected, result.rows.length)
    if (touched !== rows) throw new Refusal(code, `${rows} rows were expected, ${touched} found.`)
    expected.push(result.rows)
  }
  const appended: Appended[] = []
  for (const request of commit.appends ?? []) {
    const row = yield* appendTo(db, request, now, isCheckedByAppend ? fence : undefined)
    appended.push({ path: request.stream, row, entries: request.entries })
  }
  const rows: unknown[][] = []
  for (const query of commit.rows ?? []) rows.push((yield plainQuery(query)).rows)
  return { appended, expected, rows }
}

function plainQuery(query: Query): Query {
  return { sql: query.sql, parameters: query.parameters }
}
