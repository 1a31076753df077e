import { isRecord } from '@atelier/operation'
import { describe, expect, it } from 'vitest'
import type { WireCase } from '../../testing/conformance.ts'
import { describeWire } from '../../testing/describeWire.ts'
import { chatBody, chatDelta } from '../../testing/recordings.ts'
import type { ModelRequest } from '../contract/provider.ts'
import { compatible, ollama } from './chatCompletions.ts'

const credential = { provider: 'compatible' as const, apiKey: 'k-1234567', baseUrl: 'http://box:8080/v1/' }
const request: ModelRequest = {
  model: 'qwen',
  system: 'You build websites.',
  maxOutputTokens: 1000,
  results: [],
  image: (hash) => (hash === 'h1' ? 'QUJD' : undefined),
  vision: true,
  cacheKey: 'session',
  tools: [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }],
  turns: [
    { role: 'user', blocks: [{ kind: 'text', text: 'Hello' }] },
    {
      role: 'assistant',
      blocks: [
        { kind: 'text', text: 'Looking.' },
        { kind: 'toolCall', toolCallId: 'c1', toolName: 'look', input: {} },
      ],
    },
    {
      role: 'user',
      blocks: [
        {
          kind: 'toolResult',
          toolCallId: 'c1',
          ok: true,
          data: 'seen',
          images: [{ mimeType: 'image/png', hash: 'h1' }],
        },
      ],
    },
    { role: 'assistant', blocks: [{ kind: 'text', text: 'Seen.' }] },
    {
      role: 'user',
      blocks: [
        { kind: 'text', text: 'And this?' },
        { kind: 'image', mimeType: 'image/png', hash: 'h1' },
      ],
    },
  ],
}

const call = (index: number | undefined, id: string | undefined, name: string | undefined, json: string) =>
  chatDelta({
    tool_calls: [
      {
        ...(index === undefined ? {} : { index }),
        ...(id === undefined ? {} : { id }),
        type: 'function',
        function: { ...(name === undefined ? {} : { name }), arguments: json },
      },
    ],
  })
const usage = {
  choices: [],
  usage: {
    prompt_tokens: 50,
    completion_tokens: 9,
    prompt_tokens_details: { cached_tokens: 20 },
    completion_tokens_details: { reasoning_tokens: 4 },
  },
}

const two = [
  { name: 'look', json: '{"at":"a"}', providerId: 'call_1' },
  { name: 'write', json: '{"text":"é"}', providerId: 'call_2' },
]

