import type { AnswerShape, Rehearsal, RequestedRun, StopCondition } from '@atelier/agent'
import type { ChangeGroup } from '@atelier/documents'
import type { Access } from '../workspaces/workspaces.ts'

/** The maximum cost of all runs of a generation together and of one of them, in millionths of a dollar. */
export interface GenerationBudget {
  id: string
  microUsd: number
  share: number
}

/** The purpose of a run, where it differs from its scope's conversations: a step of a generation, for example. */
export interface RunTask {
  /** The scope whose operations it calls by their short names. */
  toolbox: string
  /** The only operations of that scope that it may call; all if absent. */
  tools?: readonly string[]
  /** In the place of the scope's prompt. */
  system?: string
  /** The form of its answer. */
  answer?: AnswerShape
  /** The model gets no state of the document. */
  stateless?: true
  maxRounds?: number
  /** The message to the model, besides the findings of the scopes, once it has written and is about to end. */
  mend?(access: Access): Promise<string | undefined>
  /** The message to the model when its answer was cut within a call. */
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
