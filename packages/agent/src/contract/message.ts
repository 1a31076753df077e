import { type Static, Type } from 'typebox'

const Optional = Type.Optional

/** What a message is made of. Signatures and encrypted items are kept verbatim; images are named by blob hash. */
export const ContentBlock = Type.Union([
  Type.Object({
    kind: Type.Literal('text'),
    text: Type.String(),
    /** What the provider calls this part of its answer, sent back to the same provider. */
    phase: Optional(Type.String()),
  }),
  Type.Object({ kind: Type.Literal('image'), mimeType: Type.String(), hash: Type.String() }),
  Type.Object({
    kind: Type.Literal('reasoning'),
    text: Type.String(),
    /** The provider's signature over it; replayed byte for byte or not at all. */
    signature: Optional(Type.String()),
    /** Reasoning that came encrypted or redacted. */
    encrypted: Optional(Type.String()),
    /** The provider's own id of the item, where its wire has one. */
    itemId: Optional(Type.String()),
    /** Whose rules the seal follows, in the wire's own words. */
    format: Optional(Type.String()),
    /** The text is the reasoning itself and not a summary of it. */
    raw: Optional(Type.Boolean()),
    /** How long each part is, where the text was joined from several with an empty line between. */
    parts: Optional(Type.Array(Type.Integer())),
  }),
  Type.Object({
    kind: Type.Literal('toolCall'),
    toolCallId: Type.String(),
    toolName: Type.String(),
    input: Type.Unknown(),
    /** The id that the provider gave, sent back to the same provider. */
    providerId: Optional(Type.String()),
  }),
  Type.Object({
    kind: Type.Literal('toolResult'),
    toolCallId: Type.String(),
    ok: Type.Boolean(),
    data: Optional(Type.Unknown()),
    error: Optional(Type.String()),
    warnings: Optional(Type.Array(Type.String())),
    images: Optional(Type.Array(Type.Object({ mimeType: Type.String(), hash: Type.String() }))),
    /** Texts of ours that stand inside the result, behind what the call gave. Only in turns, never stored. */
    appended: Optional(Type.Array(Type.String())),
  }),
])
export type ContentBlock = Static<typeof ContentBlock>

export const Role = Type.Union([
  Type.Literal('system'),
  Type.Literal('user'),
  Type.Literal('assistant'),
  Type.Literal('tool_call'),
  Type.Literal('tool_result'),
  Type.Literal('error'),
])

export const MessageStatus = Type.Union([
  Type.Literal('pending'),
  Type.Literal('streaming'),
  Type.Literal('running'),
  Type.Literal('complete'),
  Type.Literal('error'),
  Type.Literal('aborted'),
  Type.Literal('denied'),
])

/** Who carries out a call that a tab is asked for, and under which id its result is awaited. */
export const Execution = Type.Object({
  bridgeId: Type.String(),
  requestId: Type.String(),
  executorId: Type.String(),
  /** Is a picture to be made? The model never decides this. */
  picture: Type.Boolean(),
  /** Where the editor stood when the run began. */
  documentId: Optional(Type.String()),
  activeBreakpointId: Optional(Type.String()),
})
export type Execution = Static<typeof Execution>

/** How one result is replayed from now on: its ids and counts (`digest`), or one line that says what stood there. */
export const CutResult = Type.Object({
  toolCallId: Type.String(),
  to: Type.Union([Type.Literal('digest'), Type.Literal('removed')]),
})
export type CutResult = Static<typeof CutResult>

/** When a message reaches a run that is at work: before its next round, or after its end. */
export const Delivery = Type.Union([Type.Literal('steer'), Type.Literal('followUp')])
export type Delivery = Static<typeof Delivery>

/** A `message` record of a session's stream. Times are epoch milliseconds. */
export const MessageRecord = Type.Object({
  id: Type.String(),
  runId: Type.String(),
  /** Which try of its round this belongs to, from 1. */
  attempt: Type.Integer(),
  /** The id of the message that took its place; readers leave a superseded message out. */
  supersededBy: Optional(Type.String()),
  role: Role,
  status: MessageStatus,
  content: Optional(Type.String()),
  blocks: Optional(Type.Array(ContentBlock)),
  parentMessageId: Optional(Type.String()),
  toolName: Optional(Type.String()),
  toolArgs: Optional(Type.Unknown()),
  toolCallId: Optional(Type.String()),
  /** The result envelope of the operation. */
  toolResult: Optional(Type.Unknown()),
  requiresApproval: Optional(Type.Boolean()),
  /** Of a call that a tab carries out, while its result is awaited. */
  execution: Optional(Execution),
  /** Of a `user` message that waits (`pending`) for the run at work: to join it before its next round, or to follow it. */
  delivery: Optional(Delivery),
  /** Of a `system` message: it stands for everything up to and including the message of this id. */
  compacts: Optional(Type.String()),
  /**
   * Of a `system` message: its content tells the model the state of what it works on. All lines of that state; the
   * content may hold only those that changed since the state before.
   */
  state: Optional(Type.Array(Type.String())),
  /** Of a `system` message without content: from here on these results are replayed cut down. */
  cutDown: Optional(Type.Array(CutResult)),
  /**
   * Of a `system` message without content: from here on the reasoning of the answers before it stays out of requests;
   * from the answer of the id `from` on, or of all of them where it is absent.
   */
  reasoningDropped: Optional(Type.Object({ from: Optional(Type.String()) })),
  /** Of an assistant's message: who answered. Signatures go back to nobody else. */
  provider: Optional(Type.String()),
  model: Optional(Type.String()),
  /** Of an assistant's message: a digest of the request that it answers. Its reasoning goes back only behind the same. */
  requestDigest: Optional(Type.String()),
  createdAt: Type.Number(),
  updatedAt: Optional(Type.Number()),
})
export type MessageRecord = Static<typeof MessageRecord>