const cases: WireCase[] = [
  {
    name: 'text and a usage chunk',
    shows: 'text',
    body: chatBody([
      chatDelta({ role: 'assistant', content: '' }),
      chatDelta({ content: 'Hé' }),
      chatDelta({ content: 'llo 🙂' }),
      chatDelta({}, 'stop'),
      usage,
    ]),
    text: 'Héllo 🙂',
    stop: 'end',
    usage: { input: 30, cacheRead: 20, output: 9, reasoning: 4 },
  },
  {
    name: 'no [DONE]',
    body: chatBody([chatDelta({ content: 'a' }), chatDelta({}, 'stop')], false),
    text: 'a',
    stop: 'end',
  },
  {
    name: 'calls by index, in pieces',
    shows: 'parallelCalls',
    body: chatBody([
      call(0, 'call_1', 'look', ''),
      call(0, undefined, undefined, '{"at":'),
      call(1, 'call_2', 'write', '{"text'),
      call(0, undefined, undefined, '"a"}'),
      call(1, undefined, undefined, '":"é"}'),
      chatDelta({}, 'tool_calls'),
    ]),
    calls: two,
    stop: 'tool_use',
  },
  {
    name: 'calls that repeat their id, under finish_reason stop',
    body: chatBody([
      call(0, 'call_1', 'look', '{"at":'),
      call(0, 'call_1', 'look', '"a"}'),
      call(1, 'call_2', 'write', '{"text":"é"}'),
      chatDelta({}, 'stop'),
    ]),
    calls: two,
    stop: 'tool_use',
  },
  {
    name: 'calls without an index',
    body: chatBody([
      call(undefined, 'call_1', 'look', '{"at":'),
      call(undefined, undefined, undefined, '"a"}'),
      call(undefined, 'call_2', 'write', '{"text":"é"}'),
      chatDelta({}, 'tool_calls'),
    ]),
    calls: two,
    stop: 'tool_use',
  },
  {
    name: 'whole calls in one chunk, all with the same index',
    body: chatBody([
      chatDelta({
        tool_calls: [
          { index: 0, id: 'call_1', function: { name: 'look', arguments: '{"at":"a"}' } },
          { index: 0, id: 'call_2', function: { name: 'write', arguments: { text: 'é' } } },
        ],
      }),
      chatDelta({}, 'stop'),
    ]),
    calls: two,
    stop: 'tool_use',
  },
  {
    name: 'whole calls without ids, all with the same index',
    body: chatBody([
      call(0, undefined, 'look', '{"at":"a"}'),
      call(0, undefined, 'look', '{"at":"b"}'),
      call(0, '', 'write', '{"text":"{\\"}"}'),
      chatDelta({}, 'stop'),
    ]),
    calls: [
      { name: 'look', json: '{"at":"a"}', providerId: '' },
      { name: 'look', json: '{"at":"b"}', providerId: '' },
      { name: 'write', json: '{"text":"{\\"}"}', providerId: '' },
    ],
    stop: 'tool_use',
  },
  {
    name: 'whole calls with neither an index nor an id, the last in pieces',
    body: chatBody([
      call(undefined, undefined, 'look', '{}'),
      call(undefined, undefined, 'look', '{"at":'),
      call(undefined, undefined, 'look', '"a"}'),
      chatDelta({}, 'stop'),
    ]),
    calls: [
      { name: 'look', json: '{}', providerId: '' },
      { name: 'look', json: '{"at":"a"}', providerId: '' },
    ],
    stop: 'tool_use',
  },
  {
    name: 'one call whose name is in every piece',
    body: chatBody([
      call(0, undefined, 'look', ''),
      call(0, undefined, 'look', '{"at":{"x":'),
      call(0, undefined, 'look', '"}"}'),
      call(0, undefined, 'look', '}'),
      chatDelta({}, 'stop'),
    ]),
    calls: [{ name: 'look', json: '{"at":{"x":"}"}}', providerId: '' }],
    stop: 'tool_use',
  },
  {
    name: 'calls with one id and an index each',
    body: chatBody([
      call(0, 'call_1', 'look', '{"at":'),
      call(1, 'call_1', 'look', '{"at":'),
      call(0, undefined, undefined, '"a"}'),
      call(1, undefined, undefined, '"b"}'),
      chatDelta({}, 'stop'),
    ]),
    calls: [
      { name: 'look', json: '{"at":"a"}', providerId: 'call_1' },
      { name: 'look', json: '{"at":"b"}', providerId: 'call_1' },
    ],
    stop: 'tool_use',
  },
  {
    name: 'reasoning',
    shows: 'reasoning',
    body: chatBody([chatDelta({ reasoning: 'Hm' }), chatDelta({ content: 'a' }), chatDelta({}, 'stop')]),
    reasoning: 'Hm',
    text: 'a',
    stop: 'end',
  },
  {
    name: 'reasoning_content, and the longest answer',
    shows: 'maxTokens',
    body: chatBody([chatDelta({ reasoning_content: 'Hm' }), chatDelta({}, 'length')]),
    marks: ['reasoning_content'],
    reasoning: 'Hm',
    stop: 'max_tokens',
  },
  {
    name: 'reasoning_details',
    body: chatBody([chatDelta({ reasoning_details: [{ text: 'H' }, { summary: 'm' }] }), chatDelta({}, 'stop')]),
    reasoning: 'Hm',
    stop: 'end',
  },
  {
    name: 'an error within the stream',
    shows: 'errorMidStream',
    body: chatBody([chatDelta({ content: 'a' }), { error: { message: 'out of memory', type: 'server_error' } }]),
    text: 'a',
    error: 'server',
  },
  { name: 'cut', body: chatBody([chatDelta({ content: 'a' })], false), text: 'a', error: 'protocol' },
  {
    name: 'a call without arguments',
    shows: 'noArgumentCall',
    body: chatBody([call(0, 'call_1', 'look', ''), chatDelta({}, 'tool_calls')]),
    calls: [{ name: 'look', json: '', providerId: 'call_1' }],
    stop: 'tool_use',
  },
  {
    name: 'a refusal',
    shows: 'declined',
    body: chatBody([chatDelta({ refusal: 'I will ' }), chatDelta({ refusal: 'not.' }), chatDelta({}, 'stop')]),
    stop: 'refusal',
    detail: 'I will not.',
  },
  {
    name: 'an error as the first event, numbered like a status',
    shows: 'errorAtOnce',
    body: chatBody([{ error: { code: 402, message: 'Add credits.' } }]),
    error: 'billing',
  },
  {
    name: 'an error in a list',
    body: chatBody([[{ error: { code: 400, message: 'No.', status: 'INVALID_ARGUMENT' } }]]),
    error: 'invalid_request',
  },
  {
    name: 'a finish reason that is a failure',
    body: chatBody([chatDelta({ content: 'a' }), chatDelta({}, 'insufficient_system_resource')]),
    text: 'a',
    error: 'overloaded',
  },
  {
    name: 'a cost, and cache hits by another name',
    body: chatBody([
      chatDelta({ content: 'a' }),
      chatDelta({}, 'stop'),
      { choices: [], usage: { prompt_tokens: 10, prompt_cache_hit_tokens: 6, completion_tokens: 1, cost: 0.0012 } },
    ]),
    text: 'a',
    stop: 'end',
    usage: { input: 4, cacheRead: 6, output: 1 },
    costUsd: 0.0012,
  },
  { name: 'filtered', body: chatBody([chatDelta({}, 'content_filter')]), stop: 'content_filter' },
]

