import { argumentsOf, namedEvents, pieces, type ScriptedAnswer, usualUsage } from '../script.ts'
import type { Seals } from '../seals.ts'

export interface ResponsesFlavour {
  /** OpenRouter puts a comment first, ends with `[DONE]` and tells what the answer cost. */
  router: boolean
}

type Event = { type: string } & Record<string, unknown>
type Item = { id: string; type: string } & Record<string, unknown>

/** An answer as a stream of the Responses wire; encrypted reasoning and ids are issued by `seals`. */
export function responsesAnswer(
  answer: ScriptedAnswer,
  model: string,
  seals: Seals,
  flavour: ResponsesFlavour,
): string {
  const issued = seals.begin()
  const events: Event[] = []
  const output: Item[] = []
  const say = (type: string, value: object) => events.push({ type, sequence_number: events.length, ...value })
  const response = (status: string, more: object = {}) => ({
    response: {
      id: responseId,
      object: 'response',
      created_at: 1_790_000_000,
      status,
      background: false,
      completed_at: null,
      error: null,
      frequency_penalty: 0,
      incomplete_details: null,
      instructions: null,
      max_output_tokens: null,
      metadata: {},
      model,
      output: [],
      parallel_tool_calls: true,
      presence_penalty: 0,
      previous_response_id: null,
      prompt_cache_key: null,
      reasoning: { effort: 'medium', summary: null },
      safety_identifier: null,
      service_tier: 'default',
      store: false,
      temperature: 1,
      text: { format: { type: 'text' } },
      tool_choice: 'auto',
      tools: [],
      top_logprobs: 0,
      top_p: 1,
      truncation: 'disabled',
      usage: null,
      user: null,
      ...more,
    },
  })
  const responseId = issued.id('resp')
  const item = (begun: Item, whole: Item, between: (at: { item_id: string; output_index: number }) => void) => {
    const output_index = output.length
    say('response.output_item.added', { output_index, item: begun })
    between({ item_id: begun.id, output_index })
    say('response.output_item.done', { output_index, item: whole })
    output.push(whole)
  }

  say('response.created', response('in_progress'))
  say('response.in_progress', response('in_progress'))
  for (const [readable, text] of [
    ...(answer.reasoning === undefined ? [] : [[answer.reasoning !== '', answer.reasoning] as const]),
    ...(answer.redacted ? [[false, ''] as const] : []),
  ]) {
    const id = issued.id('rs')
    const encrypted_content = issued.seal('reasoning', text, id)
    const summary = readable ? [{ type: 'summary_text', text }] : []
    const whole = { id, type: 'reasoning', summary, encrypted_content }
    item({ id, type: 'reasoning', summary: [] }, whole, (at) => {
      if (!readable) return
      const place = { ...at, summary_index: 0 }
      say('response.reasoning_summary_part.added', { ...place, part: { type: 'summary_text', text: '' } })
      for (const delta of pieces(text, answer.piece)) say('response.reasoning_summary_text.delta', { ...place, delta })
      say('response.reasoning_summary_text.done', { ...place, text })
      say('response.reasoning_summary_part.done', { ...place, part: { type: 'summary_text', text } })
    })
  }
  if (answer.text !== undefined || answer.stop === 'refusal') {
    const refused = answer.stop === 'refusal'
    const text = answer.text ?? ''
    const id = issued.item('msg')
    const part = (said: string) =>
      refused
        ? { type: 'refusal', refusal: said }
        : { type: 'output_text', text: said, annotations: [], ...(flavour.router ? {} : { logprobs: [] }) }
    const status = answer.stop === 'max_tokens' && !answer.calls?.length ? 'incomplete' : 'completed'
    const whole = { id, type: 'message', status, role: 'assistant', content: [part(text)] }
    item({ ...whole, status: 'in_progress', content: [] }, whole, (at) => {
      const place = { ...at, content_index: 0 }
      const name = refused ? 'response.refusal' : 'response.output_text'
      const more = refused ? {} : { logprobs: [] }
      say('response.content_part.added', { ...place, part: part('') })
      for (const delta of pieces(text, answer.piece)) say(`${name}.delta`, { ...place, delta, ...more })
      say(`${name}.done`, { ...place, ...(refused ? { refusal: text } : { text }), ...more })
      say('response.content_part.done', { ...place, part: part(text) })
    })
  }
  for (const call of answer.calls ?? []) {
    const id = issued.item('fc')
    const json = argumentsOf(call)
    const whole = {
      id,
      type: 'function_call',
      status: 'completed',
      call_id: issued.id('call'),
      name: call.name,
      arguments: json,
    }
    item({ ...whole, status: 'in_progress', arguments: '' }, whole, (at) => {
      for (const delta of pieces(json, answer.piece)) say('response.function_call_arguments.delta', { ...at, delta })
      say('response.function_call_arguments.done', { ...at, name: call.name, arguments: json })
    })
  }
  issued.done(answer.stop ?? 'completed')
  if (answer.stop === 'context_overflow') {
    const error = { code: 'context_length_exceeded', message: 'Your input exceeds the context window of this model.' }
    say('response.failed', response('failed', { output, error }))
  } else {
    const reason = { max_tokens: 'max_output_tokens', content_filter: 'content_filter' }[String(answer.stop)]
    const status = reason === undefined ? 'completed' : 'incomplete'
    say(
      `response.${status}`,
      response(status, {
        output,
        usage: usageOf(answer, flavour),
        ...(reason === undefined ? { completed_at: 1_790_000_009 } : { incomplete_details: { reason } }),
      }),
    )
  }
  const text = namedEvents(events, answer.lineEnd)
  const end = answer.lineEnd ?? '\n'
  return flavour.router ? `: OPENROUTER PROCESSING${end}${end}${text}data: [DONE]${end}${end}` : text
}

function usageOf(answer: ScriptedAnswer, flavour: ResponsesFlavour): object {
  const usage = { ...usualUsage, ...answer.usage }
  const written = usage.cacheWrite5m + usage.cacheWrite1h
  const input = usage.input + usage.cacheRead + written
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: usage.cacheRead, cache_write_tokens: written },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: input + usage.output,
    ...(flavour.router ? { cost: 0.0012, is_byok: false } : {}),
  }
}
