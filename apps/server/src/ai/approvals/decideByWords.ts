import type { RunStep } from '@atelier/agent'
import { excerpt } from '@atelier/operation'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'
import type { Decide, Decider } from './decide.ts'
import { readReply } from './replies.ts'

/** The longest reason that is kept of a message, in characters. */
const REASON = 2_000

/** A question that a run of a session waits for, as it was asked last. */
export interface OpenQuestion {
  toolCallId: string
  operation: string
  revision: string
}

export interface DecideByWords {
  /** The questions that the session's run waits for; none while it is at work. */
  open(sessionId: string): Promise<readonly OpenQuestion[]>
  /**
   * Decides questions by a person's next message. *Yes* approves all of them, as they were asked when they were read;
   * anything else denies them with the words as the reason. A question that was decided or asked anew meanwhile stays as it is.
   * @param mayApprove whether the person may do what is asked about; without it a yes decides nothing
   */
  decide(
    by: Decider,
    questions: readonly OpenQuestion[],
    message: { text: string; pictures: number; mayApprove: boolean },
  ): Promise<void>
}

export function createDecideByWords({
  database,
  decide,
  step = () => {},
}: {
  database: Database
  decide: Decide
  /** Called when the message is queued, and for each question that it has decided. */
  step?: (name: RunStep) => void
}): DecideByWords {
  const db = queryBuilder<Tables>(database.dialect)
  return {
    async open(sessionId) {
      const rows = await database.read(
        rowsOf(
          db
            .selectFrom('approvals')
            .innerJoin('runs', 'runs.id', 'approvals.run_id')
            .select(['approvals.tool_call_id', 'approvals.operation', 'approvals.revision'])
            .where('approvals.session_id', '=', sessionId)
            .where('approvals.status', '=', 'requested')
            .where('runs.status', '=', 'waiting')
            .orderBy('approvals.tool_call_id'),
        ),
        'committed',
      )
      return rows.map(({ tool_call_id: toolCallId, operation, revision }) => ({ toolCallId, operation, revision }))
    },
    async decide(by, questions, { text, pictures, mayApprove }) {
      step('replyQueued')
      const names = questions.map(({ operation }) => operation)
      const isYes = pictures === 0 && readReply(text, names) === 'yes'
      if (isYes && !mayApprove) return
      const reason = excerpt(text.trim(), REASON)
      for (const { toolCallId, revision } of questions) {
        // The message is queued already: a question that is no longer the same stays open, or was decided on.
        await decide(
          by,
          toolCallId,
          isYes ? { decision: 'approve', revision } : { decision: 'deny', ...(reason === '' ? {} : { reason }) },
        )
        step('replyDecided')
      }
    },
  }
}
