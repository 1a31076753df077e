import {
  type Append,
  type Database,
  type Query,
  queryBuilder,
  rowsOf,
  type SessionStreams,
  statement,
} from '@atelier/streams'
import type { Kysely } from 'kysely'
import type { MessageRecord } from '../contract/message.ts'
import { messageInserted, runInserted } from '../contract/records.ts'
import type { RunRecord } from '../contract/run.ts'
import type { RunRow, RunTables } from '../contract/tables.ts'
import { encodeRecords } from '../transcript/journal.ts'
import { sessionStream } from '../transcript/session.ts'
import { activeIn, queueLimit, queueTopic, type RowPrompt, touchSession, waitingOf } from './queue.ts'
import { sessionTitle } from './title.ts'

export interface RequestPorts {
  database: Database
  streams: SessionStreams
  now(): number
  newId(): string
  /** Why no model would answer in a session; nothing is accepted there then. */
  missingModel?(sessionId: string): Promise<MissingModel | undefined>
}

/** Sentences for the user: what is missing, and what to do. */
export interface MissingModel {
  message: string
  hint: string
}

export interface RunRequest {
  sessionId: string
  /** The caller's own id, so that the same request sent twice makes one run. */
  runId?: string
  userId: string
  prompt: string
  /** Stored pictures, by blob hash. */
  images?: { mimeType: string; hash: string }[]
  /** The position of the editor. */
  context?: Record<string, unknown>
  /** Its delivery while another run is active; if none is, all three are the same. Defaults to `reject`. */
  whenBusy?: 'reject' | 'steer' | 'followUp'
  /** When to start, in epoch milliseconds, or as soon as the session is free after that. A past time means at once. */
  startAt?: number
}

export type EnqueueOutcome =
  | {
      ok: true
      runId: string
      /** False if this id was already accepted. */
      created: boolean
      /** It waits behind the run at work. */
      delivery?: 'steer' | 'followUp'
      /** It waits for its time. */
      startAt?: number
    }
  | { ok: false; code: 'run_in_progress'; message: string; activeRunId?: string }
  | { ok: false; code: 'session_not_found' | 'run_exists' | 'queue_full'; message: string }
  | ({ ok: false; code: 'no_model' } & MissingModel)

/**
 * The user's message and its run, in one commit: queued if the session is free, otherwise waiting as the caller
 * says. Whether it is free is decided by the database: its unique index lets one active run per session in.
 */
export async function enqueue(ports: RequestPorts, request: RunRequest): Promise<EnqueueOutcome> {
  const found = rowsOf(scopeOf(ports.database.dialect, { id: request.sessionId }))
  const session = await ports.database.read(found, 'committed')
  const scope = session[0]?.scope
  if (scope === undefined) return notFound
  const later = request.startAt !== undefined && request.startAt > ports.now()
  const { whenBusy = 'reject' } = request
  const runId = request.runId ?? ports.newId()
  const missing = await ports.missingModel?.(request.sessionId)
  if (missing) {
    const known = request.runId === undefined ? undefined : await knownRun(ports, request.sessionId, runId)
    return known ?? { ok: false, code: 'no_model', ...missing }
  }
  // A run may end between the two tries; then the message is begun after all.
  for (let attempt = 0; attempt < 5; attempt++) {
    if (!later) {
      const refused = await begin(ports, { ...request, runId }, scope)
      if (refused === undefined) return { ok: true, runId, created: true }
      if (refused === 'session_not_found') return notFound
      const known = await knownRun(ports, request.sessionId, runId)
      if (known) return known
      if (whenBusy === 'reject') break
    }
    const delivery = later || whenBusy === 'reject' ? undefined : whenBusy
    const refused = await wait(ports, { ...request, runId }, scope, delivery)
    const startAt = later ? request.startAt : undefined
    if (refused === undefined) {
      return {
        ok: true,
        runId,
        created: true,
        ...(delivery ? { delivery } : {}),
        ...(startAt === undefined ? {} : { startAt }),
      }
    }
    if (refused === 'idle') continue
    if (refused !== 'run_exists') return refused === 'queue_full' ? queueFull : notFound
    return (await knownRun(ports, request.sessionId, runId)) ?? notFound
  }
  const active = await activeRun(ports.database, request.sessionId)
  const message = 'The agent is still at work in this session. Stop it or wait until it is done.'
  return { ok: false, code: 'run_in_progress', message, ...(active ? { activeRunId: active } : {}) }
}

const scopeOf = statement((db: Kysely<RunTables>, { id }: { id: string }) =>
  db.selectFrom('sessions').select('scope').where('id', '=', id).where('deleted_at', 'is', null),
)

const notFound: EnqueueOutcome = { ok: false, code: 'session_not_found', message: 'There is no such session.' }
const queueFull: EnqueueOutcome = {
  ok: false,
  code: 'queue_full',
  message: `${queueLimit} messages wait in this session already. Remove one, or wait until the agent has come to them.`,
}

type Named = RunRequest & { runId: string }

function rowOf(ports: RequestPorts, request: Named, scope: string, more: Partial<RunRow>): RunRow {
  const prompt: RowPrompt = {
    text: request.prompt,
    images: request.images ?? [],
    messageId: ports.newId(),
    assistantMessageId: ports.newId(),
  }
  return {
    id: request.runId,
    session_id: request.sessionId,
    scope,
    user_id: request.userId,
    status: 'queued',
    epoch: 0,
    lease_owner: null,
    lease_until: null,
    abort_requested: 0,
    prompt: JSON.stringify(prompt),
    context: JSON.stringify(request.context ?? {}),
    created_at: ports.now(),
    started_at: null,
    ended_at: null,
    error: null,
    wake_at: null,
    delivery: null,
    held: 0,
    ...more,
  }
}

