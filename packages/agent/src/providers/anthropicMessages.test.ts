import { describe, expect, it } from 'vitest'
import type { WireCase } from '../../testing/conformance.ts'
import { describeWire } from '../../testing/describeWire.ts'
import { anthropicBody, anthropicEvents, sse } from '../../testing/recordings.ts'
import type { ModelRequest } from '../contract/provider.ts'
import { anthropic } from './anthropicMessages.ts'

const credential = { provider: 'anthropic' as const, apiKey: 'sk-ant-test' }
const request: ModelRequest = {
  model: 'claude-test',
  system: 'You build websites.',
  maxOutputTokens: 1000,
  results: [],
  image: (hash) => (hash === 'h1' ? 'QUJD' : undefined),
  vision: true,
  cacheKey: 'session',
  tools: [
    { name: 'look', description: 'Looks.', inputSchema: { type: 'object', properties: {} } },
    { name: 'write', description: 'Writes.', inputSchema: { type: 'object', properties: {} } },
  ],
  turns: [
    {
      role: 'user',
      blocks: [
        { kind: 'text', text: 'Hello' },
        { kind: 'image', mimeType: 'image/png', hash: 'h1' },
      ],
    },
    {
      role: 'assistant',
      blocks: [
        { kind: 'reasoning', text: 'Hm.', signature: 'c2ln' },
        { kind: 'reasoning', text: '', encrypted: 'ZW5j' },
        { kind: 'text', text: 'Let me look.' },
        { kind: 'toolCall', toolCallId: 'toolu_1', toolName: 'look', input: {} },
        { kind: 'toolCall', toolCallId: 'toolu_2', toolName: 'write', input: { text: 'x' } },
      ],
    },
    {
      role: 'user',
      blocks: [
        { kind: 'toolResult', toolCallId: 'toolu_1', ok: true, data: '<p>here</p>' },
        {
          kind: 'toolResult',
          toolCallId: 'toolu_2',
          ok: false,
          error: 'No such node.',
          appended: ['The open page is Home.'],
        },
      ],
    },
  ],
}

const cases: WireCase[] = [
  {
    name: 'text',
    shows: 'text',
    body: anthropicBody([{ type: 'text', text: 'Hello, wörld 🙂!' }]),
    text: 'Hello, wörld 🙂!',
    stop: 'end',
    usage: { input: 100, cacheRead: 20, cacheWrite5m: 30, cacheWrite1h: 0, output: 40 },
  },
  {
    name: 'thinking, redacted thinking and two calls, with CRLF',
    shows: 'parallelCalls',
    body: anthropicBody(
      [
        { type: 'thinking', thinking: 'Let me think.', signature: 'c2lnbmF0dXJl' },
        { type: 'redacted_thinking', data: 'ZW5jcnlwdGVk' },
        { type: 'tool_use', id: 'toolu_1', name: 'look', json: '' },
        { type: 'tool_use', id: 'toolu_2', name: 'write', json: '{"text":"<p>é</p>"}' },
      ],
      'tool_use',
      '\r\n',
    ),
    reasoning: 'Let me think.',
    marks: ['c2lnbmF0dXJl', 'ZW5jcnlwdGVk'],
    calls: [
      { name: 'look', json: '', providerId: 'toolu_1' },
      { name: 'write', json: '{"text":"<p>é</p>"}', providerId: 'toolu_2' },
    ],
    stop: 'tool_use',
  },
  {
    name: 'thinking whose text is left out',
    shows: 'reasoning',
    body: anthropicBody([
      { type: 'thinking', thinking: '', signature: 'b25seSBtZQ==' },
      { type: 'text', text: 'So.' },
    ]),
    marks: ['b25seSBtZQ=='],
    text: 'So.',
    stop: 'end',
  },
  {
    name: 'a call without arguments',
    shows: 'noArgumentCall',
    body: anthropicBody([{ type: 'tool_use', id: 'toolu_1', name: 'look', json: '' }], 'tool_use'),
    calls: [{ name: 'look', json: '', providerId: 'toolu_1' }],
    stop: 'tool_use',
  },
  {
    name: 'a call whose input stands in its start',
    body: sse(
      anthropicEvents([{ type: 'tool_use', id: 'toolu_1', name: 'look', json: '' }], 'tool_use').map((event) =>
        event.type === 'content_block_start'
          ? { ...event, content_block: { type: 'tool_use', id: 'toolu_1', name: 'look', input: { at: 'a' } } }
          : event,
      ),
    ),
    calls: [{ name: 'look', json: '{"at":"a"}', providerId: 'toolu_1' }],
    stop: 'tool_use',
  },
  {
    name: 'cache writes of both kinds, counted again at the end without their split',
    body: sse([
      {
        type: 'message_start',
        ...{
          message: {
            usage: {
              input_tokens: 9,
              cache_creation_input_tokens: 50,
              cache_creation: { ephemeral_5m_input_tokens: 30, ephemeral_1h_input_tokens: 20 },
              cache_read_input_tokens: 4,
              output_tokens: 1,
            },
          },
        },
      },
      {
        type: 'message_delta',
        ...{
          delta: { stop_reason: 'stop_sequence' },
          usage: {
            input_tokens: null,
            cache_creation_input_tokens: 50,
            output_tokens: 7,
            output_tokens_details: { thinking_tokens: 3 },
          },
        },
      },
      { type: 'message_stop' },
    ]),
    stop: 'stop_sequence',
    usage: { input: 9, cacheRead: 4, cacheWrite5m: 30, cacheWrite1h: 20, output: 7, reasoning: 3 },
  },
  {
    name: 'cut by max_tokens',
    shows: 'maxTokens',
    body: anthropicBody([{ type: 'text', text: 'a' }], 'max_tokens'),
    text: 'a',
    stop: 'max_tokens',
  },
  { name: 'paused', body: anthropicBody([{ type: 'text', text: 'a' }], 'pause_turn'), text: 'a', stop: 'pause' },
  {
    name: 'refused',
    shows: 'declined',
    body: sse(
      anthropicEvents([{ type: 'text', text: 'No' }]).map((event) =>
        event.type === 'message_delta'
          ? {
              ...event,
              delta: {
                stop_reason: 'refusal',
                stop_details: { type: 'refusal', category: 'cyber', explanation: 'Harm.' },
              },
            }
          : event,
      ),
    ),
    text: 'No',
    stop: 'refusal',
    detail: 'Harm.',
  },
  { name: 'full window', body: anthropicBody([], 'model_context_window_exceeded'), stop: 'context_overflow' },
  {
    name: 'unknown events and blocks between',
    body: sse([
      { type: 'something_new' },
      ...anthropicEvents([{ type: 'text', text: 'a' }]).toSpliced(3, 0, {
        type: 'content_block_start',
        ...{ index: 9, content_block: { type: 'novelty' } },
      }),
    ]),
    text: 'a',
    stop: 'end',
  },
  {
    name: 'an error event under HTTP 200',
    shows: 'errorMidStream',
    body: sse([
      ...anthropicEvents([{ type: 'text', text: 'abc' }]).slice(0, 4),
      { type: 'error', ...{ error: { type: 'overloaded_error', message: 'Overloaded' } } },
    ]),
    text: 'abc',
    error: 'overloaded',
  },
  {
    name: 'an end without message_stop',
    body: sse(anthropicEvents([{ type: 'text', text: 'abc' }]).slice(0, -2)),
    text: 'abc',
    error: 'protocol',
  },
  {
    name: 'an error as the first event',
    shows: 'errorAtOnce',
    body: sse([{ type: 'error', ...{ error: { type: 'rate_limit_error', message: 'prompt is too long' } } }]),
    error: 'rate_limit',
  },
  { name: 'nothing at all', body: '', error: 'protocol' },
]

