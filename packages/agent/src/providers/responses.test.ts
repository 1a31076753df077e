import type { WireCase } from '../../testing/conformance.ts'
import { describeWire } from '../../testing/describeWire.ts'
import { sse } from '../../testing/recordings.ts'
import { openai, openrouter } from './responses.ts'

type Json = Record<string, unknown>
type Item = Json & { type: string }

const event = (type: string, fields: Json = {}) => ({ type, ...fields })
const usage = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 60, cache_write_tokens: 10 },
  output_tokens: 40,
  output_tokens_details: { reasoning_tokens: 25 },
  total_tokens: 140,
}

/** An item as it streams: its beginning, its pieces, its end. */
function streamed(index: number, item: Item, pieces: { type: string }[] = []): { type: string }[] {
  const { arguments: _, encrypted_content: __, ...begun } = item
  return [
    event('response.output_item.added', { output_index: index, item: { ...begun, status: 'in_progress' } }),
    ...pieces.map((piece) => ({ output_index: index, item_id: item.id, ...piece })),
    event('response.output_item.done', { output_index: index, item: { ...item, status: 'completed' } }),
  ]
}

function message(index: number, words: readonly string[]): { type: string }[] {
  const item = { type: 'message', id: `msg_${index}`, role: 'assistant', phase: 'final_answer' }
  const content = [{ type: 'output_text', text: words.join(''), annotations: [] }]
  return streamed(index, { ...item, content }, [
    event('response.content_part.added', { content_index: 0, part: { type: 'output_text', text: '' } }),
    ...words.map((delta) => event('response.output_text.delta', { content_index: 0, delta })),
    event('response.output_text.done', { content_index: 0, text: words.join('') }),
    event('response.content_part.done', { content_index: 0 }),
  ])
}

function call(index: number, callId: string, name: string, pieces: readonly string[]): { type: string }[] {
  const json = pieces.join('')
  return streamed(index, { type: 'function_call', id: `fc_${index}`, call_id: callId, name, arguments: json }, [
    ...pieces.map((delta) => event('response.function_call_arguments.delta', { delta })),
    event('response.function_call_arguments.done', { arguments: json }),
  ])
}

function reasoning(index: number, parts: readonly string[], sealed = 'c2VhbGVk'): { type: string }[] {
  const summary = parts.map((text) => ({ type: 'summary_text', text }))
  const pieces = parts.flatMap((text, at) => [
    event('response.reasoning_summary_part.added', { summary_index: at, part: { type: 'summary_text', text: '' } }),
    event('response.reasoning_summary_text.delta', { summary_index: at, delta: text }),
    event('response.reasoning_summary_part.done', { summary_index: at }),
  ])
  return streamed(index, { type: 'reasoning', id: `rs_${index}`, summary, encrypted_content: sealed }, pieces)
}

function body(events: { type: string }[], end = 'completed', response: Json = {}): string {
  const whole = { id: 'resp_1', object: 'response', status: end, usage, ...response }
  return sse([
    event('response.created', { response: { status: 'in_progress' } }),
    event('response.in_progress', { response: { status: 'in_progress' } }),
    ...events,
    event(`response.${end}`, { response: whole }),
  ])
}

const refusal = streamed(0, { type: 'message', id: 'msg_0', content: [{ type: 'refusal', refusal: 'I will not.' }] }, [
  event('response.refusal.delta', { content_index: 0, delta: 'I will ' }),
  event('response.refusal.delta', { content_index: 0, delta: 'not.' }),
])

