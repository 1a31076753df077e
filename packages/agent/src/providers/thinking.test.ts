import { describe, expect, it } from 'vitest'
import { fullRequest } from '../../testing/conformanceRequests.ts'
import type { Thinking } from '../contract/adaptation.ts'
import type { ModelRequest, ProviderError, WireProvider } from '../contract/provider.ts'
import { anthropic } from './anthropicMessages.ts'
import { compatible } from './chatCompletions.ts'

type Json = Record<string, unknown>

function bodyOf(wire: WireProvider, model: string, extra: Partial<ModelRequest> = {}): Json {
  const { body } = wire.request({ provider: wire.id }, { ...fullRequest(model), ...extra })
  return JSON.parse(JSON.stringify(body))
}

const refused = (message: string): ProviderError => ({ code: 'invalid_request', message, retryable: false })

describe('thinking, for Anthropic', () => {
  const thought: ModelRequest['turns'] = [
    { role: 'user', blocks: [{ kind: 'text', text: 'Go' }] },
    {
      role: 'assistant',
      blocks: [
        { kind: 'reasoning', text: 'Hm.', signature: 'c2ln' },
        { kind: 'toolCall', toolCallId: 'c1', toolName: 'look', input: {} },
      ],
    },
    { role: 'user', blocks: [{ kind: 'toolResult', toolCallId: 'c1', ok: true }] },
  ]

  it.each<[string, Thinking, Json]>([
    [
      'claude-opus-4-8',
      'high',
      { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'high' } },
    ],
    [
      'claude-sonnet-4-6',
      'low',
      { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'low' } },
    ],
    ['claude-sonnet-4-5-20250929', 'medium', { thinking: { type: 'enabled', budget_tokens: 2000 } }],
    ['claude-opus-4-20250514', 'low', { thinking: { type: 'enabled', budget_tokens: 1024 } }],
    ['claude-3-7-sonnet-20250219', 'high', { thinking: { type: 'enabled', budget_tokens: 3200 } }],
    ['claude-opus-4-8', 'off', { thinking: { type: 'disabled' } }],
  ])('is asked of %s as its generation takes it: %s', (model, thinking, wanted) => {
    expect(bodyOf(anthropic, model, { thinking, turns: thought })).toMatchObject(wanted)
  })

  it('is not requested of models that have none, nor if no effort was chosen', () => {
    expect(bodyOf(anthropic, 'claude-3-5-sonnet-20241022', { thinking: 'high' })).not.toHaveProperty('thinking')
    expect(bodyOf(anthropic, 'claude-opus-4-8')).not.toHaveProperty('thinking')
  })

  it('has a budget below max_tokens, or none', () => {
    const body = bodyOf(anthropic, 'claude-sonnet-4-5', { thinking: 'high', maxOutputTokens: 1000, turns: thought })
    expect(body).not.toHaveProperty('thinking')
  })

  it('does not begin in the middle of a round whose answer had none', () => {
    expect(bodyOf(anthropic, 'claude-sonnet-4-5', { thinking: 'high' })).not.toHaveProperty('thinking')
  })

  it('is left out after the model refused it once', () => {
    const request: ModelRequest = { ...fullRequest('claude-x'), thinking: 'high' }
    const error = refused('thinking: adaptive is not supported on this model')
    const instead = anthropic.recover?.(request, error)
    expect(instead).toMatchObject({ omit: ['thinking'] })
    expect(instead && anthropic.recover?.(instead, error)).toBeUndefined()
    expect(bodyOf(anthropic, 'claude-x', { thinking: 'high', omit: ['thinking'] })).not.toHaveProperty('thinking')
    expect(anthropic.recover?.(request, refused('messages: no'))).toBeUndefined()
  })
})