describeWire({ wire: anthropic, credential, model: 'claude-opus-4-8', recordings: cases })

describe('anthropic', () => {
  it('sends turns, results first, signatures verbatim, and four breakpoints, and what was added to a result within it', () => {
    const { url, headers, body } = anthropic.request(credential, request)
    expect(url).toBe('https://api.anthropic.com/v1/messages')
    expect(headers).toMatchObject({ 'x-api-key': 'sk-ant-test', 'anthropic-version': '2023-06-01' })
    const cache = { cache_control: { type: 'ephemeral' } }
    expect(body).toEqual({
      model: 'claude-test',
      max_tokens: 1000,
      stream: true,
      system: [{ type: 'text', text: 'You build websites.', ...cache }],
      tools: [
        { name: 'look', description: 'Looks.', input_schema: { type: 'object', properties: {} } },
        { name: 'write', description: 'Writes.', input_schema: { type: 'object', properties: {} }, ...cache },
      ],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Hello' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' }, ...cache },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
            { type: 'redacted_thinking', data: 'ZW5j' },
            { type: 'text', text: 'Let me look.' },
            { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} },
            { type: 'tool_use', id: 'toolu_2', name: 'write', input: { text: 'x' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: '<p>here</p>' }] },
            {
              type: 'tool_result',
              tool_use_id: 'toolu_2',
              content: [
                { type: 'text', text: 'Error: No such node.' },
                { type: 'text', text: 'The open page is Home.' },
              ],
              is_error: true,
              ...cache,
            },
          ],
        },
      ],
    })
  })

  it('goes to the credential’s own address, with or without /v1', () => {
    for (const baseUrl of ['http://localhost:9/', 'http://localhost:9/v1']) {
      expect(anthropic.request({ ...credential, baseUrl }, request).url).toBe('http://localhost:9/v1/messages')
    }
  })

  it('lists models', () => {
    const models = anthropic.models.parse({ data: [{ id: 'claude-opus-9', display_name: 'Opus 9' }, { id: 'x' }] })
    expect(models[0]).toEqual({
      id: 'claude-opus-9',
      label: 'Opus 9',
      vision: true,
      tools: true,
      thinking: true,
      tier: 'smartest',
    })
    expect(models[1]?.label).toBe('x')
    expect(() => anthropic.models.parse({ error: 'no' })).toThrow()
  })
})
