import { ApprovalRecord, MessageRecord, RunRecord } from '@atelier/agent'
import { ChangeLine } from '@atelier/api'
import { type Static, Type } from 'typebox'

const Optional = Type.Optional
/** The server leaves a field out or says null; both mean that there is none. */
const Maybe = <S extends Type.TSchema>(schema: S) => Optional(Type.Union([schema, Type.Null()]))

export const ErrorBody = Type.Object({
  error: Type.Object({
    code: Type.String(),
    message: Type.String(),
    path: Optional(Type.String()),
    hint: Optional(Type.String()),
  }),
})

/** For calls whose answer nobody reads. */
export const Anything = Type.Unknown()

export const Session = Type.Object({
  id: Type.String(),
  projectId: Maybe(Type.String()),
  scope: Type.String(),
  documentId: Maybe(Type.String()),
  title: Maybe(Type.String()),
  credentialId: Maybe(Type.String()),
  modelId: Maybe(Type.String()),
  thinking: Maybe(Type.String()),
  provider: Maybe(Type.String()),
  createdAt: Type.Number(),
  updatedAt: Type.Number(),
  messageCount: Type.Number(),
  contextTokens: Maybe(Type.Number()),
  activeRunId: Maybe(Type.String()),
  /** The run waits for the person. */
  waiting: Optional(Type.Boolean()),
})
export type Session = Static<typeof Session>
export const Sessions = Type.Object({ sessions: Type.Array(Session) })
export const SessionCreated = Type.Object({ id: Type.String() })

/** A session with what its stream folds to, and where to go on reading. */
export const SessionSnapshot = Type.Intersect([
  Session,
  Type.Object({
    messages: Type.Array(MessageRecord),
    runs: Type.Array(RunRecord),
    approvals: Optional(Type.Array(ApprovalRecord)),
    offset: Type.String(),
  }),
])
export type SessionSnapshot = Static<typeof SessionSnapshot>

export const RunStarted = Type.Object({ runId: Type.String(), delivery: Maybe(Type.String()) })

export const RunChanges = Type.Object({
  changeSetId: Maybe(Type.String()),
  state: Type.Union([Type.Literal('applied'), Type.Literal('undone')]),
  documents: Type.Array(
    Type.Object({ documentId: Type.String(), title: Type.String(), lines: Type.Array(ChangeLine) }),
  ),
})
export type RunChanges = Static<typeof RunChanges>

export const UndoResult = Type.Object({
  state: Type.String(),
  applied: Type.Number(),
  kept: Type.Array(Type.Object({ documentId: Type.String(), key: Type.String(), reason: Type.String() })),
})
export type UndoResult = Static<typeof UndoResult>

export const Credential = Type.Object({
  id: Type.String(),
  provider: Type.String(),
  label: Type.String(),
  baseUrl: Maybe(Type.String()),
  /** The last four characters of the key. */
  hint: Maybe(Type.String()),
  createdAt: Type.Number(),
})
export type Credential = Static<typeof Credential>
export const Credentials = Type.Object({ credentials: Type.Array(Credential) })
export const CredentialCreated = Type.Object({ id: Type.String() })
export const CredentialTest = Type.Object({
  ok: Type.Boolean(),
  message: Type.String(),
  models: Maybe(Type.Unknown()),
})

export const Suggestion = Type.Object({ provider: Type.String(), label: Type.String(), source: Type.String() })
export type Suggestion = Static<typeof Suggestion>
export const Suggestions = Type.Object({ suggestions: Type.Array(Suggestion) })

export const ScopeDefault = Type.Object({
  scope: Type.String(),
  credentialId: Type.String(),
  modelId: Type.String(),
})
export type ScopeDefault = Static<typeof ScopeDefault>
export const Defaults = Type.Object({ defaults: Type.Array(ScopeDefault) })

export const Model = Type.Object({
  id: Type.String(),
  label: Type.String(),
  contextWindow: Maybe(Type.Number()),
  vision: Maybe(Type.Boolean()),
  tools: Maybe(Type.Boolean()),
  thinking: Maybe(Type.Boolean()),
  tier: Maybe(Type.String()),
})
export type Model = Static<typeof Model>
export const Models = Type.Object({ models: Type.Array(Model) })

export const Rehearsal = Type.Object({ id: Type.String(), title: Type.String() })
export type Rehearsal = Static<typeof Rehearsal>
export const Rehearsals = Type.Object({ rehearsals: Type.Array(Rehearsal) })
