import { type Envelope, fail } from '@atelier/operation'
import type { ContentBlock, MessageRecord } from '../contract/message.ts'

/** The result that a model reads for a call that has none of its own. */
export const interruptedResult: Envelope = fail(
  'interrupted',
  'The call was interrupted before its result was known.',
  {
    hint: 'Read the document to see whether it took effect, then call again if it did not.',
  },
)

export type ToolCallBlock = Extract<ContentBlock, { kind: 'toolCall' }>

export function callsOf(message: MessageRecord): ToolCallBlock[] {
  return (message.blocks ?? []).filter((block): block is ToolCallBlock => block.kind === 'toolCall')
}

/** The calls of a message that have no `tool_result` record, in order. */
export function unanswered(message: MessageRecord, messages: readonly MessageRecord[]): ToolCallBlock[] {
  const answered = new Set(
    messages.flatMap((other) => (other.role === 'tool_result' && other.toolCallId ? [other.toolCallId] : [])),
  )
  return callsOf(message).filter((call) => !answered.has(call.toolCallId))
}
