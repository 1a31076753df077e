import { type Database, type Query, queryBuilder, rowsOf, type SessionStreams } from '@atelier/streams'
import { encodeRecords } from '../journal.ts'
import type { ContentBlock, MessageRecord, RunRecord, SessionRecord } from '../message.ts'
import { readRecords, sessionStream } from './session.ts'
import { activeStatuses, type RunTables } from './tables.ts'

export interface RequestPorts {
  database: Database
  streams: SessionStreams
  now(): number
  newId(): string
}

export interface RunRequest {
  sessionId: string
  /** The caller's own id, so that the same request sent twice makes one run. */
  runId?: string
  userId: string
  prompt: string
  /** Stored pictures, by blob hash. */
  images?: { mimeType: string; hash: string }[]
  /** Where the editor stood. */
  context?: Record<string, unknown>
}

export type EnqueueOutcome =
  | { ok: true; runId: string /** False where this id was already accepted. */; created: boolean }
  | { ok: false; code: 'run_in_progress'; message: string; activeRunId?: string }
  | { ok: false; code: 'session_not_found' | 'run_exists'; message: string }

/** The topics that wake runners. */
export const queueTopic = 'runs'
export const runTopic = (runId: string) => `runs/${runId}`

/**
 * The user's message and its queued run, in one commit. Whether the session is free is decided by the database: its
 * unique index lets one active run per session in.
 */
export async function enqueue(ports: RequestPorts, request: RunRequest): Promise<EnqueueOutcome> {
  const db = queryBuilder<RunTables>(ports.database.dialect)
  const { sessionId } = request
  const session = await ports.database.read(
    (function* () {
      return yield* rowsOf(
        db.selectFrom('sessions').select('scope').where('id', '=', sessionId).where('deleted_at', 'is', null),
      )
    })(),
  )
  const scope = session[0]?.scope
  if (scope === undefined) return { ok: false, code: 'session_not_found', message: 'There is no such session.' }
  const now = ports.now()
  const runId = request.runId ?? ports.newId()
  const blocks: ContentBlock[] = [
    { kind: 'text', text: request.prompt },
    ...(request.images ?? []).map((image) => ({ kind: 'image' as const, ...image })),
  ]
  const message: MessageRecord = {
    id: ports.newId(),
    runId,
    attempt: 1,
    role: 'user',
    status: 'complete',
    content: request.prompt,
    blocks,
    createdAt: now,
  }
  const run: RunRecord = {
    id: runId,
    status: 'queued',
    scope,
    userMessageId: message.id,
    assistantMessageId: ports.newId(),
    provider: '',
    model: '',
  }
  const row: RunTables['runs'] = {
    id: runId,
    session_id: sessionId,
    scope,
    user_id: request.userId,
    status: 'queued',
    epoch: 0,
    lease_owner: null,
    lease_until: null,
    abort_requested: 0,
    prompt: JSON.stringify({ text: request.prompt, images: request.images ?? [] }),
    context: JSON.stringify(request.context ?? {}),
    created_at: now,
    started_at: null,
    ended_at: null,
    error: null,
    wake_at: null,
    delivery: null,
    held: 0,
  }
  const records: SessionRecord[] = [
    { type: 'message', key: message.id, value: message, headers: { operation: 'insert' } },
    { type: 'run', key: runId, value: run, headers: { operation: 'insert' } },
  ]
  const insert = db
    .insertInto('runs')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .compile()
  // Asked again here: a session that is being deleted gets no run that nobody could see or stop.
  const counted = db
    .updateTable('sessions')
    .set((set) => ({ updated_at: now, last_message_at: now, message_count: set('message_count', '+', 1) }))
    .where('id', '=', sessionId)
    .where('deleted_at', 'is', null)
    .compile()
  const outcome = await ports.streams.commit({
    expect: [
      { query: counted, rows: 1, code: 'session_not_found' },
      { query: insert, rows: 1, code: 'run_in_progress' },
    ],
    appends: [{ stream: sessionStream(sessionId), entries: encodeRecords(records) }],
    wake: [queueTopic],
  })
  if (outcome.ok) return { ok: true, runId, created: true }
  if (outcome.refused !== 'run_in_progress')
    return { ok: false, code: 'session_not_found', message: 'There is no such session.' }
  return await refusal(ports, sessionId, runId)
}