describe('breakpoints', () => {
  function marked(value: unknown): Json[] {
    if (Array.isArray(value)) return value.flatMap(marked)
    if (typeof value !== 'object' || value === null) return []
    const own = 'cache_control' in value ? [{ ...value }] : []
    return [...own, ...Object.values(value).flatMap(marked)]
  }

  it('are at most four, never on thinking, and move with the conversation', () => {
    const turns: ModelRequest['turns'] = []
    for (let round = 0; round < 5; round++) {
      const id = `c${round}`
      turns.push({ role: 'user', blocks: [{ kind: 'text', text: `Words ${round}` }] })
      turns.push({
        role: 'assistant',
        blocks: [
          { kind: 'toolCall', toolCallId: id, toolName: 'look', input: {} },
          { kind: 'reasoning', text: 'Hm.', signature: 'c2ln' },
        ],
      })
      turns.push({ role: 'user', blocks: [{ kind: 'toolResult', toolCallId: id, ok: true, data: 'seen' }] })
      turns.push({ role: 'assistant', blocks: [{ kind: 'text', text: 'Done.' }] })
    }
    for (let length = 1; length <= turns.length; length += 1) {
      const body = bodyOf(anthropic, 'claude-opus-4-8', { turns: turns.slice(0, length) })
      const points = marked(body)
      expect(points.length).toBeLessThanOrEqual(4)
      for (const point of points) expect(point.type).not.toBe('thinking')
      const messages = Array.isArray(body.messages) ? body.messages : []
      expect(marked(messages.at(-1))).toHaveLength(1)
    }
  })
})

it('limits the answers of old models to their maximum, and in a small window to half of it', () => {
  expect(bodyOf(anthropic, 'claude-3-haiku-20240307', { maxOutputTokens: 16_000 }).max_tokens).toBe(4096)
  expect(bodyOf(anthropic, 'claude-opus-4-8', { maxOutputTokens: 64_000 }).max_tokens).toBe(64_000)
  expect(bodyOf(compatible, 'qwen', { maxOutputTokens: 16_000, contextWindow: 8192 }).max_tokens).toBe(4096)
})

describe('thinking, for chat completions', () => {
  it('is requested as an effort, and left out if the server does not know it', () => {
    expect(bodyOf(compatible, 'qwen', { thinking: 'medium' }).reasoning_effort).toBe('medium')
    expect(bodyOf(compatible, 'qwen', { thinking: 'off' }).reasoning_effort).toBe('none')
    expect(bodyOf(compatible, 'qwen')).not.toHaveProperty('reasoning_effort')
    const request: ModelRequest = { ...fullRequest('llava'), thinking: 'low' }
    const instead = compatible.recover?.(request, refused('"llava" does not support thinking'))
    expect(instead?.omit).toEqual(['thinking'])
    const gemini = refused('Budget 0 is invalid. This model only works in thinking mode.')
    expect(compatible.recover?.({ ...request, thinking: 'off' }, gemini)?.omit).toEqual(['thinking'])
    expect(bodyOf(compatible, 'llava', { thinking: 'low', omit: ['thinking'] })).not.toHaveProperty('reasoning_effort')
  })

  it('uses the newer name of the length limit for a server that wants it', () => {
    const error = refused("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
    const instead = compatible.recover?.(fullRequest('gpt-5'), error)
    expect(instead?.omit).toEqual(['maxTokens'])
    const body = bodyOf(compatible, 'gpt-5', { omit: ['maxTokens'] })
    expect(body.max_completion_tokens).toBe(4000)
    expect(body).not.toHaveProperty('max_tokens')
  })

  it('sends reasoning back in the field that it came in, and leaves it there', () => {
    const assistant: ModelRequest['turns'][number] = {
      role: 'assistant',
      blocks: [
        { kind: 'reasoning', text: 'Hm.', format: 'reasoning_content' },
        { kind: 'toolCall', toolCallId: 'c1', toolName: 'look', input: {} },
      ],
    }
    const turns: ModelRequest['turns'] = [
      { role: 'user', blocks: [{ kind: 'text', text: 'Go' }] },
      assistant,
      { role: 'user', blocks: [{ kind: 'toolResult', toolCallId: 'c1', ok: true }] },
    ]
    const open = JSON.stringify(bodyOf(compatible, 'deepseek', { turns }))
    expect(open).toContain('"reasoning_content":"Hm."')
    const answered: ModelRequest['turns'] = [
      ...turns,
      { role: 'assistant', blocks: [{ kind: 'text', text: 'Done.' }] },
      { role: 'user', blocks: [{ kind: 'text', text: 'And now?' }] },
    ]
    expect(JSON.stringify(bodyOf(compatible, 'deepseek', { turns: answered }))).toContain('"reasoning_content":"Hm."')
  })
})
