import {
  type ApprovalRecord,
  type ApprovalRequest,
  approvalUpserted,
  deniedCode,
  encodeRecords,
  expiredCode,
  type Question,
  sessionStream,
} from '@atelier/agent'
import { fail } from '@atelier/operation'
import { type Append, type Database, type Expectation, queryBuilder, rowsOf } from '@atelier/streams'
import type { ServerTables, Tables } from '../../database/tables.ts'
import {
  type Authorization,
  type Authorize,
  authorizationOutdated,
  type ProposedCall,
} from '../../operations/authorize.ts'
import { callHash } from './binding.ts'
import type { Covered, Policies } from './policies.ts'

export type ApprovalRow = ServerTables['approvals']

/** A model's call that a person must decide on. */
export interface ModelCall extends Covered {
  runId: string
  toolCallId: string
  input: unknown
}

/** The approval of one delivery of a model's call. */
export interface DeliveryApproval {
  authorize: Authorize
  /** The question to the user, if the call was last refused because no decision was made yet. */
  question(): Question | undefined
}

export interface Approvals {
  /**
   * Lets a call through that was approved for exactly these arguments and this state of the documents, or that a policy
   * covers. A call that was denied, or not decided on in time, gets a result that says so. Everything else waits.
   */
  before(call: ModelCall): DeliveryApproval
}

export interface ApprovalsOptions {
  database: Database
  policies: Policies
  now(): number
  /** How long a question stays open, in milliseconds; a day when absent. */
  lastsMs?: number
}

export function createApprovals({ database, policies, now, lastsMs = 86_400_000 }: ApprovalsOptions): Approvals {
  const db = queryBuilder<Tables>(database.dialect)
  const find = async (toolCallId: string) => {
    const query = db.selectFrom('approvals').selectAll().where('tool_call_id', '=', toolCallId)
    return (await database.read(rowsOf(query)))[0]
  }

  /** Changes the row only if it is still as it was read; without `change`, only expects that. */
  const stillAs = (row: ApprovalRow, change: Partial<ApprovalRow> = { status: row.status }): Expectation => {
    const query = db
      .updateTable('approvals')
      .set(change)
      .where('tool_call_id', '=', row.tool_call_id)
      .where('status', '=', row.status)
      .where('revision', '=', row.revision)
      .where('input_hash', '=', row.input_hash)
      .returning('tool_call_id')
      .compile()
    return { query, rows: 1, code: authorizationOutdated }
  }

  const record = (call: ModelCall, value: ApprovalRecord): Append => ({
    stream: sessionStream(call.sessionId),
    entries: encodeRecords([approvalUpserted(value)]),
  })

  const recordOf = (
    call: ModelCall,
    { consequence, revision }: ProposedCall,
    rest: Pick<ApprovalRecord, 'status'>,
  ) => ({
    toolCallId: call.toolCallId,
    documentRevision: revision,
    runId: call.runId,
    operation: call.operation,
    message: consequence.message,
    target: consequence.target,
    ...rest,
  })

  async function decided(call: ModelCall, asked: ProposedCall): Promise<Authorization | Question> {
    const row = await find(call.toolCallId)
    const at = now()
    if (row?.status === 'denied') {
      return { ok: false, keep: true, instead: denied(call, row.reason), expect: [stillAs(row)] }
    }
    const hash = callHash(call.operation, call.input, asked.consequence)
    const same = row?.input_hash === hash && row.revision === asked.revision
    if (row?.status === 'approved' && same) return { ok: true, expect: [stillAs(row)] }
    if (row?.status === 'requested' && row.expires_at <= at) {
      const expired = { ...recordOf(call, asked, { status: 'expired' }), decidedAt: at, expiresAt: row.expires_at }
      return {
        ok: false,
        keep: true,
        instead: nobodyDecided(call),
        expect: [stillAs(row, { status: 'expired', decided_at: at })],
        appends: [record(call, expired)],
      }
    }
    const policy = await policies.covering(call)
    if (policy) {
      const spared: ApprovalRecord = {
        ...recordOf(call, asked, { status: 'approved' }),
        decidedBy: call.userId,
        decidedAt: at,
        policy,
      }
      const settled = { status: 'approved', decided_by: call.userId, decided_at: at }
      return { ok: true, appends: [record(call, spared)], ...(row ? { expect: [stillAs(row, settled)] } : {}) }
    }
    const { message, target } = asked.consequence
    const standing = row?.status === 'requested' && same
    const count = row ? row.asked + (standing ? 0 : 1) : 1
    const request: ApprovalRequest = {
      operation: call.operation,
      message,
      target,
      documentRevision: asked.revision,
      expiresAt: standing ? row.expires_at : at + lastsMs,
      ...(count > 1 ? { again: true } : {}),
    }
    if (standing) return { request, expect: [stillAs(row)] }
    const asking: ApprovalRow = {
      tool_call_id: call.toolCallId,
      run_id: call.runId,
      session_id: call.sessionId,
      operation: call.operation,
      input_hash: hash,
      revision: asked.revision,
      status: 'requested',
      decided_by: null,
      decided_at: null,
      reason: null,
      expires_at: request.expiresAt,
      asked: count,
      created_at: at,
    }
    if (row) return { request, expect: [stillAs(row, asking)] }
    const insert = db
      .insertInto('approvals')
      .values(asking)
      .onConflict((conflict) => conflict.doNothing())
      .returning('tool_call_id')
      .compile()
    return { request, expect: [{ query: insert, rows: 1, code: authorizationOutdated }] }
  }

  return {
    before(call) {
      let question: Question | undefined
      return {
        question: () => question,
        async authorize(asked) {
          const outcome = await decided(call, asked)
          question = 'request' in outcome ? outcome : undefined
          return 'request' in outcome ? { ok: false, keep: false, instead: undecided } : outcome
        },
      }
    },
  }
}

/** A placeholder that no user ever sees; no result is stored when it is returned. */
const undecided = fail('needs_approval', 'A person has to decide on this call first.')

function denied({ operation }: ModelCall, reason: string | null) {
  const said = reason === null ? '' : ` They said: “${reason}”`
  return fail(deniedCode, `The person did not allow ${operation}; nothing was done.${said}`, {
    hint: 'Do not try it again unless they ask for it. Continue without it, or ask what they want instead.',
  })
}

function nobodyDecided({ operation }: ModelCall) {
  return fail(expiredCode, `Nobody decided on ${operation} in time; nothing was done.`, {
    hint: 'Continue without it, and say what was left undone.',
  })
}
