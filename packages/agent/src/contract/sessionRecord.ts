import { type Static, Type } from 'typebox'
import type { ChunkRecord, MessageRecord } from './message.ts'
import type { RunRecord } from './run.ts'

const Optional = Type.Optional

/** An `approval` record. */
export const ApprovalRecord = Type.Object({
  toolCallId: Type.String(),
  status: Type.Union([
    Type.Literal('requested'),
    Type.Literal('approved'),
    Type.Literal('denied'),
    Type.Literal('expired'),
  ]),
  /** The heads of the documents that it would change: an approval is valid only for these. */
  documentRevision: Type.String(),
  runId: Optional(Type.String()),
  /** The operation's id. */
  operation: Optional(Type.String()),
  /** The exact effect, and its target. */
  message: Optional(Type.String()),
  target: Optional(Type.String()),
  requestedAt: Optional(Type.Number()),
  expiresAt: Optional(Type.Number()),
  decidedBy: Optional(Type.String()),
  decidedAt: Optional(Type.Number()),
  /** The person's reason. */
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
