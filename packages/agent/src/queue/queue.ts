import { isRecord } from '@atelier/operation'
import { type Append, type Query, queryBuilder, rowsOf, statement } from '@atelier/streams'
import type { CompiledQuery, Kysely } from 'kysely'
import type { ContentBlock, Delivery, UserMessage, WaitingMessage } from '../contract/message.ts'
import { messageInserted, messageUpdated, runUpdated, waitingMessage } from '../contract/records.ts'
import type { ActiveRun, EndedRun, ScheduledRun } from '../contract/run.ts'
import type { SessionRecord } from '../contract/sessionRecord.ts'
import { activeStatuses, type RunRow, type RunTables } from '../contract/tables.ts'
import type { Steered, Steering } from '../loop/steering.ts'
import { encodeRecords } from '../transcript/journal.ts'
import { sessionStream } from '../transcript/session.ts'
import type { RequestPorts } from './requests.ts'

/** Messages of one session that may wait at a time, those for later included. */
export const queueLimit = 20

/** The topics that wake runners. */
export const queueTopic = 'runs'
export const runTopic = (runId: string) => `runs/${runId}`

/**
 * The parts of a message that a run's row keeps (`runs.prompt`): enough to write both records again without reading the
 * stream.
 */
export interface RowPrompt {
  text: string
  images: { mimeType: string; hash: string }[]
  messageId: string
  assistantMessageId: string
}

export function readPrompt(row: Pick<RunRow, 'prompt'>): RowPrompt {
  const prompt: unknown = JSON.parse(row.prompt)
  const known = isRecord(prompt) ? prompt : {}
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    text: text(known.text),
    images: Array.isArray(known.images) ? known.images.filter(isImage) : [],
    messageId: text(known.messageId),
    assistantMessageId: text(known.assistantMessageId),
  }
}

function isImage(value: unknown): value is { mimeType: string; hash: string } {
  return isRecord(value) && typeof value.mimeType === 'string' && typeof value.hash === 'string'
}

/** A message may consist of only its pictures; then it has no text block, since no wire takes an empty one. */
function promptBlocks({ text, images }: Pick<RowPrompt, 'text' | 'images'>): ContentBlock[] {
  const said: ContentBlock[] = text.trim() === '' && images.length > 0 ? [] : [{ kind: 'text', text }]
  return [...said, ...images.map((image) => ({ kind: 'image' as const, ...image }))]
}

/** A waiting row's two records, as stored in the stream. */
export function waitingOf(row: RunRow): { message: WaitingMessage; run: ScheduledRun } {
  const prompt = readPrompt(row)
  const delivery: { delivery?: Delivery } =
    row.delivery === 'steer' || row.delivery === 'followUp' ? { delivery: row.delivery } : {}
  return {
    message: waitingMessage(
      { id: prompt.messageId, runId: row.id, createdAt: row.created_at },
      { content: prompt.text, blocks: promptBlocks(prompt), ...delivery },
    ),
    run: {
      id: row.id,
      status: 'scheduled',
      scope: row.scope,
      userMessageId: prompt.messageId,
      assistantMessageId: prompt.assistantMessageId,
      provider: '',
      model: '',
      ...delivery,
      ...(row.wake_at === null ? {} : { startAt: row.wake_at }),
      ...(row.held === 1 ? { held: true } : {}),
    },
  }
}

const append = (sessionId: string, records: readonly SessionRecord[]): Append => {
  return { stream: sessionStream(sessionId), entries: encodeRecords(records) }
}

/** The messages of a session that wait to join the active run. */
export function createSteering(ports: RequestPorts, sessionId: string): Steering {
  const { dialect } = ports.database
  return {
    async waiting() {
      const rows = await ports.database.read(rowsOf(steering(dialect, { sessionId })), 'committed')
      return rows.map((row): Steered => {
        const taken = joining(dialect, { id: row.id, prompt: row.prompt, now: ports.now() })
        const { message, run } = waitingOf(row)
        return { message, run, taken: { query: taken, rows: 1, code: 'taken' } }
      })
    },
  }
}

const steering = statement((db: Kysely<RunTables>, { sessionId }: { sessionId: string }) =>
  db
    .selectFrom('runs')
    .selectAll()
    .where('status', '=', 'scheduled')
    .where('session_id', '=', sessionId)
    .where('delivery', '=', 'steer')
    .where('held', '=', 0)
    .orderBy('created_at')
    .orderBy('id'),
)

const joining = statement((db: Kysely<RunTables>, { id, prompt, now }: { id: string; prompt: string; now: number }) =>
  db
    .updateTable('runs')
    .set({ status: 'complete', ended_at: now })
    .where('id', '=', id)
    .where('status', '=', 'scheduled')
    .where('delivery', '=', 'steer')
    .where('held', '=', 0)
    // A message that was edited in between is delivered with the next read.
    .where('prompt', '=', prompt)
    .returning('id'),
)

/** The session's row, locked: every change of its active run locks it first. */
export function touchSession(ports: RequestPorts, sessionId: string, spoken: 0 | 1, title?: string): Query {
  const { dialect } = ports.database
  const touch = { id: sessionId, now: ports.now(), spoken }
  return title === undefined ? touched(dialect, touch) : touchedAndNamed(dialect, { ...touch, title })
}

