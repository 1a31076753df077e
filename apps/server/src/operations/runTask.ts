import type { AnswerShape, Rehearsal, RequestedRun, StopCondition } from '@atelier/agent'
import type { ChangeGroup } from '@atelier/documents'
import type { Access } from '../workspaces/workspaces.ts'

/** What all runs of a generation together may cost, and how much of it one may, in millionths of a dollar. */
export interface GenerationBudget {
  id: string
  microUsd: number
  share: number
}

/** What a run is for, where that differs from its scope's conversations: a step of a generation, for example. */
export interface RunTask {
  /** The scope whose operations it calls by their short names. */
  toolbox: string
  /** The only operations of that scope that it may call; all if absent. */
  tools?: readonly string[]
  /** In the place of the scope's prompt. */
  system?: string
  /** The form of its answer. */
  answer?: AnswerShape
  /** The model is told nothing of the state of what is worked on. */
  stateless?: true
  maxRounds?: number
  /** What the model is told, beside the findings of the scopes, once it has written and is about to end. */
  mend?(access: Access): Promise<string | undefined>
  /** What the model is told when its answer was cut within a call. */
  onCut?(call: { name: string; sent: string }): string | undefined
  stopWhen?: readonly StopCondition[]
  /** The group that its change set is a member of. */
  group?: ChangeGroup
  budget?: GenerationBudget
  /** Played in the place of the scope's scripts, if no model is chosen. */
  rehearsals?: readonly Rehearsal[]
}

/** The task of a run; undefined if it is an ordinary message of its conversation. */
export type TaskOf = (run: RequestedRun) => Promise<RunTask | undefined>
