import { isRecord } from '@atelier/operation'
import type { LimitName } from '../contract/budget.ts'
import type { AssistantMessage, CallMessage } from '../contract/message.ts'
import type { ActiveRun } from '../contract/run.ts'

/** The state that a stop condition reads, before each round. */
export interface RunState {
  run: ActiveRun
  /** Answers that the run has so far. */
  rounds: number
  /** The run's calls so far, in order. */
  calls: readonly CallMessage[]
  /** The last answer, if any. */
  answer: AssistantMessage | undefined
  /** The result of the last call, if any. */
  result?: unknown
  /** How often an answer was cut by its length. */
  cuts: number
  now: number
}

export interface Stop {
  /** The run's `stopReason`. */
  reason: string
  /** For the person; absent if the answer speaks for itself. */
  sentence?: string
  /** The limit that was reached, if a user set it. */
  limit?: LimitName
}

/** Ends the run cleanly if it returns a stop; `anyOf` combines several. */
export type StopCondition = (state: RunState) => Stop | undefined

/** The first of them that holds. */
export function anyOf(...conditions: readonly StopCondition[]): StopCondition {
  return (state) => {
    for (const condition of conditions) {
      const stop = condition(state)
      if (stop) return stop
    }
    return undefined
  }
}

/** Limits the requests to the model. */
export function roundLimit(most: number): StopCondition {
  return ({ rounds }) =>
    rounds < most
      ? undefined
      : {
          reason: 'round_limit',
          sentence: `Stopped after ${rounds} rounds, the most that one message may take. Say how to continue.`,
        }
}

/** Ends the run if a call's result says, by `fatal` in its data, that there is no use in going on. */
export const fatalResult: StopCondition = ({ result }) => {
  if (!isRecord(result) || !isRecord(result.data) || result.data.fatal !== true) return undefined
  const [said] = Array.isArray(result.warnings) ? result.warnings : []
  return { reason: 'fatal', sentence: typeof said === 'string' ? said : 'Stopped: the same call failed again.' }
}

/** Ends the run if the model repeated a call more than `times` times in a row, in spite of an error that says so. */
export function repeatedCall(times: number): StopCondition {
  return ({ calls }) => {
    const last = calls.at(-1)
    if (!last || repeats(calls, last) <= times) return undefined
    return {
      reason: 'repeated_call',
      sentence: `Stopped: ${last.toolName} was called with the same input again and again.`,
    }
  }
}

/** How many calls in a row, ending with `call`, have its name and its arguments. */
export function repeats(calls: readonly CallMessage[], call: CallMessage): number {
  const wanted = signature(call)
  const upTo = calls.findIndex((other) => other.id === call.id)
  let count = 0
  for (let at = upTo < 0 ? calls.length - 1 : upTo; at >= 0; at--) {
    const other = calls[at]
    if (!other || signature(other) !== wanted) break
    count += 1
  }
  return count
}

function signature(call: CallMessage): string {
  return `${call.toolName} ${JSON.stringify(call.toolArgs)}`
}
