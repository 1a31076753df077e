import type {
  ChunkRecord,
  ContentBlock,
  Delivery,
  ErrorMessage,
  MessageRecord,
  SystemMessage,
  ToolCallMessage,
  WaitingMessage,
} from './message.ts'
import type { ActiveRun, RunRecord } from './run.ts'
import type { ApprovalRecord, SessionRecord } from './sessionRecord.ts'

export type MessageChange = Extract<SessionRecord, { type: 'message' }>
export type ChunkChange = Extract<SessionRecord, { type: 'chunk' }>
export type RunChange = Extract<SessionRecord, { type: 'run' }>
export type ApprovalChange = Extract<SessionRecord, { type: 'approval' }>

/** The change records of a session's stream. `inserted` is the first version of a record, `updated` a later one. */
export const messageInserted = (value: MessageRecord): MessageChange => message(value, 'insert')
export const messageUpdated = (value: MessageRecord): MessageChange => message(value, 'update')
/** For readers that hold only the newest version and do not know whether it is the first. */
export const messageUpserted = (value: MessageRecord): MessageChange => message(value, 'upsert')

export function chunkInserted(value: ChunkRecord): ChunkChange {
  return { type: 'chunk', key: value.id, value, headers: { operation: 'insert' } }
}

export const runInserted = (value: RunRecord): RunChange => run(value, 'insert')
export const runUpdated = (value: RunRecord): RunChange => run(value, 'update')
export const runUpserted = (value: RunRecord): RunChange => run(value, 'upsert')

export const approvalUpdated = (value: ApprovalRecord): ApprovalChange => approval(value, 'update')
export const approvalUpserted = (value: ApprovalRecord): ApprovalChange => approval(value, 'upsert')

type Operation = MessageChange['headers']['operation']

function message(value: MessageRecord, operation: Operation): MessageChange {
  return { type: 'message', key: value.id, value, headers: { operation } }
}

function run(value: RunRecord, operation: Operation): RunChange {
  return { type: 'run', key: value.id, value, headers: { operation } }
}

function approval(value: ApprovalRecord, operation: Operation): ApprovalChange {
  return { type: 'approval', key: value.toolCallId, value, headers: { operation } }
}

/** Whether a run is at work, or waits for a runner or a decision. */
export function isActiveRun(record: RunRecord): record is Extract<RunRecord, ActiveRun> {
  return record.status === 'queued' || record.status === 'running' || record.status === 'waiting'
}

/** The fields of every message. Times are epoch milliseconds. */
export interface Origin {
  id: string
  runId: string
  createdAt: number
}

/** A message that waits to be delivered; once delivered, it is `complete`. */
export function waitingMessage(
  origin: Origin,
  said: { content: string; blocks: ContentBlock[]; delivery?: Delivery },
): WaitingMessage {
  return { ...from(origin), role: 'user', status: 'pending', ...said, createdAt: origin.createdAt }
}

/** A sentence for the user about why a run stopped. */
export function errorMessage(origin: Origin, content: string): ErrorMessage {
  return { ...from(origin), role: 'error', status: 'complete', content, createdAt: origin.createdAt }
}

/** What Atelier itself writes into the conversation. */
export function systemMessage(
  origin: Origin,
  said: Pick<
    SystemMessage,
    'content' | 'blocks' | 'compacts' | 'state' | 'cutDown' | 'reasoningDropped' | 'picturesDropped'
  >,
): SystemMessage {
  return { ...from(origin), role: 'system', status: 'complete', ...said, createdAt: origin.createdAt }
}

/** A call of an answer, before it runs. Its id is that of the call. */
export function callMessage(
  answer: Pick<MessageRecord, 'id' | 'runId'>,
  { toolCallId, toolName, input }: { toolCallId: string; toolName: string; input: unknown },
  createdAt: number,
): ToolCallMessage {
  return {
    ...from({ id: toolCallId, runId: answer.runId }),
    role: 'tool_call',
    status: 'pending',
    parentMessageId: answer.id,
    toolName,
    toolArgs: input,
    toolCallId,
    createdAt,
  }
}

function from({ id, runId }: Pick<Origin, 'id' | 'runId'>) {
  return { id, runId, attempt: 1 }
}
