import type { Envelope } from '@atelier/operation'
import type { Append, Expectation, Fence, Query } from '@atelier/streams'
import type { Execution } from './message.ts'
import type { SendStep } from './step.ts'

export interface ToolCall {
  runId: string
  /** Also the call's idempotency key: the same id never changes a document twice. */
  toolCallId: string
  name: string
  input: unknown
}

/** The records that must become durable together with the call's changes. */
export interface CallCommit {
  fence: Fence
  /** The records of the outcome; called once per try, with the result that will be stored. */
  appends(result: Envelope): Append[]
  rows?(result: Envelope): Query[]
  /** The record of the call as `running` in a tab, so that the tab which follows the stream sees the request. */
  running?(execution: Execution): Append[]
  /** The record of a call that is about to be sent outside, stored before it is. */
  sending?(): Append[]
  /** Called after each step of a call that is sent outside. */
  passed?(step: SendStep): void
}

/** The question that a person must decide before a call may run. */
export interface ApprovalRequest {
  /** The operation's id. */
  operation: string
  /** The exact effect, as a sentence. */
  message: string
  target: string
  /** The heads of the documents that it would change. */
  documentRevision: string
  /** Epoch milliseconds. */
  expiresAt: number
  /** They were asked before, and what it would change has changed since. */
  again?: boolean
}

export interface Question {
  request: ApprovalRequest
  /**
   * Keeps the question; for the commit with which the run starts to wait. If one does not hold, a decision was made
   * in between, and the call is delivered again at once.
   */
  expect?: Expectation[]
}

export type ExecutedCall =
  | { ok: true; result: Envelope /** It had been applied before; nothing was appended now. */; replayed: boolean }
  /** Nothing was done: a person decides first, and the call is then delivered again. */
  | ({ ok: false; refused: 'approval' } & Question)
  | {
      ok: false
      /**
       * `undone`: the run's changes were undone while it was at work, so it ends. `unavailable`: the storage failed,
       * and whether the call was applied is not known; it is delivered again. `aborted`: the signal was aborted before
       * the call had an answer from outside; nothing was done.
       */
      refused: 'fenced' | 'undone' | 'unavailable' | 'aborted'
      /** The underlying failure, for the log. */
      cause?: unknown
    }

export interface FinishedCall {
  name: string
  result: Envelope
}

/**
 * Runs the calls of a run. MUST commit the call's updates, patches, key, stored result and records as one, and MUST
 * return the stored result if the key was applied before. A failing operation is a result, not a throw. MUST NOT
 * throw if a commit may have been made: the throw becomes a result of its own.
 */
export interface ToolExecutor {
  /** Receives the calls that the run finished before this process claimed it, in order; before its first call. */
  resume?(finished: readonly FinishedCall[]): void
  execute(call: ToolCall, commit: CallCommit, signal: AbortSignal): Promise<ExecutedCall>
  /**
   * The question to the user before this call; undefined if no approval is needed. MUST change nothing. If it is
   * present, questions about calls after a waiting one are asked at the same time.
   */
  ask?(call: ToolCall, signal: AbortSignal): Promise<Question | undefined>
}
