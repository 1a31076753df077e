import { describe, expect, it } from 'vitest'
import { listen } from '../../testing/conformance.ts'
import { fullRequest } from '../../testing/conformanceRequests.ts'
import { sse } from '../../testing/recordings.ts'
import type { ContentBlock } from '../contract/message.ts'
import type { ModelRequest } from '../contract/provider.ts'
import { createAnswer } from '../loop/answer.ts'
import { createFetchProvider } from '../wire/fetchProvider.ts'
import { openai, openrouter } from './responses.ts'

type Json = Record<string, unknown>

const openaiKey = { provider: 'openai' as const, apiKey: 'sk-test-1234567890' }
const openrouterKey = { provider: 'openrouter' as const, apiKey: 'sk-or-test-1234567890' }
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

  it('distinguishes conversations by a key that is short enough, however long their names are', () => {
    const keyOf = (cacheKey: string) => bodyOf(openai, request([look], [seen], { cacheKey })).prompt_cache_key
    expect(keyOf('site-tools-session')).toBe('site-tools-session')
    const keys = ['a', 'b'].map((end) => keyOf(`${'session-'.repeat(20)}${end}`))
    expect(new Set(keys).size).toBe(2)
    for (const key of keys) expect(String(key).length).toBeLessThanOrEqual(64)
  })

  it('never sends only reasoning, nor reasoning without its seal', () => {
    const types = (assistant: ContentBlock[]) => {
      const { input } = bodyOf(openai, request(assistant, [words]))
      return Array.isArray(input) ? input.map((item: Json) => item.type) : []
    }
    expect(types([{ kind: 'text', text: 'So.' }, sealed])).toEqual(['message', 'message', 'message'])
    const { encrypted: _, ...open } = sealed
    expect(types([open, { kind: 'text', text: 'So.' }])).toEqual(['message', 'message', 'message'])
  })

  it('sends reasoning of another maker back unchanged', () => {
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

  it('lets OpenRouter place the breakpoints of Anthropic’s models, and turns reasoning off if asked to', () => {
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
  const said: Json & { type: string } = { type: 'response.output_text.delta', output_index: 0, delta: 'Fine.' }
  const end = { type: 'response.completed', response: { status: 'completed', output: [] } }
  const good = sse([said, end])

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
  ])('for its reasoning, by HTTP %i, is not sent again as it was', async (status, said) => {
    const { heard, bodies } = await refusedOnce(history, said, status)
    expect(heard).toMatchObject({ error: 'invalid_request', broken: [] })
    expect(bodies).toHaveLength(1)
  })

  it('is sent again without summaries if the account may not have them', async () => {
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

it('sends the parts of a summary back as they came, and one text if there was one part', () => {
  const summary = ['First.', 'Second,\n\nin two.', 'Third.'].map((text) => ({ type: 'summary_text', text }))
  const decoder = openai.decoder()
  const answer = createAnswer({ messageId: 'm', attempt: 1, newId: () => 'c1', now: () => 0 })
  const item = { type: 'reasoning', id: 'rs_1', encrypted_content: 'ZW5j' }
  const events: Json[] = [
    { type: 'response.output_item.added', output_index: 0, item: { ...item, summary: [] } },
    ...summary.flatMap(({ text }, at) => [
      { type: 'response.reasoning_summary_part.added', output_index: 0, summary_index: at },
      { type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: at, delta: text },
    ]),
    { type: 'response.output_item.done', output_index: 0, item: { ...item, summary } },
  ]
  for (const event of events) answer.push(decoder.push('', JSON.stringify(event)))
  const { blocks } = answer.finish()
  const sent = (first: ContentBlock[]) => bodyOf(openai, request([...first, look], [seen])).input
  expect(sent(blocks)).toContainEqual({ ...item, summary })
  const [block] = blocks
  if (block?.kind !== 'reasoning') throw new Error('no reasoning')
  const whole = [{ type: 'summary_text', text: 'Another.' }]
  expect(sent([{ ...block, text: 'Another.' }])).toContainEqual({ ...item, summary: whole })
})
