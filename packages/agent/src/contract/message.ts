import { type Static, Type } from 'typebox'

const Optional = Type.Optional

type KeyOfAny<Union> = Union extends unknown ? keyof Union : never
/** A union whose members have no field of the others, so that a reader may ask for any field without narrowing first. */
type Exclusive<Union, Key extends PropertyKey = KeyOfAny<Union>> = Union extends unknown
  ? Union & { [Absent in Exclude<Key, keyof Union>]?: undefined }
  : never

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
    /** The provider's own id of the item, if its wire has one. */
    itemId: Optional(Type.String()),
    /** Whose rules the seal follows, as the wire names them. */
    format: Optional(Type.String()),
    /** The text is the reasoning itself and not a summary of it. */
    raw: Optional(Type.Boolean()),
    /** The length of each part, if the text was joined from several with an empty line between. */
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
    /** System messages that are sent inside the result, after its data. Only in turns, never stored. */
    appended: Optional(Type.Array(Type.String())),
  }),
])
export type ContentBlock = Static<typeof ContentBlock>

const AnswerStatus = Type.Union([
  Type.Literal('streaming'),
  Type.Literal('complete'),
  Type.Literal('error'),
  Type.Literal('aborted'),
])

const CallEnd = Type.Union([
  Type.Literal('complete'),
  Type.Literal('error'),
  Type.Literal('aborted'),
  Type.Literal('denied'),
])
export type CallEnd = Static<typeof CallEnd>

/** Who carries out a call that a tab is asked for, and under which id its result is awaited. */
export const Execution = Type.Object({
  bridgeId: Type.String(),
  requestId: Type.String(),
  executorId: Type.String(),
  /** Is a picture to be made? The model never decides this. */
  picture: Type.Boolean(),
  /** The editor's position when the run began. */
  documentId: Optional(Type.String()),
  activeBreakpointId: Optional(Type.String()),
})
export type Execution = Static<typeof Execution>

/** How one result is replayed from now on: its ids and counts (`digest`), or one line that names what was there. */
export const CutResult = Type.Object({
  toolCallId: Type.String(),
  to: Type.Union([Type.Literal('digest'), Type.Literal('removed')]),
})
export type CutResult = Static<typeof CutResult>

/** When a message reaches a run that is at work: before its next round, or after its end. */
export const Delivery = Type.Union([Type.Literal('steer'), Type.Literal('followUp')])
export type Delivery = Static<typeof Delivery>

const anyMessage = {
  id: Type.String(),
  runId: Type.String(),
  /** Which try of its round this belongs to, from 1. */
  attempt: Type.Integer(),
  /** The id of the message that replaced it; readers leave a superseded message out. */
  supersededBy: Optional(Type.String()),
  parentMessageId: Optional(Type.String()),
  createdAt: Type.Number(),
  updatedAt: Optional(Type.Number()),
}

const words = { content: Optional(Type.String()), blocks: Optional(Type.Array(ContentBlock)) }

/** A user's message that waits for the run at work, or for its time. */
export const WaitingMessage = Type.Object({
  role: Type.Literal('user'),
  status: Type.Literal('pending'),
  ...anyMessage,
  ...words,
  /** Absent if it waits for its time. */
  delivery: Optional(Delivery),
})
export type WaitingMessage = Static<typeof WaitingMessage>

/** A waiting message that was removed before it was delivered. */
export const RemovedMessage = Type.Object({
  role: Type.Literal('user'),
  status: Type.Literal('aborted'),
  ...anyMessage,
  ...words,
  delivery: Optional(Delivery),
})
export type RemovedMessage = Static<typeof RemovedMessage>

/** A user's message that the model reads. */
export const UserMessage = Type.Object({
  role: Type.Literal('user'),
  status: Type.Literal('complete'),
  ...anyMessage,
  ...words,
})
export type UserMessage = Static<typeof UserMessage>

/** An answer of the model. */
export const AssistantMessage = Type.Object({
  role: Type.Literal('assistant'),
  status: AnswerStatus,
  ...anyMessage,
  ...words,
  /** Who answered. Signatures are sent back to this provider alone. */
  provider: Optional(Type.String()),
  model: Optional(Type.String()),
  /** A digest of the request that it answers. Its reasoning is sent back only behind the same request. */
  requestDigest: Optional(Type.String()),
})
export type AssistantMessage = Static<typeof AssistantMessage>

