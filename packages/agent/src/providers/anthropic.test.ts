import { describe, expect, it } from 'vitest'
import type { ModelRequest } from '../provider.ts'
import { anthropicBody, anthropicEvents, sse } from '../testing/recordings.ts'
import { anthropic } from './anthropic.ts'
import { type WireCase, wireProblems } from './kit.ts'

const credential = { provider: 'anthropic' as const, apiKey: 'sk-ant-test' }
const request: ModelRequest = {
  model: 'claude-test',
  system: 'You build websites.',
  suffix: 'The open page is Home.',
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
        { kind: 'toolResult', toolCallId: 'toolu_2', ok: false, error: 'No such node.' },
      ],
    },
  ],
}

const cases: WireCase[] = [
  {
    name: 'text',
    body: anthropicBody([{ type: 'text', text: 'Hello, wörld 🙂!' }]),
    text: 'Hello, wörld 🙂!',
    stop: 'end',
    usage: { input: 100, cacheRead: 20, cacheWrite5m: 30, cacheWrite1h: 0, output: 40 },
  },
  {
    name: 'thinking, redacted thinking and two calls, with CRLF',
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
    name: 'cut by max_tokens',
    body: anthropicBody([{ type: 'text', text: 'a' }], 'max_tokens'),
    text: 'a',
    stop: 'max_tokens',
  },
  { name: 'paused', body: anthropicBody([{ type: 'text', text: 'a' }], 'pause_turn'), text: 'a', stop: 'pause' },
  { name: 'refused', body: anthropicBody([], 'refusal'), stop: 'refusal' },
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
  { name: 'nothing at all', body: '', error: 'protocol' },
]

describe('anthropic', () => {
  it.each(cases)('hears the same however it is cut: $name', async (recorded) => {
    expect(await wireProblems(anthropic, recorded, request, credential)).toEqual([])
  })

  it('sends turns, results first, signatures verbatim, and four breakpoints before what changes', () => {
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
              content: [{ type: 'text', text: 'Error: No such node.' }],
              is_error: true,
              ...cache,
            },
            { type: 'text', text: 'The open page is Home.' },
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
