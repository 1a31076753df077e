import { argumentsOf, namedEvents, pieces, type ScriptedAnswer, usualUsage } from '../script.ts'
import type { Seals } from '../seals.ts'

const stopReasons = {
  max_tokens: 'max_tokens',
  pause: 'pause_turn',
  refusal: 'refusal',
  content_filter: 'refusal',
  context_overflow: 'model_context_window_exceeded',
} as const

type Event = { type: string } & Record<string, unknown>

/** An answer as Anthropic streams it; its seals are issued by `seals`. */
export function anthropicAnswer(answer: ScriptedAnswer, model: string, seals: Seals): string {
  const usage = { ...usualUsage, ...answer.usage }
  const issued = seals.begin()
  const events: Event[] = [
    {
      type: 'message_start',
      message: {
        id: issued.id('msg'),
        type: 'message',
        role: 'assistant',
        model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: {
          input_tokens: usage.input,
          cache_read_input_tokens: usage.cacheRead,
          cache_creation_input_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
          cache_creation: {
            ephemeral_5m_input_tokens: usage.cacheWrite5m,
            ephemeral_1h_input_tokens: usage.cacheWrite1h,
          },
          output_tokens: 1,
          service_tier: 'standard',
        },
      },
    },
    { type: 'ping' },
  ]
  let index = 0
  const block = (content_block: object, deltas: readonly object[]) => {
    events.push({ type: 'content_block_start', index, content_block })
    for (const delta of deltas) events.push({ type: 'content_block_delta', index, delta })
    events.push({ type: 'content_block_stop', index })
    index += 1
  }
  if (answer.reasoning !== undefined) {
    const signature = issued.seal('thinking', answer.reasoning)
    block({ type: 'thinking', thinking: '', signature: '' }, [
      ...pieces(answer.reasoning, answer.piece).map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature },
    ])
  }
  if (answer.redacted) block({ type: 'redacted_thinking', data: issued.seal('redacted_thinking', '') }, [])
  if (answer.text !== undefined) {
    const deltas = pieces(answer.text, answer.piece).map((text) => ({ type: 'text_delta', text }))
    issued.says(answer.text)
    block({ type: 'text', text: '' }, deltas)
  }
  for (const call of answer.calls ?? []) {
    const deltas = pieces(argumentsOf(call), answer.piece)
    const id = issued.id('toolu')
    issued.says(id)
    block({ type: 'tool_use', id, name: call.name, input: {} }, [
      { type: 'input_json_delta', partial_json: '' },
      ...deltas.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
    ])
  }
  const stop_reason = answer.stop ? stopReasons[answer.stop] : answer.calls?.length ? 'tool_use' : 'end_turn'
  issued.done(stop_reason)
  events.push({
    type: 'message_delta',
    delta: { stop_reason, stop_sequence: null, stop_details: null },
    usage: {
      input_tokens: null,
      cache_read_input_tokens: null,
      cache_creation_input_tokens: null,
      output_tokens: usage.output,
      output_tokens_details: { thinking_tokens: usage.reasoning },
    },
  })
  events.push({ type: 'message_stop' })
  return namedEvents(events, answer.lineEnd)
}