const anyCall = {
  toolName: Type.String(),
  toolArgs: Optional(Type.Unknown()),
  toolCallId: Type.String(),
  /** A user must approve it before it runs. */
  requiresApproval: Optional(Type.Boolean()),
}

/** A call that a tab carries out, while its result is awaited. */
export const RunningCall = Type.Object({
  role: Type.Literal('tool_call'),
  status: Type.Literal('running'),
  ...anyMessage,
  ...anyCall,
  execution: Execution,
})
export type RunningCall = Static<typeof RunningCall>

/** A call before it runs, and after its end. */
export const ToolCallMessage = Type.Object({
  role: Type.Literal('tool_call'),
  status: Type.Union([Type.Literal('pending'), CallEnd]),
  ...anyMessage,
  ...anyCall,
})
export type ToolCallMessage = Static<typeof ToolCallMessage>

export const ToolResultMessage = Type.Object({
  role: Type.Literal('tool_result'),
  status: CallEnd,
  ...anyMessage,
  toolName: Optional(Type.String()),
  toolCallId: Type.String(),
  /** The result envelope of the operation. */
  toolResult: Optional(Type.Unknown()),
})
export type ToolResultMessage = Static<typeof ToolResultMessage>

/** Text that Atelier itself writes into the conversation, or a mark without content that changes later requests. */
export const SystemMessage = Type.Object({
  role: Type.Literal('system'),
  status: AnswerStatus,
  ...anyMessage,
  ...words,
  /** Of a summary: the id of the last message that it replaces. */
  compacts: Optional(Type.String()),
  /** Of a summary: who wrote it. */
  provider: Optional(Type.String()),
  model: Optional(Type.String()),
  /**
   * The content describes the state of what the model works on. All lines of that state; the content may hold only those
   * that changed since the state before.
   */
  state: Optional(Type.Array(Type.String())),
  /** A mark: later requests contain these results cut down. */
  cutDown: Optional(Type.Array(CutResult)),
  /**
   * A mark: later requests leave out the reasoning of the answers before it, from the answer with the id `from` on;
   * without `from`, of all of them.
   */
  reasoningDropped: Optional(Type.Object({ from: Optional(Type.String()) })),
})
export type SystemMessage = Static<typeof SystemMessage>

/** A sentence for the user about why a run stopped. */
export const ErrorMessage = Type.Object({
  role: Type.Literal('error'),
  status: Type.Literal('complete'),
  ...anyMessage,
  content: Type.String(),
})
export type ErrorMessage = Static<typeof ErrorMessage>

/** A `message` record of a session's stream, by role and status. Times are epoch milliseconds. */
const anyRole = Type.Union([
  UserMessage,
  AssistantMessage,
  ToolCallMessage,
  ToolResultMessage,
  SystemMessage,
  ErrorMessage,
  WaitingMessage,
  RemovedMessage,
  RunningCall,
])
export const MessageRecord = Type.Unsafe<Exclusive<Static<typeof anyRole>>>(anyRole)
export type MessageRecord = Static<typeof MessageRecord>

/** A `tool_call` record, whatever its status. */
export type CallMessage = Extract<MessageRecord, { role: 'tool_call' }>
/** A record that a model's answer fills: the answer itself, or a summary. */
export type StreamedMessage = AssistantMessage | SystemMessage

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
  /** Of a run that was scheduled for later: when it may start. */
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
  /** Of a run that was stopped while it waited for its provider. */
  retry: Optional(RunRetry),
  stopReason: Optional(Type.String()),
  /** The limit that ended it. */
  limit: Optional(Type.String()),
  /** The kinds of thing that it changed. */
  affected: Optional(Type.Array(Type.String())),
  /** What its changes raised, the worst first. */
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

/** A State Protocol change record, as stored in the stream. */
export type SessionRecord =
  | { type: 'message'; key: string; value: MessageRecord; headers: { operation: 'insert' | 'update' | 'upsert' } }
  | { type: 'chunk'; key: string; value: ChunkRecord; headers: { operation: 'insert' } }
  | { type: 'run'; key: string; value: RunRecord; headers: { operation: 'insert' | 'update' | 'upsert' } }
  | { type: 'approval'; key: string; value: ApprovalRecord; headers: { operation: 'insert' | 'update' | 'upsert' } }
