import type { ToolDefinition } from '@atelier/operation'
import type { OperationFacts } from '../calls.ts'
import type { ToolExecutor } from '../executor.ts'
import type { Provider } from '../provider.ts'

/** A run as it was asked for. */
export interface RequestedRun {
  id: string
  sessionId: string
  scope: string
  userId: string
  prompt: string
  images: { mimeType: string; hash: string }[]
  /** Where the editor stood; as it came, not validated. */
  context: Record<string, unknown>
  createdAt: number
}

/** All that a run needs from the floors above. */
export interface PreparedRun {
  provider: Provider
  model: string
  /** The static prefix: the same for every run of the scope. */
  system: string
  /** What changes per run; built once, here. */
  suffix: string
  tools: ToolDefinition[]
  findOperation(name: string): OperationFacts | undefined
  executor: ToolExecutor
  /** Where the run's changes are gathered. */
  changeSetId?: string
  /** Defaults to 16,000. */
  maxOutputTokens?: number
  /** Defaults to the runner's. */
  maxRounds?: number
  /** Bytes of a stored picture, base64. */
  image?(hash: string): string | undefined
}

/** What a scope adds to the runtime. */
export interface AgentScope {
  /**
   * Called when a run is claimed, again after each takeover. `error` is a sentence for a person, such as that the
   * credential is gone; the run then ends with it. Throwing is for bugs.
   */
  prepare(run: RequestedRun): Promise<PreparedRun | { error: string }>
}
