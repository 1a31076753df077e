import type { MessageRecord, RunRecord } from './message.ts'

/** What a stop condition looks at, before each round. */
export interface RunState {
  run: RunRecord
  /** Answers that the run has so far. */
  rounds: number
  /** The run's calls so far, in order. */
  calls: readonly MessageRecord[]
  /** The last answer, if any. */
  answer: MessageRecord | undefined
  now: number
}

export interface Stop {
  /** The run's `stopReason`. */
  reason: string
  /** For the person; absent where the answer speaks for itself. */
  sentence?: string
}

/** Ends the run cleanly where it gives something; several hold with `or`. */
export type StopCondition = (state: RunState) => Stop | undefined