describeWire({ wire: compatible, credential, recordings: cases })
describeWire({
  wire: ollama,
  credential: { provider: 'ollama', baseUrl: 'http://localhost:11434' },
  recordings: cases,
})

describe('chat completions', () => {
  it('sends results as messages of their own ', () => {
    const { url, headers, body } = compatible.request(credential, request)
    expect(url).toBe('http://box:8080/v1/chat/completions')
    expect(headers).toEqual({ authorization: 'Bearer k-1234567' })
    expect(body).toMatchObject({ stream: true, stream_options: { include_usage: true }, max_tokens: 1000 })
    expect(body).toHaveProperty('messages', [
      { role: 'system', content: 'You build websites.' },
      { role: 'user', content: 'Hello' },
      {
        role: 'assistant',
        content: 'Looking.',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'seen' },
      {
        role: 'user',
        content: [
          { type: 'text', text: '[Of the result of c1:]' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } },
        ],
      },
      { role: 'assistant', content: 'Seen.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'And this?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } },
        ],
      },
    ])
  })

  const afterResults = (said: ModelRequest['turns'][number]['blocks']): ModelRequest => ({
    ...request,
    turns: [
      { role: 'user', blocks: [{ kind: 'text', text: 'Hello' }] },
      {
        role: 'assistant',
        blocks: ['c1', 'c2'].map((toolCallId) => ({ kind: 'toolCall', toolCallId, toolName: 'look', input: {} })),
      },
      {
        role: 'user',
        blocks: [
          { kind: 'toolResult', toolCallId: 'c1', ok: true, data: 'seen' },
          { kind: 'toolResult', toolCallId: 'c2', ok: true, data: 'seen too' },
          ...said,
        ],
      },
    ],
  })
  const messagesOf = (asked: ModelRequest): unknown[] => {
    const { body } = compatible.request(credential, asked)
    return isRecord(body) && Array.isArray(body.messages) ? body.messages.slice(3) : []
  }

  it('puts words of ours into the last result, since strict servers refuse a user’s message there', () => {
    const asked = afterResults([])
    const result = asked.turns.at(-1)?.blocks.at(-1)
    if (result?.kind === 'toolResult') result.appended = ['The open page is Home.']
    expect(messagesOf(asked)).toEqual([
      { role: 'tool', tool_call_id: 'c1', content: 'seen' },
      { role: 'tool', tool_call_id: 'c2', content: 'seen too\n\nThe open page is Home.' },
    ])
  })

  it('puts an answer between a result and what the user says, once a server has refused it without', () => {
    const asked = afterResults([{ kind: 'text', text: 'Stop at two.' }])
    const user = { role: 'user', content: 'Stop at two.' }
    expect(messagesOf(asked).slice(2)).toEqual([user])
    const error = compatible.httpError(
      {
        status: 400,
        headers: new Headers(),
        body: '{"message":"Unexpected role \'user\' after role \'tool\'","type":"invalid_request_message_order"}',
        now: 0,
      },
      credential,
    )
    const again = compatible.recover?.(asked, error)
    if (!again) throw new Error('not asked again')
    expect(messagesOf(again).slice(2)).toEqual([{ role: 'assistant', content: 'I have the results.' }, user])
    expect(compatible.recover?.(again, error)).toBeUndefined()
  })

  it('finds Ollama at its root or its /v1, and lists its models from /api/tags', () => {
    for (const baseUrl of ['http://localhost:11434', 'http://localhost:11434/v1/']) {
      expect(ollama.request({ provider: 'ollama', baseUrl }, request).url).toBe(
        'http://localhost:11434/v1/chat/completions',
      )
      expect(ollama.models.request({ provider: 'ollama', baseUrl }).url).toBe('http://localhost:11434/api/tags')
    }
    expect(ollama.models.parse({ models: [{ name: 'qwen3:8b', model: 'qwen3:8b', capabilities: ['tools'] }] })).toEqual(
      [{ id: 'qwen3:8b', label: 'qwen3:8b', vision: false, tools: true, thinking: false }],
    )
    expect(compatible.models.parse({ data: [{ id: 'a', context_length: 8192 }] })).toEqual([
      { id: 'a', label: 'a', contextWindow: 8192 },
    ])
  })
})
