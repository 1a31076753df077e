import { type Static, type TSchema, Type } from 'typebox'
import { ChangeLine, Kept } from './changes.ts'
import { Made } from './common.ts'
import { route } from './route.ts'

const Nullable = Type.Optional(Type.Union([Type.String({ maxLength: 300 }), Type.Null()]))

/** The thinking effort of a session's model. */
export const ThinkingChoice = Type.Union([
  Type.Literal('off'),
  Type.Literal('low'),
  Type.Literal('medium'),
  Type.Literal('high'),
])
export type ThinkingChoice = Static<typeof ThinkingChoice>
const NullableThinking = Type.Optional(Type.Union([ThinkingChoice, Type.Null()]))

/** When a message is delivered that is sent while a run is at work: to that run, or after it. */
export const Delivery = Type.Union([Type.Literal('steer'), Type.Literal('followUp')])
export type Delivery = Static<typeof Delivery>

const session = {
  id: Type.String(),
  projectId: Type.Optional(Type.String()),
  scope: Type.String(),
  documentId: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
  credentialId: Type.Optional(Type.String()),
  modelId: Type.Optional(Type.String()),
  /** Absent for the provider's own default. */
  thinking: Type.Optional(Type.String()),
  provider: Type.String(),
  createdAt: Type.Number(),
  updatedAt: Type.Number(),
  /** When either side last wrote in it. */
  lastMessageAt: Type.Number(),
  messageCount: Type.Number(),
  contextTokens: Type.Optional(Type.Number()),
  activeRunId: Type.Optional(Type.String()),
  /** That run waits for the person. */
  waiting: Type.Optional(Type.Boolean()),
}

/** A conversation with the agent. */
export const Session = Type.Object(session)
export type Session = Static<typeof Session>

/** How much a run changed, by kinds of things. */
export const RunSummary = Type.Object({
  runId: Type.String(),
  state: Type.Enum(['applied', 'undone']),
  /** Documents that differ. */
  documents: Type.Number(),
  counts: Type.Array(
    Type.Object({ what: ChangeLine.properties.what, kind: ChangeLine.properties.kind, count: Type.Number() }),
  ),
})
export type RunSummary = Static<typeof RunSummary>

/** The content before the part of a session that was read. */
const Earlier = Type.Object({
  /** The message that the part before ends in front of. */
  before: Type.String(),
  /** The cost of the runs before it, in US dollars; absent if none of them had a price. */
  costUsd: Type.Optional(Type.Number()),
})

/** Records that a session's stream folds to. `@atelier/agent` declares the records. */
const records = <Message extends TSchema, Run extends TSchema, Approval extends TSchema>(
  message: Message,
  run: Run,
  approval: Approval,
) => ({ messages: Type.Array(message), runs: Type.Array(run), approvals: Type.Array(approval) })

/** A part of a session, with what its runs changed. */
export const sessionPart = <Message extends TSchema, Run extends TSchema, Approval extends TSchema>(
  message: Message,
  run: Run,
  approval: Approval,
) =>
  Type.Object({
    ...records(message, run, approval),
    summaries: Type.Array(RunSummary),
    /** Absent from the first part. */
    earlier: Type.Optional(Earlier),
  })

/** A session with its records, or the latest of them. */
export const sessionSnapshot = <
  Message extends TSchema,
  Run extends TSchema,
  Approval extends TSchema,
  Chunk extends TSchema,
>(
  message: Message,
  run: Run,
  approval: Approval,
  chunk: Chunk,
) =>
  Type.Object({
    ...session,
    ...records(message, run, approval),
    /** The offset from which to continue reading the stream. */
    offset: Type.String(),
    /** For the latest part: what the messages that stream consist of so far. */
    chunks: Type.Optional(Type.Array(chunk)),
    /** For the latest part: what its runs changed. */
    summaries: Type.Optional(Type.Array(RunSummary)),
    /** For the latest part, if there is more before it. */
    earlier: Type.Optional(Earlier),
  })

export const createSession = route({
  method: 'POST',
  path: '/api/ai/sessions',
  summary: 'Begins a session in a project, with the capability ai.chat in it',
  who: 'user',
  request: {
    body: Type.Object({
      projectId: Type.Optional(Type.String()),
      scope: Type.String(),
      documentId: Nullable,
      credentialId: Nullable,
      modelId: Nullable,
      thinking: NullableThinking,
    }),
  },
  response: Made,
  status: 201,
})

export const listSessions = route({
  method: 'GET',
  path: '/api/ai/sessions',
  summary: 'Your sessions, the latest message first',
  who: 'user',
  request: { query: Type.Object({ projectId: Type.Optional(Type.String()), scope: Type.Optional(Type.String()) }) },
  response: Type.Object({ sessions: Type.Array(Session) }),
})

