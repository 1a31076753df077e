import type { Confirmation, Envelope } from '@atelier/operation'
import type { Question } from '../contract/executor.ts'
import type { CallEnd, CallMessage } from '../contract/message.ts'
import { approvalUpdated, approvalUpserted, messageUpdated, runUpdated } from '../contract/records.ts'
import type { ActiveRun } from '../contract/run.ts'
import type { ApprovalRecord, SessionRecord } from '../contract/sessionRecord.ts'

/** A call that a person must decide on, with its question. */
export interface PendingApproval extends Question {
  call: CallMessage
}

/** The records of a run that stops to wait: each call with its question, and the run itself. */
export function waitingRecords(run: ActiveRun, pending: readonly PendingApproval[], now: number): SessionRecord[] {
  const questions = pending.flatMap(({ call, request }): SessionRecord[] => {
    const approval: ApprovalRecord = {
      toolCallId: call.id,
      status: 'requested',
      runId: run.id,
      requestedAt: now,
      ...request,
    }
    return [messageUpdated({ ...call, requiresApproval: true, updatedAt: now }), approvalUpserted(approval)]
  })
  return [...questions, runUpdated({ ...run, status: 'waiting' })]
}

/** Withdraws the run's open questions, because it was stopped. */
export function withdrawnRecords(approvals: readonly ApprovalRecord[], runId: string, now: number): SessionRecord[] {
  return approvals
    .filter((approval) => approval.runId === runId && approval.status === 'requested')
    .map((approval) =>
      approvalUpdated({ ...approval, status: 'expired', decidedAt: now, reason: 'The run was stopped.' }),
    )
}

/** The codes of results that a decision caused. */
export const deniedCode = 'denied'
export const expiredCode = 'approval_expired'

/** How a call with this result ended. */
export function endOf(result: Envelope): CallEnd {
  if (result.ok) return 'complete'
  return result.error?.code === deniedCode ? 'denied' : 'error'
}

/** The text that a model reads of a call that a person must confirm by answering. */
export function confirmationText({ token, message }: Pick<Confirmation, 'token' | 'message'>): string {
  return [
    `Nothing was done yet, because the person has to agree first: ${message}`,
    'Tell them exactly that, ask whether you may, and end your answer.',
    `If their next message agrees, call again with the same arguments and confirmationToken "${token}".`,
  ].join(' ')
}
