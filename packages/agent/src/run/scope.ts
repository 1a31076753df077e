import type { ToolDefinition } from '@atelier/operation'
import type { Thinking } from '../contract/adaptation.ts'
import type { Meter, Spent } from '../contract/budget.ts'
import type { ToolExecutor } from '../contract/executor.ts'
import type { AnswerShape, Provider } from '../contract/provider.ts'
import type { ContentAffected } from '../contract/run.ts'
import type { OperationFacts } from '../loop/calls.ts'
import type { PostRunCheck, StateSource } from '../loop/options.ts'
import type { LoadImage } from '../loop/pictures.ts'
import type { StopCondition } from '../loop/stop.ts'

/** A run as requested. */
export interface RequestedRun {
  id: string
  sessionId: string
  scope: string
  userId: string
  prompt: string
  images: { mimeType: string; hash: string }[]
  /** The position of the editor; as received, not validated. */
  context: Record<string, unknown>
  createdAt: number
}

/** All that a run needs from the layers above. */
export interface PreparedRun {
  provider: Provider
  model: string
  /** The static prefix: the same for every run of the scope. Changing parts belong to `state`. */
  system: string
  /** Describes to the model the state of what it works on; read before each request. */
  state?: StateSource
  tools: ToolDefinition[]
  findOperation(name: string): OperationFacts | undefined
  /** The full ids that a short name may mean, if it means several operations and `findOperation` finds none. */
  candidates?(name: string): readonly string[]
  executor: ToolExecutor
  /** The change set that collects the run's changes. */
  changeSetId?: string
  /** The form of its answer, if that is an object and not text. */
  answer?: AnswerShape
  /** The message to a model whose answer was cut within a call; undefined for the usual. */
  onCut?(call: { name: string; sent: string }): string | undefined
  /** Defaults to 16,000. */
  maxOutputTokens?: number
  /** Defaults to the runner's. */
  maxRounds?: number
  /** The model's abilities; without `vision` it is sent no pictures. */
  abilities?: { vision: boolean; contextWindow?: number }
  /** Defaults to the provider's own. */
  thinking?: Thinking
  /**
   * Bytes of a stored picture, base64; undefined if it is gone. With `maxEdge` they SHOULD be of the same picture, no
   * longer than that many pixels at its longest edge.
   */
  loadImage?: LoadImage
  /** Reserves and counts what the run uses; without one nothing is limited or priced. */
  meter?: Meter
  /** The run's usage before this claim, if its record knows less because a runner was killed. */
  spent?: Spent
  /** Further conditions that end the run, beside the limit of rounds and the repeated call. */
  stopWhen?: readonly StopCondition[]
  /** The changes of these runs, as text, from their change sets: for summaries of old turns. */
  changesOf?(runIds: readonly string[]): Promise<string>
  /** The content that the run has changed, at its end; undefined if it neither works on content nor changed any. */
  affected?(): Promise<ContentAffected | undefined>
  /** Looks at what the run has changed, before it ends; asked only of a run that wrote. */
  postRunCheck?: PostRunCheck
}

/** A scope's additions to the runtime. */
export interface AgentScope {
  /**
   * Called when a run is claimed, again after each takeover. `error` is a sentence for a person, such as that the
   * credential is gone; the run then ends with it. Throwing is for bugs.
   */
  prepare(run: RequestedRun): Promise<PreparedRun | { error: string }>
}
