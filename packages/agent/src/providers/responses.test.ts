import { describe, expect, it } from 'vitest'
import type { ContentBlock } from '../message.ts'
import type { ModelRequest } from '../provider.ts'
import { describeWire } from '../testing/describeWire.ts'
import { sse } from '../testing/recordings.ts'
import { createFetchProvider } from '../wire/fetchProvider.ts'
import { listen, type WireCase } from './conformance.ts'
import { fullRequest } from './conformanceRequests.ts'
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

const sealed: ContentBlock = { kind: 'reasoning', text: 'Hm.', encrypted: 'ZW5j', itemId: 'rs_1' }
const look: ContentBlock = { kind: 'toolCall', toolCallId: 'c1', toolName: 'look', input: { at: 'a' } }
const seen: ContentBlock = { kind: 'toolResult', toolCallId: 'c1', ok: true, data: 'seen' }
const words: ContentBlock = { kind: 'text', text: 'Go' }

function request(assistant: ContentBlock[], user: ContentBlock[], extra: Partial<ModelRequest> = {}): ModelRequest {
  const turns: ModelRequest['turns'] = [
    { role: 'user', blocks: [words] },
    { role: 'assistant', blocks: assistant },
    { role: 'user', blocks: user },
  ]
  return { ...fullRequest('gpt-5.1'), turns, ...extra }
}

function bodyOf(wire: typeof openai, of: ModelRequest): Json {
  const { body: sent } = wire.request(wire === openai ? openaiKey : openrouterKey, of)
  return JSON.parse(JSON.stringify(sent))
}

