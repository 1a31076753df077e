import { describe, expect, test } from 'vitest'
import type { Credential, ModelRequest, WireProvider } from '../contract/provider.ts'
import { answerOf } from './answer.ts'
import { anthropic } from './anthropicMessages.ts'
import { compatible, ollama } from './chatCompletions.ts'
import { openai, openrouter } from './responses.ts'

const schema = { type: 'object', properties: { title: { type: 'string' } } }
const answer = { name: 'blueprint', schema }
const request: ModelRequest = {
  model: 'm',
  system: 'You plan websites.',
  maxOutputTokens: 8_000,
  results: [],
  image: () => undefined,
  vision: false,
  cacheKey: 'session',
  tools: [],
  turns: [{ role: 'user', blocks: [{ kind: 'text', text: 'A bakery.' }] }],
  thinking: 'low',
  answer,
}

const wires: [WireProvider, Credential['provider'], object, string][] = [
  [
    anthropic,
    'anthropic',
    {
      tools: [{ name: 'blueprint', input_schema: schema }],
      tool_choice: { type: 'tool', name: 'blueprint' },
    },
    'tool_choice: this model takes no forced tool',
  ],
  [
    openai,
    'openai',
    { text: { format: { type: 'json_schema', ...answer, strict: false } } },
    "Unsupported parameter: 'text.format'",
  ],
  [
    openrouter,
    'openrouter',
    { text: { format: { type: 'json_schema', name: 'blueprint' } } },
    'structured outputs are not supported',
  ],
  [
    compatible,
    'compatible',
    { response_format: { type: 'json_schema', json_schema: answer } },
    'response_format json_schema is not supported',
  ],
  [ollama, 'ollama', { response_format: { json_schema: { name: 'blueprint' } } }, 'unknown response_format'],
]

describe.each(wires)('$id, asked for an object', (wire, provider, asked, refusal) => {
  const bodyOf = (given: ModelRequest) => wire.request({ provider, baseUrl: 'http://localhost:9' }, given).body

  test('holds the model to the schema', () => {
    expect(bodyOf(request)).toMatchObject(asked)
    expect(JSON.stringify(bodyOf(request))).not.toContain('"thinking"')
  })

  test('asks one that refuses that in words instead', () => {
    const error = { code: 'invalid_request' as const, message: refusal, retryable: false }
    const again = wire.recover?.(request, error) ?? expect.fail()
    const body = JSON.stringify(bodyOf(again))
    for (const key of Object.keys(asked)) expect(JSON.parse(body)).not.toHaveProperty(key)
    expect(body).toContain('fits this JSON Schema')
    expect(wire.recover?.({ ...again, thinking: undefined }, error)).toBeUndefined()
  })
})

test('the answer is the object of the forced call, or the text', () => {
  const call = { kind: 'toolCall' as const, toolCallId: '1', toolName: 'blueprint', input: { title: 'Bread' } }
  expect(answerOf([{ kind: 'text', text: 'Here:' }, call], answer)).toEqual({ title: 'Bread' })
  expect(answerOf([{ kind: 'text', text: '{"title":"Bread"}' }], answer)).toBe('{"title":"Bread"}')
  expect(answerOf([{ kind: 'reasoning', text: 'Hm.' }], answer)).toBeUndefined()
})