export const continueSession = route({
  method: 'POST',
  path: '/api/ai/sessions/:id/continue',
  summary: 'Begins a session of the same kind with a summary of this one',
  who: { session: 'ai.chat' },
  response: Made,
  status: 201,
})

/** Any record of a session's stream. */
const StreamRecord = Type.Unknown()

export const readSession = route({
  method: 'GET',
  path: '/api/ai/sessions/:id',
  summary:
    'A session with its messages, runs and approvals, and the offset to go on reading its stream from; with `part=latest` its end, short enough to be read at once',
  who: { session: 'ai.chat' },
  request: { query: Type.Object({ part: Type.Optional(Type.Literal('latest')) }) },
  response: sessionSnapshot(StreamRecord, StreamRecord, StreamRecord, StreamRecord),
})

export const readEarlier = route({
  method: 'GET',
  path: '/api/ai/sessions/:id/messages',
  summary: 'The part of a session that ends in front of the message `before`',
  who: { session: 'ai.chat' },
  request: { query: Type.Object({ before: Type.String({ minLength: 1, maxLength: 200 }) }) },
  response: sessionPart(StreamRecord, StreamRecord, StreamRecord),
})

export const updateSession = route({
  method: 'PATCH',
  path: '/api/ai/sessions/:id',
  summary: 'Changes the title or the model of a session',
  who: { session: 'ai.chat' },
  request: {
    body: Type.Object({
      title: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      credentialId: Nullable,
      modelId: Nullable,
      thinking: NullableThinking,
    }),
  },
  /** `warnings`: sentences about the model that was picked, such as that its window is too small. */
  response: Type.Object({ ...Session.properties, warnings: Type.Optional(Type.Array(Type.String())) }),
})

export const deleteSession = route({
  method: 'DELETE',
  path: '/api/ai/sessions/:id',
  summary: 'Deletes a session, and stops its run',
  who: { session: 'ai.chat' },
})

/** A picture, base64 without a prefix. */
export const PromptPictures = Type.Array(Type.Object({ mimeType: Type.String(), data: Type.String() }))

const prompt = {
  runId: Type.Optional(Type.String({ minLength: 8, maxLength: 100, pattern: '^[A-Za-z0-9_-]+$' })),
  /** May be blank beside pictures. */
  prompt: Type.String({ maxLength: 100_000 }),
  images: Type.Optional(PromptPictures),
  context: Type.Optional(Type.Unknown()),
  whenBusy: Type.Optional(Type.Union([Type.Literal('reject'), Type.Literal('steer'), Type.Literal('followUp')])),
}
/** As many pictures as a prompt takes, base64, and its text. */
const maxBytes = 56 * 1024 * 1024

export const startRun = route({
  method: 'POST',
  path: '/api/ai/sessions/:id/runs',
  summary: 'Sends a message to the agent; the same `runId` again is the same run',
  who: { session: 'ai.chat' },
  request: {
    body: Type.Object({
      ...prompt,
      /** Epoch milliseconds, or an ISO 8601 time with its zone. */
      startAt: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.String({ maxLength: 40 })])),
    }),
    maxBytes,
  },
  response: Type.Object({
    runId: Type.String(),
    delivery: Type.Optional(Delivery),
    startAt: Type.Optional(Type.Number()),
    /** The ignored parts of the request. */
    warnings: Type.Optional(Type.Array(Type.String())),
  }),
  status: 202,
})

export const abortRun = route({
  method: 'POST',
  path: '/api/ai/sessions/:id/runs/:runId/abort',
  summary: 'Stops a run, also one that waits',
  who: { session: 'ai.chat' },
  response: Type.Object({ runId: Type.String(), stopping: Type.Boolean() }),
  status: 202,
})

const Waiting = Type.Object({ runId: Type.String(), delivery: Type.Optional(Delivery) })

export const sendWaiting = route({
  method: 'POST',
  path: '/api/ai/sessions/:id/queue/:runId/send',
  summary: 'Sends a message that waits now',
  who: { session: 'ai.chat' },
  response: Waiting,
  status: 202,
})

export const editWaiting = route({
  method: 'PATCH',
  path: '/api/ai/sessions/:id/queue/:runId',
  summary: 'Changes the text of a message that waits',
  who: { session: 'ai.chat' },
  request: { body: Type.Object({ prompt: Type.String({ minLength: 1, maxLength: 100_000, pattern: '\\S' }) }) },
  response: Waiting,
})

export const removeWaiting = route({
  method: 'DELETE',
  path: '/api/ai/sessions/:id/queue/:runId',
  summary: 'Removes a message that waits',
  who: { session: 'ai.chat' },
})