type SessionTouch = { id: string; now: number; spoken: number }

const touched = statement((db: Kysely<RunTables>, { id, now, spoken }: SessionTouch) =>
  db
    .updateTable('sessions')
    .set((set) => ({ updated_at: now, last_message_at: now, message_count: set('message_count', '+', spoken) }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null),
)

const touchedAndNamed = statement(
  (db: Kysely<RunTables>, { id, now, spoken, title }: SessionTouch & { title: string }) =>
    db
      .updateTable('sessions')
      .set((set) => ({
        updated_at: now,
        last_message_at: now,
        message_count: set('message_count', '+', spoken),
        title: set.fn.coalesce('title', set.val(title)),
      }))
      .where('id', '=', id)
      .where('deleted_at', 'is', null),
)

export interface QueueRefusal {
  ok: false
  code: keyof typeof refusals | 'no_model'
  message: string
  hint?: string
}

const refusals = {
  not_waiting: 'This message is no longer waiting: it was delivered or removed.',
  busy: 'The agent is still at work in this session.',
  session_not_found: 'There is no such session.',
}

function queueProblem(code: keyof typeof refusals): QueueRefusal {
  return { ok: false, code, message: refusals[code] }
}

/**
 * Starts the run of a waiting message if the session is free: in one commit it leaves the queue, and its message
 * moves from where it was written to where the run starts. Any process may do so; it happens once.
 */
async function startQueued(ports: RequestPorts, row: RunRow): Promise<{ ok: true } | QueueRefusal> {
  const db = queryBuilder<RunTables>(ports.database.dialect)
  const { message, run } = waitingOf(row)
  const { delivery: _delivery, ...said } = message
  const { delivery: _waited, held: _held, heldBecause: _because, ...rest } = run
  const now = ports.now()
  const fresh: UserMessage = { ...said, id: ports.newId(), status: 'complete', createdAt: now }
  const queued: ActiveRun = { ...rest, status: 'queued', userMessageId: fresh.id }
  const begun = db
    .updateTable('runs')
    .set({ status: 'queued', delivery: null, wake_at: null, held: 0 })
    .where('id', '=', row.id)
    .where('status', '=', 'scheduled')
    .where('prompt', '=', row.prompt)
    .where((where) =>
      where.not(
        where.exists(
          db
            .selectFrom('runs as other')
            .select('other.id')
            .where('other.session_id', '=', row.session_id)
            .where('other.status', 'in', activeStatuses),
        ),
      ),
    )
    .returning('id')
    .compile()
  const outcome = await ports.streams.commit({
    expect: [
      { query: touchSession(ports, row.session_id, 1), rows: 1, code: 'session_not_found' },
      { query: begun, rows: 1, code: 'busy' },
    ],
    appends: [
      append(row.session_id, [
        messageUpdated({ ...message, supersededBy: fresh.id, updatedAt: now }),
        messageInserted(fresh),
        runUpdated(queued),
      ]),
    ],
    wake: [queueTopic],
  })
  if (outcome.ok) return { ok: true }
  return queueProblem(outcome.refused === 'busy' ? 'busy' : 'session_not_found')
}

/**
 * Looks after one session's queue while no run is at work in it: begins what is due, oldest first; after a run that
 * was stopped or failed, what waited for its end is held instead, until a person sends it. Returns the run that began.
 */
export async function startDueMessage(ports: RequestPorts, sessionId: string): Promise<string | undefined> {
  const { due, before } = await ports.database.read(dueIn(ports, sessionId))
  const broken = before && before.status !== 'complete' ? before.status : undefined
  for (const row of due) {
    if (broken !== undefined && row.delivery !== null) {
      await hold(ports, row, broken === 'aborted' ? 'aborted' : 'error')
      continue
    }
    const started = await startQueued(ports, row)
    return started.ok ? row.id : undefined
  }
  return undefined
}

function* dueIn(ports: RequestPorts, sessionId: string) {
  const db = queryBuilder<RunTables>(ports.database.dialect)
  const due = yield* rowsOf(
    db
      .selectFrom('runs')
      .selectAll()
      .where('session_id', '=', sessionId)
      .where('status', '=', 'scheduled')
      .where('held', '=', 0)
      .where((where) => where.or([where('delivery', 'is not', null), where('wake_at', '<=', ports.now())]))
      .orderBy((set) => set.fn.coalesce('wake_at', 'created_at'))
      .orderBy('id'),
  )
  // Messages that joined a run or were removed never were a run of their own.
  const before = yield* rowsOf(
    db
      .selectFrom('runs')
      .select('status')
      .where('session_id', '=', sessionId)
      .where('ended_at', 'is not', null)
      .where('delivery', 'is', null)
      .where('wake_at', 'is', null)
      .orderBy('ended_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1),
  )
  return { due, before: before[0] }
}

async function hold(ports: RequestPorts, row: RunRow, because: 'aborted' | 'error'): Promise<void> {
  const held = ifUnchanged(ports, row).set({ held: 1 }).where('held', '=', 0).returning('id').compile()
  await ports.streams.commit({
    expect: [{ query: held, rows: 1, code: 'not_waiting' }],
    appends: [append(row.session_id, [runUpdated({ ...waitingOf(row).run, held: true, heldBecause: because })])],
  })
}

/** An update of a row that still waits as it was read. */
function ifUnchanged(ports: RequestPorts, row: RunRow) {
  return queryBuilder<RunTables>(ports.database.dialect)
    .updateTable('runs')
    .where('id', '=', row.id)
    .where('status', '=', 'scheduled')
    .where('prompt', '=', row.prompt)
}

async function waitingRow(ports: RequestPorts, runId: string): Promise<RunRow | undefined> {
  const query = queryBuilder<RunTables>(ports.database.dialect)
    .selectFrom('runs')
    .selectAll()
    .where('status', '=', 'scheduled')
    .where('id', '=', runId)
  return (await ports.database.read(rowsOf(query)))[0]
}

/** How often a change of a waiting message is retried after a conflict. */
const tries = 5

export type SendOutcome = { ok: true /** `steer`: it joins the run at work. */; delivery?: 'steer' } | QueueRefusal

/** Sends a waiting message now: as a run of its own if the session is free, otherwise to the run at work. */
export async function sendWaiting(ports: RequestPorts, runId: string): Promise<SendOutcome> {
  for (let attempt = 0; attempt < tries; attempt++) {
    const row = await waitingRow(ports, runId)
    if (!row) return queueProblem('not_waiting')
    const missing = await ports.missingModel?.(row.session_id)
    if (missing) return { ok: false, code: 'no_model', ...missing }
    const started = await startQueued(ports, row)
    if (started.ok || started.code !== 'busy') return started
    const now = ports.now()
    const steering: RunRow = { ...row, delivery: 'steer', held: 0, wake_at: null }
    const { message, run } = waitingOf(steering)
    const joined = ifUnchanged(ports, row).set({ delivery: 'steer', held: 0, wake_at: null }).returning('id').compile()
    const outcome = await ports.streams.commit({
      expect: [
        { query: touchSession(ports, row.session_id, 0), rows: 1, code: 'session_not_found' },
        { query: activeIn(ports, row.session_id), rows: 1, code: 'idle' },
        { query: joined, rows: 1, code: 'not_waiting' },
      ],
      appends: [append(row.session_id, [messageUpdated({ ...message, updatedAt: now }), runUpdated(run)])],
      wake: [queueTopic],
    })
    if (outcome.ok) return { ok: true, delivery: 'steer' }
    if (outcome.refused === 'session_not_found') return queueProblem('session_not_found')
  }
  return queueProblem('busy')
}

/** Selects the session's active run: one row or none. */
export function activeIn(ports: Pick<RequestPorts, 'database'>, sessionId: string): CompiledQuery<{ id: string }> {
  return active(ports.database.dialect, { sessionId })
}

const active = statement((db: Kysely<RunTables>, { sessionId }: { sessionId: string }) =>
  db.selectFrom('runs').select('id').where('session_id', '=', sessionId).where('status', 'in', activeStatuses),
)

/** Removes a waiting message from the queue. */
export async function removeWaiting(ports: RequestPorts, runId: string): Promise<{ ok: true } | QueueRefusal> {
  return await change(ports, runId, (row, now) => {
    const { message, run } = waitingOf(row)
    const ended: EndedRun = { ...run, status: 'aborted', stopReason: 'removed', endedAt: now }
    return {
      set: { status: 'aborted', ended_at: now, epoch: row.epoch + 1 },
      records: [
        messageUpdated({ ...message, status: 'aborted', supersededBy: message.id, updatedAt: now }),
        runUpdated(ended),
      ],
    }
  })
}

/** Replaces the text of a waiting message. */
export async function editWaiting(
  ports: RequestPorts,
  runId: string,
  text: string,
): Promise<{ ok: true } | QueueRefusal> {
  return await change(ports, runId, (row, now) => {
    const prompt = JSON.stringify({ ...readPrompt(row), text })
    return { set: { prompt }, records: [messageUpdated({ ...waitingOf({ ...row, prompt }).message, updatedAt: now })] }
  })
}

async function change(
  ports: RequestPorts,
  runId: string,
  make: (row: RunRow, now: number) => { set: Partial<RunRow>; records: SessionRecord[] },
): Promise<{ ok: true } | QueueRefusal> {
  for (let attempt = 0; attempt < tries; attempt++) {
    const row = await waitingRow(ports, runId)
    if (!row) return queueProblem('not_waiting')
    const { set, records } = make(row, ports.now())
    const query = ifUnchanged(ports, row).set(set).returning('id').compile()
    const outcome = await ports.streams.commit({
      expect: [{ query, rows: 1, code: 'not_waiting' }],
      appends: [append(row.session_id, records)],
      wake: [runTopic(runId)],
    })
    if (outcome.ok) return { ok: true }
    if (outcome.refused !== 'not_waiting') return queueProblem('session_not_found')
  }
  return queueProblem('not_waiting')
}
