import { type Static, Type } from 'typebox'
import { Adaptation } from './adaptation.ts'
import type { Exclusive } from './exclusive.ts'

const Optional = Type.Optional

/** The parts of a message. Signatures and encrypted items are kept verbatim; images are named by blob hash. */
export const ContentBlock = Type.Union([
  Type.Object({
    kind: Type.Literal('text'),
    text: Type.String(),
    /** The provider's name of this part of its answer, sent back to the same provider. */
    phase: Optional(Type.String()),
    /** The provider's signature over what led to it. */
    signature: Optional(Type.String()),
    /**
     * For a blank text: the provider's own id of the item that it came as, empty if it has none. The reasoning before it
     * is sent back with that item only.
     */
    itemId: Optional(Type.String()),
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
    /** The provider's signature over what led to it, sent back with it to models of the same family. */
    signature: Optional(Type.String()),
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

/** The executor of a call to a tab, and the id under which its result is awaited. */
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
  /** Who answered. Signatures are sent back only to this provider. */
  provider: Optional(Type.String()),
  model: Optional(Type.String()),
  /** A digest of the request that it answers. Its reasoning is sent back only behind the same request. */
  requestDigest: Optional(Type.String()),
  /** How the request had to be changed before the model took it. Later requests to this model begin like that. */
  adaptation: Optional(Adaptation),
})
export type AssistantMessage = Static<typeof AssistantMessage>

const anyCall = {
  toolName: Type.String(),
  toolArgs: Optional(Type.Unknown()),
  toolCallId: Type.String(),
  /** A user must approve it before it runs. */
  requiresApproval: Optional(Type.Boolean()),
  /** When it was sent outside, of a call that has an effect there: it is never sent again. */
  sentAt: Optional(Type.Number()),
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
  /** For a summary: the id of the last message that it replaces. */
  compacts: Optional(Type.String()),
  /** For a summary: who wrote it. */
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
  /** A mark: this model of this provider refused these pictures, so later requests to it leave them out. */
  picturesDropped: Optional(
    Type.Object({ hashes: Type.Array(Type.String()), provider: Type.String(), model: Type.String() }),
  ),
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