async function refusal(ports: RequestPorts, sessionId: string, runId: string): Promise<EnqueueOutcome> {
  const db = queryBuilder<RunTables>(ports.database.dialect)
  const known = await ports.database.read(
    (function* () {
      return yield* rowsOf(db.selectFrom('runs').select(['id', 'session_id']).where('id', '=', runId))
    })(),
  )
  if (known[0]?.session_id === sessionId) return { ok: true, runId, created: false }
  if (known[0]) return { ok: false, code: 'run_exists', message: 'This run id belongs to another session.' }
  const active = await activeRun(ports.database, sessionId)
  const message = 'The agent is still at work in this session. Stop it or wait until it is done.'
  return { ok: false, code: 'run_in_progress', message, ...(active ? { activeRunId: active } : {}) }
}

/** The id of the session's run that has not ended. */
export async function activeRun(database: Database, sessionId: string): Promise<string | undefined> {
  const db = queryBuilder<RunTables>(database.dialect)
  const rows = await database.read(
    (function* () {
      return yield* rowsOf(
        db.selectFrom('runs').select('id').where('session_id', '=', sessionId).where('status', 'in', activeStatuses),
      )
    })(),
  )
  return rows[0]?.id
}

/**
 * Asks for a run to be stopped, from any process. One that nobody has begun ends here; one that is running is told to
 * its runner. False where there is no such run or it has ended.
 */
export async function requestAbort(ports: RequestPorts, runId: string): Promise<boolean> {
  const db = queryBuilder<RunTables>(ports.database.dialect)
  const rows = await ports.database.read(
    (function* () {
      return yield* rowsOf(
        db
          .selectFrom('runs')
          .select(['session_id', 'status', 'lease_owner', 'epoch'])
          .where('id', '=', runId)
          .where('status', 'in', activeStatuses),
      )
    })(),
  )
  const row = rows[0]
  if (!row) return false
  const idle = row.status === 'queued' || row.status === 'waiting'
  if (idle && row.lease_owner === null && (await abortQueued(ports, runId, row))) return true
  const mark = db
    .updateTable('runs')
    .set({ abort_requested: 1 })
    .where('id', '=', runId)
    .where('status', 'in', activeStatuses)
    .returning('id')
    .compile()
  const outcome = await ports.streams.commit({
    expect: [{ query: mark, rows: 1, code: 'ended' }],
    wake: [runTopic(runId), queueTopic],
  })
  return outcome.ok
}

async function abortQueued(
  ports: RequestPorts,
  runId: string,
  row: { session_id: string; epoch: number },
): Promise<boolean> {
  const read = await readRecords(ports.streams, row.session_id)
  const run = read?.records.findLast((record) => record.type === 'run' && record.key === runId)
  if (run?.type !== 'run') return false
  const now = ports.now()
  const value: RunRecord = { ...run.value, status: 'aborted', stopReason: 'aborted', endedAt: now }
  const outcome = await ports.streams.commit({
    expect: [{ query: endRunRow(ports.database, value, row.epoch), rows: 1, code: 'claimed' }],
    appends: [
      {
        stream: sessionStream(row.session_id),
        entries: encodeRecords([{ type: 'run', key: runId, value, headers: { operation: 'update' } }]),
      },
    ],
    wake: [runTopic(runId)],
  })
  return outcome.ok
}

/** Ends a run's row, gives its lease back and puts every later commit of its runner behind the fence. */
export function endRunRow(
  database: Database,
  run: Pick<RunRecord, 'id' | 'status' | 'endedAt' | 'error'>,
  epoch: number,
): Query {
  return queryBuilder<RunTables>(database.dialect)
    .updateTable('runs')
    .set({
      status: run.status,
      epoch: epoch + 1,
      lease_owner: null,
      lease_until: null,
      ended_at: run.endedAt ?? null,
      error: run.error ?? null,
    })
    .where('id', '=', run.id)
    .where('epoch', '=', epoch)
    .returning('id')
    .compile()
}