/** A run's changes. */
export const RunChanges = Type.Object({
  changeSetId: Type.Union([Type.String(), Type.Null()]),
  state: Type.Enum(['applied', 'undone']),
  documents: Type.Array(
    Type.Object({ documentId: Type.String(), title: Type.String(), lines: Type.Array(ChangeLine) }),
  ),
})
export type RunChanges = Static<typeof RunChanges>

export const readRunChanges = route({
  method: 'GET',
  path: '/api/ai/sessions/:id/runs/:runId/changes',
  summary: 'What a run changed, in words',
  who: { session: 'ai.chat' },
  response: RunChanges,
})

/** Most runs whose changes are counted in one request. */
export const mostSummaries = 50

export const readRunSummaries = route({
  method: 'GET',
  path: '/api/ai/sessions/:id/changes',
  summary: `How much runs changed, by kinds of things; \`runs\` are up to ${mostSummaries} ids with commas between`,
  who: { session: 'ai.chat' },
  request: { query: Type.Object({ runs: Type.String({ minLength: 1, maxLength: mostSummaries * 101 }) }) },
  response: Type.Object({ summaries: Type.Array(RunSummary) }),
})

/** The result of undoing or redoing a run. */
export const UndoResult = Type.Object({
  state: Type.Enum(['applied', 'undone']),
  applied: Type.Number(),
  kept: Type.Array(Kept),
})
export type UndoResult = Static<typeof UndoResult>

export const undoRun = route({
  method: 'POST',
  path: '/api/ai/sessions/:id/runs/:runId/undo',
  summary: 'Undoes everything that a run changed',
  who: { session: 'document.read' },
  response: UndoResult,
})

export const redoRun = route({
  method: 'POST',
  path: '/api/ai/sessions/:id/runs/:runId/redo',
  summary: 'Redoes what a run changed',
  who: { session: 'document.read' },
  response: UndoResult,
})

export const readStream = route({
  method: 'GET',
  path: '/api/ai/sessions/:id/stream',
  summary: 'The records of a session by the Durable Streams protocol, read side',
  who: { session: 'ai.chat' },
  protocol: 'stream',
  staysOpen: true,
})

export const checkStream = route({
  method: 'HEAD',
  path: '/api/ai/sessions/:id/stream',
  summary: 'The end of the stream of a session',
  who: { session: 'ai.chat' },
  protocol: 'stream',
  staysOpen: true,
})

/** A line of a run's events: what programs read of them; docs/programs.md lists the types, each with its fields. */
export const RunEvent = Type.Object(
  {
    type: Type.String(),
    text: Type.Optional(Type.String()),
    messageId: Type.Optional(Type.String()),
    supersedes: Type.Optional(Type.String()),
    toolName: Type.Optional(Type.String()),
    ok: Type.Optional(Type.Boolean()),
    error: Type.Optional(Type.String()),
    message: Type.Optional(Type.String()),
    conversationId: Type.Optional(Type.String()),
    runId: Type.Optional(Type.String()),
    status: Type.Optional(Type.String()),
    requiresConfirmation: Type.Optional(
      Type.Object({ token: Type.String(), message: Type.String(), target: Type.String() }),
    ),
  },
  { additionalProperties: true },
)
export type RunEvent = Static<typeof RunEvent>

export const readRunEvents = route({
  method: 'GET',
  path: '/api/ai/sessions/:id/runs/:runId/events',
  summary: 'The events of a run from its beginning, line by line',
  who: { session: 'ai.chat' },
  lines: RunEvent,
})

export const chat = route({
  method: 'POST',
  path: '/api/ai/chat/:scope',
  summary: 'Sends a message and answers with the events of its run, line by line',
  who: 'user',
  request: {
    body: Type.Object({
      ...prompt,
      conversationId: Type.Optional(Type.String()),
      projectId: Type.Optional(Type.String()),
      /** Tokens of what a person has confirmed. */
      confirmations: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 })),
      /** The command line says so. */
      via: Type.Optional(Type.Literal('cli')),
    }),
    maxBytes,
  },
  lines: RunEvent,
})

/** An authored script that plays the agent. */
export const Rehearsal = Type.Object({ id: Type.String(), title: Type.String() })
export type Rehearsal = Static<typeof Rehearsal>

export const listRehearsals = route({
  method: 'GET',
  path: '/api/ai/rehearsals',
  summary: 'The rehearsals of a scope; with `projectId` those that fit the state of the project',
  who: 'user',
  request: { query: Type.Object({ scope: Type.Optional(Type.String()), projectId: Type.Optional(Type.String()) }) },
  response: Type.Object({ rehearsals: Type.Array(Rehearsal) }),
})