/** A `chunk` record: what one network packet added to one block. `id` is `messageId:seq`. */
export const ChunkRecord = Type.Object({
  id: Type.String(),
  messageId: Type.String(),
  attempt: Type.Integer(),
  seq: Type.Integer(),
  kind: Type.Union([Type.Literal('text'), Type.Literal('reasoning'), Type.Literal('arguments')]),
  delta: Type.String(),
  /** For `arguments`: the call that they belong to. */
  toolCallId: Optional(Type.String()),
  toolName: Optional(Type.String()),
  createdAt: Type.Number(),
})
export type ChunkRecord = Static<typeof ChunkRecord>

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

export const RunStatus = Type.Union([
  Type.Literal('queued'),
  Type.Literal('scheduled'),
  Type.Literal('running'),
  Type.Literal('waiting'),
  Type.Literal('complete'),
  Type.Literal('error'),
  Type.Literal('aborted'),
])
export type RunStatus = Static<typeof RunStatus>

/** Why the model is being asked again, and when: shown while a run waits for its provider. */
export const RunRetry = Type.Object({
  /** The failure's code, as in a `ProviderError`. */
  code: Type.String(),
  /** When the model is asked again. */
  at: Type.Number(),
  /** Which try that will be, from 2. */
  attempt: Type.Integer(),
})
export type RunRetry = Static<typeof RunRetry>

/** What a scope's checks found that was not there before a run changed things. */
export const RunFinding = Type.Object({
  /** Which check found it. */
  code: Type.String(),
  severity: Type.Enum(['error', 'warning', 'note']),
  message: Type.String(),
  /** What to do about it. */
  hint: Optional(Type.String()),
  /** Where it is. */
  documentId: Optional(Type.String()),
  nodeId: Optional(Type.String()),
})
export type RunFinding = Static<typeof RunFinding>

/** A `run` record. */
export const RunRecord = Type.Object({
  id: Type.String(),
  status: RunStatus,
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
  /** Only from a failed request until its repetition is answered. */
  retry: Optional(RunRetry),
  stopReason: Optional(Type.String()),
  affected: Optional(Type.Array(Type.String())),
  /** What its changes raised, the worst first; of a run that has ended. */
  findings: Optional(Type.Array(RunFinding)),
  /** The model has been told of what its changes raised; it is told once. */
  toldFindings: Optional(Type.Boolean()),
  changeSetId: Optional(Type.String()),
  /** Of a run that is scheduled for later. */
  startAt: Optional(Type.Number()),
  /** Of a run that waits behind another; it begins when that one has ended. */
  delivery: Optional(Delivery),
  /** It waits for a person to send it, because the run before it was stopped or failed. */
  held: Optional(Type.Boolean()),
  /** How that run ended. */
  heldBecause: Optional(Type.Union([Type.Literal('aborted'), Type.Literal('error')])),
  /** The run that its message was delivered to; it then never began itself. */
  joined: Optional(Type.String()),
  /** Which limit ended it. */
  limit: Optional(Type.String()),
  startedAt: Optional(Type.Number()),
  endedAt: Optional(Type.Number()),
  error: Optional(Type.String()),
})
export type RunRecord = Static<typeof RunRecord>

/** An `approval` record. */
export const ApprovalRecord = Type.Object({
  toolCallId: Type.String(),
  status: Type.Union([
    Type.Literal('requested'),
    Type.Literal('approved'),
    Type.Literal('denied'),
    Type.Literal('expired'),
  ]),
  /** The heads of the documents that it would change: an approval holds for these alone. */
  documentRevision: Type.String(),
  runId: Optional(Type.String()),
  /** The operation's id. */
  operation: Optional(Type.String()),
  /** What exactly will happen, and to what. */
  message: Optional(Type.String()),
  target: Optional(Type.String()),
  requestedAt: Optional(Type.Number()),
  expiresAt: Optional(Type.Number()),
  decidedBy: Optional(Type.String()),
  decidedAt: Optional(Type.Number()),
  /** What the person said to it. */
  reason: Optional(Type.String()),
  /** Asked before: what it would change has changed since. */
  again: Optional(Type.Boolean()),
  /** Approved by a standing decision: of the operation in the project, or of everything in the session. */
  policy: Optional(Type.Union([Type.Literal('operation'), Type.Literal('session')])),
})
export type ApprovalRecord = Static<typeof ApprovalRecord>

/** A State Protocol change record, as it stands in the stream. */
export type SessionRecord =
  | { type: 'message'; key: string; value: MessageRecord; headers: { operation: 'insert' | 'update' | 'upsert' } }
  | { type: 'chunk'; key: string; value: ChunkRecord; headers: { operation: 'insert' } }
  | { type: 'run'; key: string; value: RunRecord; headers: { operation: 'insert' | 'update' | 'upsert' } }
  | { type: 'approval'; key: string; value: ApprovalRecord; headers: { operation: 'insert' | 'update' | 'upsert' } }