const insertRow = statement((db: Kysely<RunTables>, row: RunRow) =>
  db
    .insertInto('runs')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
)

/** Queues the message and its run. Returns the refusal's code, if any. */
async function begin(ports: RequestPorts, request: Named, scope: string): Promise<string | undefined> {
  const row = rowOf(ports, request, scope, {})
  const {
    message: { delivery: _, ...message },
    run: { delivery: _waited, held: _held, heldBecause: _because, ...run },
  } = waitingOf(row)
  const outcome = await ports.streams.commit({
    expect: [
      // Checked again here, so that a session that is being deleted gets no run that no user could see or stop.
      {
        query: touchSession(ports, row.session_id, 1, sessionTitle(request.prompt)),
        rows: 1,
        code: 'session_not_found',
      },
      { query: insertRow(ports.database.dialect, row), rows: 1, code: 'run_in_progress' },
    ],
    appends: [appendNew(row, { ...message, status: 'complete' }, { ...run, status: 'queued' })],
    wake: [queueTopic],
  })
  return outcome.ok ? undefined : outcome.refused
}

/** Lets the message and its run wait behind the run at work, or for their time. Returns the refusal's code, if any. */
async function wait(
  ports: RequestPorts,
  request: Named,
  scope: string,
  delivery: 'steer' | 'followUp' | undefined,
): Promise<string | undefined> {
  const row = rowOf(ports, request, scope, {
    status: 'scheduled',
    delivery: delivery ?? null,
    wake_at: delivery ? null : (request.startAt ?? null),
  })
  const { message, run } = waitingOf(row)
  const { sessionId } = request
  const outcome = await ports.streams.commit({
    expect: [
      { query: touchSession(ports, sessionId, 0, sessionTitle(request.prompt)), rows: 1, code: 'session_not_found' },
      { query: insertRow(ports.database.dialect, row), rows: 1, code: 'run_exists' },
      ...(delivery ? [{ query: activeIn(ports, sessionId), rows: 1, code: 'idle' }] : []),
      { query: withinLimit(ports, sessionId), rows: 1, code: 'queue_full' },
    ],
    appends: [appendNew(row, message, run)],
  })
  return outcome.ok ? undefined : outcome.refused
}

/** Selects the session, unless more messages wait in it than may. */
function withinLimit(ports: RequestPorts, sessionId: string): Query {
  const db = queryBuilder<RunTables>(ports.database.dialect)
  return db
    .selectFrom('sessions')
    .select('sessions.id')
    .where('sessions.id', '=', sessionId)
    .where(
      db
        .selectFrom('runs')
        .select((count) => count.fn.countAll<number>().as('waiting'))
        .where('session_id', '=', sessionId)
        .where('status', '=', 'scheduled'),
      '<=',
      queueLimit,
    )
    .compile()
}

function appendNew(row: RunRow, message: MessageRecord, run: RunRecord): Append {
  const entries = encodeRecords([messageInserted(message), runInserted(run)])
  return { stream: sessionStream(row.session_id), entries }
}

/** The same request sent again, or an id that another session has. */
async function knownRun(ports: RequestPorts, sessionId: string, runId: string): Promise<EnqueueOutcome | undefined> {
  const db = queryBuilder<RunTables>(ports.database.dialect)
  const rows = await ports.database.read(
    (function* () {
      return yield* rowsOf(db.selectFrom('runs').selectAll().where('id', '=', runId))
    })(),
  )
  const row = rows[0]
  if (!row) return undefined
  if (row.session_id !== sessionId)
    return { ok: false, code: 'run_exists', message: 'This run id belongs to another session.' }
  const { delivery, startAt } = row.status === 'scheduled' ? waitingOf(row).run : {}
  return {
    ok: true,
    runId,
    created: false,
    ...(delivery ? { delivery } : {}),
    ...(startAt === undefined ? {} : { startAt }),
  }
}

/** The id of the session's run that has not ended. */
export async function activeRun(database: Database, sessionId: string): Promise<string | undefined> {
  return (await database.read(rowsOf(activeIn({ database }, sessionId))))[0]?.id
}

/** Ends a run's row, releases its lease and fences off every later commit of its runner. */
export function endRunRow(
  database: Database,
  {
    id,
    status,
    endedAt = null,
    error = null,
  }: Pick<RunRecord, 'id' | 'status'> & { endedAt?: number | null; error?: string | null },
  epoch: number,
): Query {
  return endRow(database.dialect, { id, epoch, next: epoch + 1, status, endedAt, error })
}

type EndedRow = {
  id: string
  epoch: number
  next: number
  status: string
  endedAt: number | null
  error: string | null
}

const endRow = statement((db: Kysely<RunTables>, given: EndedRow) =>
  db
    .updateTable('runs')
    .set({
      status: given.status,
      epoch: given.next,
      lease_owner: null,
      lease_until: null,
      ended_at: given.endedAt,
      error: given.error,
      wake_at: null,
    })
    .where('id', '=', given.id)
    .where('epoch', '=', given.epoch)
    .returning('id'),
)
