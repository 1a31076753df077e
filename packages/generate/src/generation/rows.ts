import { activeStatuses } from '@atelier/agent'
import { Value } from 'typebox/value'
import { GenerationState, GenerationStep } from '../plan/progress.ts'

/** The rows of generations and of their runs. Times are epoch milliseconds, money is millionths of a dollar. */
export type GenerationTables = {
  /** Migration 0016; `kind`, `state` and `step` are those of a `Generation`. */
  generations: {
    id: string
    workspace_id: string
    project_id: string
    document_id: string
    group_id: string
    session_id: string
    kind: string
    brief: string
    state: string
    step: string
    why: string | null
    budget_micro_usd: number | null
    /** JSON: a `RunContext` for its runs. */
    context: string
    created_by: string
    created_at: number
    /** When it was last started, or begun to be planned. */
    started_at: number
    /** Rises with every change, so that of two servers one makes it. */
    version: number
  }
  generation_runs: {
    run_id: string
    generation_id: string
    session_id: string
    step: string
    /** The key of the page that it writes; empty if it writes none. */
    page: string
    attempt: number
    /** An `Outcome` (`schedule/decide.ts`). */
    outcome: string
    why: string | null
    /** By a person: `adopted`, `discarded`, to be written `again`, or `mend` its problems. */
    decision: string | null
    created_at: number
  }
}

export type GenerationRow = GenerationTables['generations']
export type GenerationRunRow = GenerationTables['generation_runs']

/** A run of a generation with its status; undefined until the run is in the queue. */
export interface PartRun extends GenerationRunRow {
  status: string | undefined
  /** The error of a run that failed. */
  error: string | null
  /** Whether what it changed was taken back, but not with all of the generation; undefined if it changed nothing. */
  isUndone: boolean | undefined
}

export const generationState = ({ state }: GenerationRow): GenerationState => Value.Parse(GenerationState, state)
export const stepOf = ({ step }: { step: string }): GenerationStep => Value.Parse(GenerationStep, step)

const active: ReadonlySet<string> = new Set(['scheduled', ...activeStatuses])

/** Whether a run has not ended. */
export const isAtWork = ({ status }: PartRun): boolean => status !== undefined && active.has(status)

/** The group of change sets in which a generation is undone as one. */
export const groupOf = ({ group_id, brief }: GenerationRow) => ({ id: group_id, label: `Site: ${brief.slice(0, 100)}` })
