import {
  type ApprovalRecord,
  activeStatuses,
  approvalUpserted,
  encodeRecords,
  isActiveRun,
  queueTopic,
  readSession,
  runUpdated,
  type SessionRecord,
  sessionStream,
} from '@atelier/agent'
import { type Database, type Expectation, queryBuilder, rowsOf, type SessionStreams } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'
import type { Audit } from '../audit/audit.ts'
import type { ApprovalRow } from './approvals.ts'
import type { Policies, Reach } from './policies.ts'

export interface Decision {
  decision: 'approve' | 'deny'
  /** Passed to the model if the call is denied. */
  reason?: string
  /** Approves more than this call from now on. */
  remember?: Reach
  /**
   * The revision that the person saw when they decided; if the documents or the wording changed since, the decision
   * does not count. Without it only a question's first asking can be approved.
   */
  revision?: string
}

export interface Decided {
  toolCallId: string
  status: 'approved' | 'denied'
  decidedBy: string
  decidedAt: number
}

export type DecisionOutcome =
  | { ok: true; decided: Decided }
  | {
      ok: false
      code: 'not_found' | 'already_decided' | 'expired' | 'moved_on' | 'run_ended' | 'busy'
      message: string
    }

export interface DecideOptions {
  database: Database
  streams: SessionStreams
  policies: Policies
  audit: Audit
  now(): number
}

/** Who decides, and where. */
export interface Decider {
  userId: string
  workspaceId: string
  session: { id: string; project_id: string | null }
}

export type Decide = (by: Decider, toolCallId: string, decision: Decision) => Promise<DecisionOutcome>

/** How often a decision is retried because other users decided at the same time. */
const attempts = 8

/**
 * Decides on a call in one commit: its row and record, and the run goes back to the queue once nothing else that it
 * waits for is undecided. If several people decide at once, one wins; the same decision made again is answered as
 * before.
 */
