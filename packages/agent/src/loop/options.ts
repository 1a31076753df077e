import type { Query } from '@atelier/streams'
import type { Meter } from '../contract/budget.ts'
import type { Provider } from '../contract/provider.ts'
import type { ActiveRun, ContentAffected, EndedRun, RunFinding } from '../contract/run.ts'
import type { SessionRecord } from '../contract/sessionRecord.ts'
import type { PendingApproval } from '../transcript/approval.ts'
import type { CacheWatch } from './cacheWatch.ts'
import type { CallOptions } from './calls.ts'
import type { BaseRequest } from './context.ts'
import type { RoundLimits } from './round.ts'
import type { Steering } from './steering.ts'
import type { StopCondition } from './stop.ts'

/** Describes to the model the state of what it works on, such as the document that is open in the editor. */
export interface StateSource {
  /** Its lines as they are now, always as many and in the same order; asked before each request. */
  lines(): Promise<readonly string[]>
  /** Lines as the model reads them: all of them, or only those that changed since it last received them. */
  text(lines: readonly string[], which: 'all' | 'changed'): string
}

/** The findings of a scope's check of a run's changes. */
export interface PostRunReport {
  /** Problems that did not exist before the run, the worst first. */
  findings: RunFinding[]
  /** Text for the model, so that it can repair them; absent if there is nothing to repair. */
  hint?: string
}

/** Checks what a run changed. MUST be quick, because the user waits for the run's end. Undefined if nothing was checked. */
export type PostRunCheck = () => Promise<PostRunReport | undefined>

export interface LoopOptions extends Omit<CallOptions, 'run'> {
  runId: string
  /** The session's id. */
  conversationId: string
  provider: Provider
  request: BaseRequest
  /** Describes to the model the state of what it works on. */
  state?: StateSource
  /** The messages that wait to join this run. */
  steering?: Steering
  meter?: Meter
  stopWhen: readonly StopCondition[]
  /** The changes of these runs, as text: for the summary that replaces them when the window is full. */
  changesOf?: ((runIds: readonly string[]) => Promise<string>) | undefined
  /** Looks at what the run changed, before it ends. */
  postRunCheck?: PostRunCheck | undefined
  /** The content that the run changed; undefined if it has nothing to do with content. */
  affected?: (() => Promise<ContentAffected | undefined>) | undefined
  /**
   * The message to a model whose answer was cut within this call; undefined for the usual. `sent` is JSON that ends anywhere.
   */
  onCut?: ((call: { name: string; sent: string }) => string | undefined) | undefined
  /** Receives every answered request. */
  cacheWatch?: CacheWatch
  /** Rows of the commit with which the run stops to wait: its lease goes back. */
  waitRows(run: ActiveRun, pending: readonly PendingApproval[]): Query[]
  random(): number
  /** Rounds of one run; it then ends cleanly. */
  maxRounds: number
  limits: RoundLimits
  /** The rows that end the run with this status, for the commit that appends these records, its last ones. */
  endRows(run: EndedRun, records: readonly SessionRecord[]): Query[]
  /** Why the signal was aborted: by a user (`aborted`), or so that another process continues the run (`handedBack`). */
  whyStopped(): 'aborted' | 'handedBack'
}

/** `waiting`: a user decides first; the process that claims the run after that continues it. */
export type LoopEnd = 'ended' | 'handedBack' | 'lost' | 'waiting'