describe('a Responses request', () => {
  it('is stateless, and holds reasoning before the item that it led to, by call_id', () => {
    const sent = openai.request(openaiKey, request([sealed, look], [seen]))
    expect(sent.url).toBe('https://api.openai.com/v1/responses')
    expect(sent.headers).toEqual({ authorization: `Bearer ${openaiKey.apiKey}` })
    expect(sent.body).toEqual({
      model: 'gpt-5.1',
      instructions: 'THE PREFIX',
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go' }] },
        {
          type: 'reasoning',
          id: 'rs_1',
          summary: [{ type: 'summary_text', text: 'Hm.' }],
          encrypted_content: 'ZW5j',
        },
        { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{"at":"a"}' },
        { type: 'function_call_output', call_id: 'c1', output: 'seen' },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'THE SUFFIX' }] },
      ],
      tools: fullRequest().tools.map(({ name, description, inputSchema }) => ({
        type: 'function',
        name,
        description,
        parameters: inputSchema,
        strict: false,
      })),
      max_output_tokens: 4000,
      store: false,
      stream: true,
      prompt_cache_key: 'a-session',
      include: ['reasoning.encrypted_content'],
      reasoning: { summary: 'auto' },
    })
  })

  it('never sends reasoning alone, nor reasoning without its seal', () => {
    const types = (assistant: ContentBlock[]) => {
      const { input } = bodyOf(openai, request(assistant, [words]))
      return Array.isArray(input) ? input.map((item: Json) => item.type) : []
    }
    expect(types([{ kind: 'text', text: 'So.' }, sealed])).toEqual(['message', 'message', 'message'])
    const { encrypted: _, ...open } = sealed
    expect(types([open, { kind: 'text', text: 'So.' }])).toEqual(['message', 'message', 'message'])
  })

  it('gives reasoning of another maker back as it came', () => {
    const block: ContentBlock = {
      kind: 'reasoning',
      text: 'Hm.',
      signature: 'c2ln',
      itemId: 'rs_1',
      format: 'anthropic-claude-v1',
      raw: true,
    }
    const { input } = bodyOf(openrouter, request([block, look], [seen]))
    expect(input).toContainEqual({
      type: 'reasoning',
      id: 'rs_1',
      summary: [],
      content: [{ type: 'reasoning_text', text: 'Hm.' }],
      signature: 'c2ln',
      format: 'anthropic-claude-v1',
    })
  })

  it('keeps what the provider called a part of the answer', () => {
    const { input } = bodyOf(openai, request([{ kind: 'text', text: 'So.', phase: 'commentary' }], [words]))
    expect(input).toContainEqual({ type: 'message', role: 'assistant', content: 'So.', phase: 'commentary' })
  })

  it('shows the pictures of a result in the result', () => {
    const pictures = { images: [{ mimeType: 'image/png', hash: 'shown' }] }
    const { input } = bodyOf(openai, request([look], [{ ...seen, ...pictures }]))
    expect(input).toContainEqual({
      type: 'function_call_output',
      call_id: 'c1',
      output: [
        { type: 'input_text', text: 'seen' },
        { type: 'input_image', image_url: 'data:image/png;base64,UElDVFVSRQ==', detail: 'auto' },
      ],
    })
  })

  it.each([
    ['gpt-5.1', 'off', { effort: 'none' }],
    ['gpt-5', 'off', { effort: 'minimal', summary: 'auto' }],
    ['o3', 'off', { effort: 'low', summary: 'auto' }],
    ['gpt-5-codex', 'off', { effort: 'low', summary: 'auto' }],
    ['gpt-5.1', 'high', { effort: 'high', summary: 'auto' }],
  ] as const)('tells %s how much to reason: %s', (model, thinking, wanted) => {
    expect(bodyOf(openai, request([look], [seen], { model, thinking })).reasoning).toEqual(wanted)
  })

  it('says nothing of reasoning to a model that does none, and asks it for no more than it can say', () => {
    const sent = bodyOf(openai, request([look], [seen], { model: 'gpt-4o', thinking: 'high', maxOutputTokens: 64_000 }))
    expect(sent).not.toHaveProperty('reasoning')
    expect(sent).not.toHaveProperty('include')
    expect(sent.max_output_tokens).toBe(16_384)
  })

  it('lets OpenRouter place the breakpoints of Anthropic’s models, and turns reasoning off where that is asked', () => {
    const sent = bodyOf(openrouter, request([look], [seen], { model: 'anthropic/claude-opus-4.8', thinking: 'off' }))
    expect(sent).toMatchObject({ cache_control: { type: 'ephemeral' }, reasoning: { effort: 'none' } })
    expect(bodyOf(openrouter, request([look], [seen], { model: 'z-ai/glm' }))).not.toHaveProperty('cache_control')
  })

  it.each([
    [openai, 'https://gateway.example/v1/', 'https://gateway.example/v1/responses'],
    [openai, 'https://gateway.example', 'https://gateway.example/v1/responses'],
    [openrouter, undefined, 'https://openrouter.ai/api/v1/responses'],
    [openrouter, 'https://openrouter.ai/api/v1', 'https://openrouter.ai/api/v1/responses'],
    [openrouter, 'http://localhost:9', 'http://localhost:9/api/v1/responses'],
  ])('goes to the credential’s own address: %#', (wire, baseUrl, url) => {
    const credential = { provider: wire.id, ...(baseUrl === undefined ? {} : { baseUrl }) }
    expect(wire.request(credential, fullRequest()).url).toBe(url)
  })
})

describe('a request that a model refuses', () => {
  const good = body(message(0, ['Fine.']))

  /** Refuses the first request with `said`, then answers. */
  async function refusedOnce(of: ModelRequest, said: object, status = 400) {
    const bodies: Json[] = []
    const answer: typeof fetch = async (_url, init) => {
      bodies.push(JSON.parse(String(init?.body)))
      if (bodies.length > 1) return new Response(good, { headers: { 'content-type': 'text/event-stream' } })
      return status === 200
        ? new Response(`data: ${JSON.stringify(said)}\n\n`, { headers: { 'content-type': 'text/event-stream' } })
        : new Response(JSON.stringify(said), { status, headers: { 'content-type': 'application/json' } })
    }
    const provider = createFetchProvider(openai, openaiKey, { fetch: answer, now: () => 0 })
    return { heard: await listen(provider, of), bodies }
  }

  const history = request([sealed, look], [seen])

  it.each([
    [400, { error: { code: 'invalid_encrypted_content', message: 'The encrypted content could not be verified.' } }],
    [200, { type: 'error', code: 'invalid_encrypted_content', message: 'It could not be verified.' }],
    [200, { type: 'response.failed', response: { error: { code: 'invalid_prompt', message: 'Invalid prompt.' } } }],
  ])('is sent once more without its reasoning, by HTTP %i', async (status, said) => {
    const { heard, bodies } = await refusedOnce(history, said, status)
    expect(heard).toMatchObject({ text: 'Fine.', stop: 'end', broken: [] })
    expect(bodies).toHaveLength(2)
    expect(JSON.stringify(bodies[0]?.input)).toContain('ZW5j')
    expect(JSON.stringify(bodies[1]?.input)).not.toContain('rs_1')
  })

  it('is sent once more without summaries where the account may not have them', async () => {
    const said = {
      error: {
        message: 'Your organization must be verified to generate reasoning summaries.',
        param: 'reasoning.summary',
      },
    }
    const { heard, bodies } = await refusedOnce({ ...history, thinking: 'low' }, said)
    expect(heard.text).toBe('Fine.')
    expect(bodies[1]?.reasoning).toEqual({ effort: 'low' })
  })

  it('is not sent again for any other reason', async () => {
    const { heard, bodies } = await refusedOnce(request([look], [seen]), {
      error: { code: 'invalid_prompt', message: 'No.' },
    })
    expect(heard).toMatchObject({ error: 'invalid_request', broken: [] })
    expect(bodies).toHaveLength(1)
  })
})

