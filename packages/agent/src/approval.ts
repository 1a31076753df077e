import type { ApprovalRequest } from './executor.ts'
import type { ApprovalRecord, MessageRecord, RunRecord, SessionRecord } from './message.ts'

/** A call that a person must decide on, with what they are asked. */
export interface PendingApproval {
  call: MessageRecord
  request: ApprovalRequest
}

/** The records of a run that stops to wait: each call with its question, and the run itself. */
export function waitingRecords(run: RunRecord, pending: readonly PendingApproval[], now: number): SessionRecord[] {
  const questions = pending.flatMap(({ call, request }): SessionRecord[] => {
    const approval: ApprovalRecord = {
      toolCallId: call.id,
      status: 'requested',
      runId: run.id,
      requestedAt: now,
      ...request,
    }
    return [
      {
        type: 'message',
        key: call.id,
        value: { ...call, requiresApproval: true, updatedAt: now },
        headers: { operation: 'update' },
      },
      { type: 'approval', key: call.id, value: approval, headers: { operation: 'upsert' } },
    ]
  })
  const value: RunRecord = { ...run, status: 'waiting' }
  return [...questions, { type: 'run', key: run.id, value, headers: { operation: 'update' } }]
}
