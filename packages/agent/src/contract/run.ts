import { type Static, Type } from 'typebox'
import type { Exclusive } from './exclusive.ts'
import { Delivery } from './message.ts'

const Optional = Type.Optional

/** Tokens in disjoint buckets: their sum is what was billed. `reasoning` is the part of `output` that was reasoning. */
export const Usage = Type.Object({
  input: Type.Number(),
  cacheRead: Type.Number(),
  cacheWrite5m: Type.Number(),
  cacheWrite1h: Type.Number(),
  output: Type.Number(),
  reasoning: Type.Number(),
})
export type Usage = Static<typeof Usage>

/** Why the model is being asked again, and when: shown while a run waits for its provider. */
export const RunRetry = Type.Object({
  /** The failure's code, as in a `ProviderError`. */
  code: Type.String(),
  /** The time of the next request to the model. */
  at: Type.Number(),
  /** Which try that will be, from 2. */
  attempt: Type.Integer(),
})
export type RunRetry = Static<typeof RunRetry>

/** A finding of a scope's checks that is new since a run's changes. */
export const RunFinding = Type.Object({
  /** Which check found it. */
  code: Type.String(),
  severity: Type.Enum(['error', 'warning', 'note']),
  message: Type.String(),
  /** Its remedy. */
  hint: Optional(Type.String()),
  /** Where it is. */
  documentId: Optional(Type.String()),
  nodeId: Optional(Type.String()),
})
export type RunFinding = Static<typeof RunFinding>

/** A run's changes of a project's content, folded from the changes that are stored. */
export const ContentAffected = Type.Object({
  /** The ids of models whose entries are other ones, on a branch or live. */
  models: Type.Array(Type.String()),
  locales: Type.Array(Type.String()),
  /** Models, settings or the vocabulary are other ones. */
  snapshotChanged: Type.Boolean(),
  branchesChanged: Type.Boolean(),
  /** The name of the branch that was written on, if it was one. */
  branch: Optional(Type.String()),
})
export type ContentAffected = Static<typeof ContentAffected>

/** The kinds of thing that a run changed; of a run that worked on content, what of it, and these kinds beside it. */
export const RunAffected = Type.Union([
  Type.Array(Type.String()),
  Type.Object({ ...ContentAffected.properties, kinds: Optional(Type.Array(Type.String())) }),
])
export type RunAffected = Static<typeof RunAffected>

const anyRun = {
  id: Type.String(),
  scope: Type.String(),
  userMessageId: Type.String(),
  assistantMessageId: Type.String(),
  provider: Type.String(),
  model: Type.String(),
  usage: Optional(Usage),
  costUsd: Optional(Type.Number()),
  /** The sum of the input buckets of the latest round: how full the model's window is. */
  contextTokens: Optional(Type.Number()),
  rounds: Optional(Type.Integer()),
  /** The model has received the findings about its changes; it receives them once. */
  toldFindings: Optional(Type.Boolean()),
  changeSetId: Optional(Type.String()),
  /** For a run that was scheduled for later: when it may start. */
  startAt: Optional(Type.Number()),
  startedAt: Optional(Type.Number()),
}

/** How its message waits, or waited. */
const queueing = {
  /** Absent if it waits for its time. */
  delivery: Optional(Delivery),
  /** It waits for a user to send it, because the run before it was stopped or failed. */
  held: Optional(Type.Boolean()),
  /** How that run ended. */
  heldBecause: Optional(Type.Union([Type.Literal('aborted'), Type.Literal('error')])),
}

/** A run whose message waits for the run at work, or for its time. */
export const ScheduledRun = Type.Object({
  status: Type.Literal('scheduled'),
  ...anyRun,
  ...queueing,
})
export type ScheduledRun = Static<typeof ScheduledRun>

/** A run that is at work, or will be. `waiting`: a user has to decide about its calls first. */
export const ActiveRun = Type.Object({
  status: Type.Union([Type.Literal('queued'), Type.Literal('running'), Type.Literal('waiting')]),
  ...anyRun,
  /** Set after a failed request, until its repetition is answered. */
  retry: Optional(RunRetry),
})
export type ActiveRun = Static<typeof ActiveRun>

const RunEnd = Type.Union([Type.Literal('complete'), Type.Literal('error'), Type.Literal('aborted')])
export type RunEnd = Static<typeof RunEnd>

export const EndedRun = Type.Object({
  status: RunEnd,
  ...anyRun,
  ...queueing,
  /** For a run that was stopped while it waited for its provider. */
  retry: Optional(RunRetry),
  stopReason: Optional(Type.String()),
  /** The limit that ended it. */
  limit: Optional(Type.String()),
  affected: Optional(RunAffected),
  /** The findings about its changes, the worst first. */
  findings: Optional(Type.Array(RunFinding)),
  /** The run that its message was delivered to; it never began itself. */
  joined: Optional(Type.String()),
  endedAt: Optional(Type.Number()),
  /** A sentence for the user. */
  error: Optional(Type.String()),
})
export type EndedRun = Static<typeof EndedRun>

/** A `run` record, by status. */
const anyStatus = Type.Union([ScheduledRun, ActiveRun, EndedRun])
export const RunRecord = Type.Unsafe<Exclusive<Static<typeof anyStatus>>>(anyStatus)
export type RunRecord = Static<typeof RunRecord>
