import { type Envelope, fail, isRecord } from '@atelier/operation'
import type { MessageRecord, StreamedMessage } from '../contract/message.ts'
import { isActiveRun } from '../contract/records.ts'
import type { ActiveRun, RunRecord } from '../contract/run.ts'
import { asRecord, type FoldedMessage } from '../transcript/fold.ts'
import { callsOf, type ToolCallBlock, unanswered } from '../transcript/heal.ts'
import type { Journal } from '../transcript/journal.ts'

/** The point where a run resumes, read only from its records. */
export type ResumePoint =
  | { kind: 'calls'; message: MessageRecord; calls: ToolCallBlock[] }
  | {
      kind: 'answer'
      /** Answers that the run has so far. */
      rounds: number
      /** The id that was promised for the run's first answer; later ones get a new one. */
      messageId?: string
      /** An attempt that was interrupted. */
      supersedes?: StreamedMessage
      /** The model paused and continues its last turn. */
      open: boolean
    }

/** The next thing that a run needs is an answer of the model. */
export type AnswerPoint = Extract<ResumePoint, { kind: 'answer' }>

/**
 * Finds where a run resumes: at calls without results, or at the next answer.
 * @param messages the session's folded messages, superseded ones left out
 */
export function findResumePoint(messages: readonly FoldedMessage[], run: RunRecord): ResumePoint {
  const own = messages.filter((message) => message.runId === run.id)
  const answers = own.filter((message) => message.role === 'assistant')
  const last = answers.at(-1)
  if (!last) return { kind: 'answer', rounds: 0, messageId: run.assistantMessageId, open: false }
  if (last.status !== 'complete') {
    return { kind: 'answer', rounds: answers.length - 1, supersedes: asRecord(last), open: paused(own, answers.at(-2)) }
  }
  const calls = unanswered(last, own)
  if (calls.length > 0) return { kind: 'calls', message: last, calls }
  return { kind: 'answer', rounds: answers.length, open: paused(own, last) }
}

/** Whether the model paused after this answer: it has no calls, and no message came after it. */
function paused(own: readonly MessageRecord[], answer: MessageRecord | undefined): boolean {
  if (!answer || callsOf(answer).length > 0 || (answer.content ?? '').trim() === '') return false
  return !own.slice(own.indexOf(answer) + 1).some(isSaid)
}

/** A summary, a state and a mark do not ask for an answer. */
function isSaid(message: MessageRecord): boolean {
  if (message.role === 'system')
    return message.compacts === undefined && message.state === undefined && (message.content ?? '') !== ''
  return message.role === 'user' && message.status === 'complete'
}

/** @throws if the run has no record, or only one of a run that is not active */
export function activeRunOf({ folder, stream }: Journal, runId: string): Extract<RunRecord, ActiveRun> {
  const run = folder.run(runId)
  if (!run) throw new Error(`Run ${runId} has no record in ${stream}`)
  if (!isActiveRun(run)) throw new Error(`Run ${runId} is ${run.status}, so nothing can be done in it`)
  return run
}

/** The results of the run's answered rounds, each in the order of its calls. */
export function resultsOf(messages: readonly MessageRecord[], runId: string): Envelope[][] {
  const own = messages.filter((message) => message.runId === runId)
  const results = new Map(
    own.flatMap((message) =>
      message.role === 'tool_result' ? [[message.toolCallId, message.toolResult] as const] : [],
    ),
  )
  return own
    .filter((message) => message.role === 'assistant' && message.status === 'complete' && callsOf(message).length > 0)
    .map((message) => callsOf(message).map((call) => asEnvelope(results.get(call.toolCallId))))
}

/** A stored result as an envelope; an error if it is not an envelope. */
export function asEnvelope(value: unknown): Envelope {
  if (isEnvelope(value)) return value
  return fail('unknown', 'The result is not known.')
}

function isEnvelope(value: unknown): value is Envelope {
  return (
    isRecord(value) &&
    (value.ok === true || (value.ok === false && (isRecord(value.error) || isRecord(value.requiresConfirmation))))
  )
}
