import type { RunRecord } from '@atelier/agent'
import type { RunSummary } from '@atelier/api'
import type { ApiError } from '@atelier/api/client'
import type { ViewRequest } from '../bridge/requests.ts'
import type { Turn } from './view.ts'
import type { WaitingMessage } from './waiting.ts'

export type ReaderStatus = 'loading' | 'live' | 'reconnecting' | 'failed'

export interface Earlier {
  /** The cost of the runs before, in US dollars; undefined if none of them had a price. */
  costUsd: number | undefined
  /** It is being read. */
  loading: boolean
}

export interface Transcript {
  status: ReaderStatus
  turns: readonly Turn[]
  /** The content before the turns; undefined if they begin with the first. */
  earlier: Earlier | undefined
  /** The changes of runs that were over when they were read, by their ids. */
  summaries: ReadonlyMap<string, RunSummary>
  /** The present requests to tabs. */
  requests: readonly ViewRequest[]
  /** The active run. */
  activeRun: RunRecord | undefined
  /** Messages sent and not delivered yet. */
  waiting: readonly WaitingMessage[]
  /** Does the session know of this run? */
  knows: (runId: string) => boolean
  /** How full the model's window was in the latest round. */
  contextTokens: number | undefined
  /** Why nothing can be read; only if `status` is `failed`. */
  error: ApiError | undefined
}

export const emptyTranscript: Transcript = {
  status: 'loading',
  turns: [],
  earlier: undefined,
  summaries: new Map(),
  requests: [],
  activeRun: undefined,
  waiting: [],
  knows: () => false,
  contextTokens: undefined,
  error: undefined,
}

/** Whether a run is still active. */
export function isActive(run: RunRecord | undefined): boolean {
  return run !== undefined && (run.status === 'queued' || run.status === 'running' || run.status === 'waiting')
}