describe('the models', () => {
  it('of OpenAI are those that converse, newest first, with what is published of their families', () => {
    const listed = openai.models.parse({
      data: [
        { id: 'gpt-4o', created: 1 },
        { id: 'text-embedding-3-small', created: 2 },
        { id: 'gpt-5.1', created: 9 },
        { id: 'gpt-5.1-2025-11-13', created: 8 },
        { id: 'gpt-5-mini', created: 7 },
        { id: 'gpt-5-nano', created: 6 },
        { id: 'gpt-5-pro', created: 5 },
        { id: 'gpt-4o-realtime-preview', created: 4 },
        { id: 'something-new', created: 3 },
      ],
    })
    expect(listed.map(({ id, tier }) => [id, tier])).toEqual([
      ['gpt-5.1', 'smartest'],
      ['gpt-5.1-2025-11-13', undefined],
      ['gpt-5-mini', 'balanced'],
      ['gpt-5-nano', 'fast'],
      ['gpt-5-pro', undefined],
      ['something-new', undefined],
      ['gpt-4o', undefined],
    ])
    expect(listed[0]).toEqual({
      id: 'gpt-5.1',
      label: 'gpt-5.1',
      contextWindow: 400_000,
      maxOutputTokens: 128_000,
      vision: true,
      tools: true,
      thinking: true,
      tier: 'smartest',
    })
    expect(() => openai.models.parse({ error: 'no' })).toThrow()
  })

  it('of OpenRouter come with what the host that is asked first gives', () => {
    const model = (id: string, extra: Json = {}) => ({
      id,
      name: id.toUpperCase(),
      created: 1,
      context_length: 200_000,
      architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
      top_provider: { context_length: 100_000, max_completion_tokens: 8000 },
      supported_parameters: ['tools', 'reasoning'],
      ...extra,
    })
    const listed = openrouter.models.parse({
      data: [
        model('anthropic/claude-opus-4.8'),
        model('openai/gpt-5.1', { created: 2 }),
        model('google/gemini-3-pro-preview', { supported_parameters: [], top_provider: {} }),
        model('anthropic/claude-opus-4.8:thinking'),
        model('maker/painter', { architecture: { input_modalities: ['text'], output_modalities: ['image'] } }),
      ],
    })
    expect(listed).toMatchObject([
      { id: 'openai/gpt-5.1', tier: 'smartest' },
      {
        id: 'anthropic/claude-opus-4.8',
        label: 'ANTHROPIC/CLAUDE-OPUS-4.8',
        contextWindow: 100_000,
        maxOutputTokens: 8000,
        vision: true,
        tools: true,
        thinking: true,
        tier: 'smartest',
      },
      { id: 'google/gemini-3-pro-preview', contextWindow: 200_000, tools: false, thinking: false },
      { id: 'anthropic/claude-opus-4.8:thinking' },
    ])
    expect(listed[2]).not.toHaveProperty('tier')
    expect(listed[3]).not.toHaveProperty('tier')
    expect(openrouter.models.keyTest?.(openrouterKey).url).toBe('https://openrouter.ai/api/v1/key')
  })
})
