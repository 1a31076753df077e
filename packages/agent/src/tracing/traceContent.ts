import type { ContentBlock } from '../contract/message.ts'
import type { ModelRequest } from '../contract/provider.ts'
import type { RunRecord } from '../contract/run.ts'
import { contextTokens } from '../pricing/usage.ts'
import type { Attributes } from './trace.ts'

/** A part of a message, as the conventions write it. */
type Part =
  | { type: 'text' | 'reasoning'; content: string }
  | { type: 'tool_call'; id: string; name: string; arguments: unknown }
  | { type: 'tool_call_response'; id: string; response: unknown }

/**
 * The request and the answer, as attributes of a `chat` span: only for a tracer that wants content. Pictures,
 * signatures and encrypted reasoning stay out.
 * @see https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/ for the form of messages
 */
export function contentAttributes(
  request: Pick<ModelRequest, 'system' | 'turns'>,
  answer: readonly ContentBlock[],
  finishReason: string,
): Attributes {
  const turns = request.turns.map(({ role, blocks }) => ({ role, parts: blocks.flatMap(tracedParts) }))
  return {
    'gen_ai.system_instructions': JSON.stringify([{ type: 'text', content: request.system }]),
    'gen_ai.input.messages': JSON.stringify(turns),
    'gen_ai.output.messages': JSON.stringify([
      { role: 'assistant', parts: answer.flatMap(tracedParts), finish_reason: finishReason },
    ]),
  }
}

function tracedParts(block: ContentBlock): Part[] {
  switch (block.kind) {
    case 'text':
      return [{ type: 'text', content: block.text }]
    case 'reasoning':
      return block.text === '' ? [] : [{ type: 'reasoning', content: block.text }]
    case 'toolCall':
      return [{ type: 'tool_call', id: block.toolCallId, name: block.toolName, arguments: block.input }]
    case 'toolResult':
      return [
        { type: 'tool_call_response', id: block.toolCallId, response: block.data ?? block.error ?? null },
        ...(block.appended ?? []).map((content): Part => ({ type: 'text', content })),
      ]
    default:
      return []
  }
}

/** A whole run's usage and the reason of its end, as attributes of its `invoke_agent` span. */
export function usageAttributes(run: RunRecord | undefined): Attributes {
  if (!run?.usage) return {}
  return {
    'gen_ai.usage.input_tokens': contextTokens(run.usage),
    'gen_ai.usage.output_tokens': run.usage.output,
    ...(run.stopReason === undefined ? {} : { 'gen_ai.response.finish_reasons': [run.stopReason] }),
  }
}