const recordings: WireCase[] = [
  {
    name: 'text, and usage in buckets that do not overlap',
    shows: 'text',
    body: body(message(0, ['Hé', 'llo ', '🙂'])),
    text: 'Héllo 🙂',
    stop: 'end',
    usage: { input: 30, cacheRead: 60, cacheWrite5m: 10, output: 40, reasoning: 25 },
  },
  {
    name: 'reasoning, sealed at its end, and two calls at once',
    shows: 'parallelCalls',
    body: body([
      ...reasoning(0, ['First.', 'Then.']),
      ...call(1, 'call_1', 'look', ['{"at":', '"a"}']),
      ...call(2, 'call_2', 'write', ['{"text":"é"}']),
    ]),
    reasoning: 'First.\n\nThen.',
    marks: ['c2VhbGVk'],
    calls: [
      { name: 'look', json: '{"at":"a"}', providerId: 'call_1' },
      { name: 'write', json: '{"text":"é"}', providerId: 'call_2' },
    ],
    stop: 'tool_use',
  },
  {
    name: 'reasoning that shows nothing but its seal',
    shows: 'reasoning',
    body: body([...reasoning(0, []), ...message(1, ['So.'])]),
    marks: ['c2VhbGVk'],
    text: 'So.',
    stop: 'end',
  },
  {
    name: 'reasoning itself, with a signature and the format of another maker',
    body: body([
      ...streamed(
        0,
        {
          type: 'reasoning',
          id: 'rs_0',
          summary: [],
          content: [{ type: 'reasoning_text', text: 'Hm.' }],
          signature: 'c2ln',
          format: 'anthropic-claude-v1',
        },
        [
          event('response.reasoning_text.delta', { content_index: 0, delta: 'H' }),
          event('response.reasoning_text.delta', { content_index: 0, delta: 'm.' }),
        ],
      ),
      ...message(1, ['So.']),
    ]),
    reasoning: 'Hm.',
    marks: ['c2ln', 'anthropic-claude-v1'],
    text: 'So.',
    stop: 'end',
  },
  {
    name: 'a call without arguments',
    shows: 'noArgumentCall',
    body: body(call(0, 'call_1', 'look', [])),
    calls: [{ name: 'look', json: '', providerId: 'call_1' }],
    stop: 'tool_use',
  },
  {
    name: 'items that come whole, at their end alone',
    body: body([
      event('response.output_item.done', {
        output_index: 0,
        item: { type: 'message', id: 'm', content: [{ type: 'output_text', text: 'Look: ' }] },
      }),
      event('response.output_item.done', {
        output_index: 1,
        item: { type: 'function_call', id: 'f', call_id: 'call_1', name: 'look', arguments: '{"at":"a"}' },
      }),
    ]),
    text: 'Look: ',
    calls: [{ name: 'look', json: '{"at":"a"}', providerId: 'call_1' }],
    stop: 'tool_use',
  },
  {
    name: 'items that stand in the response alone',
    body: body([], 'completed', {
      output: [{ type: 'message', id: 'm', content: [{ type: 'output_text', text: 'Whole.' }] }],
    }),
    text: 'Whole.',
    stop: 'end',
  },
  {
    name: 'interleaved items without an output_index',
    body: body([
      event('response.output_item.added', { item: { type: 'function_call', id: 'f1', call_id: 'c1', name: 'look' } }),
      event('response.output_item.added', { item: { type: 'function_call', id: 'f2', call_id: 'c2', name: 'write' } }),
      event('response.function_call_arguments.delta', { item_id: 'f2', delta: '{"text":' }),
      event('response.function_call_arguments.delta', { item_id: 'f1', delta: '{}' }),
      event('response.function_call_arguments.delta', { item_id: 'f2', delta: '"x"}' }),
    ]),
    calls: [
      { name: 'look', json: '{}', providerId: 'c1' },
      { name: 'write', json: '{"text":"x"}', providerId: 'c2' },
    ],
    stop: 'tool_use',
  },
  {
    name: 'cut by its length',
    shows: 'maxTokens',
    body: body(message(0, ['a']), 'incomplete', { incomplete_details: { reason: 'max_output_tokens' } }),
    text: 'a',
    stop: 'max_tokens',
  },
  {
    name: 'stopped by a filter',
    body: body(message(0, ['a']), 'incomplete', { incomplete_details: { reason: 'content_filter' } }),
    text: 'a',
    stop: 'content_filter',
  },
  { name: 'a refusal', shows: 'declined', body: body(refusal), stop: 'refusal', detail: 'I will not.' },
  {
    name: 'failed',
    shows: 'errorMidStream',
    body: body(message(0, ['a']), 'failed', { error: { code: 'server_error', message: 'Oops.' } }),
    text: 'a',
    error: 'server',
    usage: { output: 40 },
  },
  {
    name: 'a bare error, flat',
    shows: 'errorAtOnce',
    body: sse([event('error', { code: 'rate_limit_exceeded', message: 'Slow down.', param: null })]),
    error: 'rate_limit',
  },
  {
    name: 'a bare error, with its error within',
    body: sse([
      event('error', {
        error: { type: 'invalid_request_error', code: 'context_length_exceeded', message: 'Too long.' },
      }),
    ]),
    error: 'context_overflow',
  },
  {
    name: 'a numbered error of any event, under HTTP 200, after comments',
    body: `: OPENROUTER PROCESSING\n\n${sse([
      ...message(0, ['a']),
      event('', { error: { code: 502, message: 'Upstream failed', metadata: { raw: 'gone' } } }),
    ])}`,
    text: 'a',
    error: 'server',
  },
  {
    name: 'no credits left',
    body: sse([event('', { error: { code: 402, message: 'Insufficient credits.' } })]),
    error: 'billing',
  },
  {
    name: 'a prompt that it will not take',
    body: body([], 'failed', { error: { code: 'invalid_prompt', message: 'No.' } }),
    error: 'invalid_request',
  },
  {
    name: 'a cost, and [DONE] after the end',
    body: `${body(message(0, ['a']), 'completed', { usage: { ...usage, cost: 0.0042 } })}data: [DONE]\n\n`,
    text: 'a',
    stop: 'end',
    costUsd: 0.0042,
  },
  { name: '[DONE] without an end', body: `${sse(message(0, ['a']))}data: [DONE]\n\n`, text: 'a', error: 'protocol' },
]

const openaiKey = { provider: 'openai' as const, apiKey: 'sk-test-1234567890' }
const openrouterKey = { provider: 'openrouter' as const, apiKey: 'sk-or-test-1234567890' }
describeWire({ wire: openai, credential: openaiKey, model: 'gpt-5.1', recordings })
describeWire({ wire: openrouter, credential: openrouterKey, model: 'anthropic/claude-opus-4.8', recordings })