export function createDecide({ database, streams, policies, audit, now }: DecideOptions): Decide {
  const db = queryBuilder<Tables>(database.dialect)
  return async (by, toolCallId, decision) => {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const outcome = await decideOnce(by, toolCallId, decision)
      if (outcome !== 'again') return outcome
    }
    return { ok: false, code: 'busy', message: 'Other users kept deciding at the same time. Try again.' }
  }

  async function decideOnce(
    by: Decider,
    toolCallId: string,
    { decision, reason, remember, revision }: Decision,
  ): Promise<DecisionOutcome | 'again'> {
    const { session } = by
    const [row] = await database.read(
      rowsOf(
        db
          .selectFrom('approvals')
          .selectAll()
          .where('tool_call_id', '=', toolCallId)
          .where('session_id', '=', session.id),
      ),
    )
    if (!row) return decisionProblem('not_found', 'There is no such question in this conversation.')
    const status = decision === 'approve' ? 'approved' : 'denied'
    const at = now()
    if (row.status !== 'requested') return settled(row, by, status)
    if (row.expires_at <= at)
      return decisionProblem('expired', 'Nobody decided in time, so the agent continues without it.')
    if (revision !== undefined && revision !== row.revision) {
      return decisionProblem('moved_on', 'What it would change has changed since. Look at what is asked now.')
    }
    if (revision === undefined && decision === 'approve' && row.asked > 1) {
      return decisionProblem(
        'moved_on',
        'What it would change has changed since it was first asked. Approve it by its revision.',
      )
    }
    const [run] = await database.read(
      rowsOf(
        db
          .selectFrom('runs')
          .select(['id', 'status', 'epoch', 'wake_at'])
          .where('id', '=', row.run_id)
          .where('status', 'in', activeStatuses),
      ),
    )
    if (!run) return decisionProblem('run_ended', 'The run has ended, so there is nothing left to decide.')

    const open = await database.read(
      rowsOf(db.selectFrom('approvals').selectAll().where('run_id', '=', run.id).where('status', '=', 'requested')),
    )
    const covered = (other: ApprovalRow) =>
      decision === 'approve' &&
      other.expires_at > at &&
      (remember === 'session' || (remember === 'operation' && other.operation === row.operation))
    const decided = open.filter((other) => other.tool_call_id === toolCallId || covered(other))
    const left = open.filter((other) => !decided.includes(other))
    const goesOn = run.status === 'waiting' && left.length === 0

    const read = await readSession(streams, session.id)
    const record = read?.runs.find(({ id }) => id === run.id)
    if (!read || !record) return decisionProblem('run_ended', 'The conversation is gone.')
    const known = new Map(read.approvals.map((approval) => [approval.toolCallId, approval]))
    const records = decided.map((each): SessionRecord => {
      const own = each.tool_call_id === toolCallId
      const value: ApprovalRecord = {
        toolCallId: each.tool_call_id,
        runId: each.run_id,
        operation: each.operation,
        documentRevision: each.revision,
        ...known.get(each.tool_call_id),
        status,
        decidedBy: by.userId,
        decidedAt: at,
        ...(own && reason !== undefined ? { reason } : {}),
        ...(remember && decision === 'approve' ? { policy: remember } : {}),
      }
      return approvalUpserted(value)
    })
    if (goesOn && isActiveRun(record)) records.push(runUpdated({ ...record, status: 'queued' }))

    const settle = { status, decided_by: by.userId, decided_at: at }
    const expect = [
      // First, so that two who decide on calls of one run come one after the other.
      stillRun(run, goesOn ? { status: 'queued', wake_at: null } : { wake_at: run.wake_at }),
      ...decided.map((each) =>
        stillAsked(each, { ...settle, reason: each.tool_call_id === toolCallId ? (reason ?? null) : null }),
      ),
      stillOpen(run.id, left.length),
    ]
    const projectId = session.project_id
    const who = { workspaceId: by.workspaceId, userId: by.userId }
    const noted = decided.map((each) =>
      audit.row({
        ...who,
        kind: 'approval.decided',
        subject: each.tool_call_id,
        detail: { sessionId: session.id, runId: each.run_id, operation: each.operation, decision: status },
      }),
    )
    const keep =
      remember && decision === 'approve' && projectId !== null
        ? [
            policies.keep(remember, { ...by, projectId, sessionId: session.id, operation: row.operation }, at),
            audit.row({
              ...who,
              kind: 'policy.remembered',
              detail: { reach: remember, projectId, sessionId: session.id, operation: row.operation },
            }),
          ]
        : []
    const outcome = await streams.commit({
      expect,
      appends: [{ stream: sessionStream(session.id), entries: encodeRecords(records) }],
      rows: [...noted, ...keep],
      wake: goesOn ? [queueTopic] : [],
    })
    if (outcome.ok) return { ok: true, decided: { toolCallId, status, decidedBy: by.userId, decidedAt: at } }
    if (outcome.refused === moved) return 'again'
    return decisionProblem('run_ended', 'The conversation is gone.')
  }

  function stillRun(run: { id: string; status: string; epoch: number }, change: object): Expectation {
    const query = db
      .updateTable('runs')
      .set(change)
      .where('id', '=', run.id)
      .where('status', '=', run.status)
      .where('epoch', '=', run.epoch)
      .returning('id')
      .compile()
    return { query, rows: 1, code: moved }
  }

  function stillAsked(row: ApprovalRow, change: Partial<ApprovalRow>): Expectation {
    const query = db
      .updateTable('approvals')
      .set(change)
      .where('tool_call_id', '=', row.tool_call_id)
      .where('status', '=', 'requested')
      .where('revision', '=', row.revision)
      .returning('tool_call_id')
      .compile()
    return { query, rows: 1, code: moved }
  }

  /** Exactly so many questions of the run are open, once this decision is made. */
  function stillOpen(runId: string, count: number): Expectation {
    const query = db
      .updateTable('approvals')
      .set({ status: 'requested' })
      .where('run_id', '=', runId)
      .where('status', '=', 'requested')
      .returning('tool_call_id')
      .compile()
    return { query, rows: count, code: moved }
  }
}

const moved = 'decision_moved'

/** The same decision by the same person again is as good as the first; any other comes too late. */
function settled(row: ApprovalRow, by: Decider, status: Decided['status']): DecisionOutcome {
  const { tool_call_id: toolCallId, decided_by: decidedBy, decided_at: decidedAt } = row
  if (row.status === 'expired')
    return decisionProblem('expired', 'Nobody decided in time, so the agent continued without it.')
  if (row.status === status && decidedBy === by.userId && decidedAt !== null)
    return { ok: true, decided: { toolCallId, status, decidedBy, decidedAt } }
  return decisionProblem('already_decided', `It was ${row.status} already.`)
}

function decisionProblem(code: Extract<DecisionOutcome, { ok: false }>['code'], message: string): DecisionOutcome {
  return { ok: false, code, message }
}
