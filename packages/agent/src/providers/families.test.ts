import { describe, expect, it } from 'vitest'
import { type Asked, type FamilyFacts, families, knownFact, takesSignaturesOf } from './families.ts'

const at = (model: string, host?: string): Asked => ({ provider: 'compatible', model, host })

/** A row, a host or model, and the fact that only that row has. */
const cases: [row: string, asked: Asked, facts: Partial<FamilyFacts>][] = [
  ['Mistral’s host', at('deepseek-v3', 'api.mistral.ai'), { reasoningContent: 'never' }],
  ['Cerebras’ host', at('gpt-oss-120b', 'api.cerebras.ai'), { reasoningContent: 'never' }],
  ['Groq’s host', at('moonshotai/kimi-k2-instruct', 'api.groq.com'), { reasoningContent: 'never' }],
  ['DeepSeek’s host', at('next-chat', 'api.deepseek.com'), { reasoningContent: 'always' }],
  ['Moonshot’s hosts', at('k2p5', 'api.kimi.com'), { reasoningContent: 'always' }],
  ['DeepSeek', at('deepseek-ai/DeepSeek-V4', 'gateway.example'), { reasoningContent: 'always' }],
  ['Kimi', at('Pro/moonshotai/Kimi-K2.5'), { reasoningContent: 'always' }],
  [
    'Gemini, from the third generation on',
    at('models/gemini-3-pro-preview'),
    { foreignSignature: 'skip_thought_signature_validator' },
  ],
  ['Gemini', at('google/gemini-2.5-pro'), { signatures: 'gemini' }],
  ['Claude before 3.5', { provider: 'anthropic', model: 'claude-3-haiku-20240307' }, { maxOutputTokens: 4096 }],
  ['Claude 3.5 and 3.6', { provider: 'anthropic', model: 'claude-3-5-sonnet-20241022' }, { maxOutputTokens: 8192 }],
  ['Claude Opus before 4.5', { provider: 'anthropic', model: 'claude-opus-4-1-20250805' }, { maxOutputTokens: 32_000 }],
  ['Claude before 3.7', { provider: 'anthropic', model: 'claude-3-5-haiku-20241022' }, { claudeThinking: 'none' }],
  [
    'Claude from 3.7 to 4.5',
    { provider: 'openrouter', model: 'anthropic/claude-sonnet-4.5' },
    { claudeThinking: 'budget', unboundReasoning: true },
  ],
  ['Claude Opus', { provider: 'anthropic', model: 'claude-opus-4-8' }, { tier: 'smartest' }],
  ['Claude Sonnet', { provider: 'anthropic', model: 'claude-sonnet-4-6' }, { tier: 'balanced' }],
  ['Claude Haiku', { provider: 'anthropic', model: 'claude-haiku-4-5' }, { tier: 'fast' }],
  [
    'What OpenAI lists beside models that converse',
    { provider: 'openai', model: 'text-embedding-3-small' },
    { noChat: true },
  ],
  [
    'GPT-5 chat',
    { provider: 'openai', model: 'gpt-5.2-chat-latest' },
    { contextWindow: 128_000, maxOutputTokens: 16_384, thinking: false },
  ],
  [
    'GPT-5',
    { provider: 'openai', model: 'gpt-5.1' },
    { contextWindow: 400_000, maxOutputTokens: 128_000, vision: true },
  ],
  [
    'Codex',
    { provider: 'openai', model: 'codex-mini-latest' },
    { contextWindow: 200_000, maxOutputTokens: 100_000, vision: true },
  ],
  ['o1-mini and o3-mini', { provider: 'openai', model: 'o3-mini' }, { maxOutputTokens: 65_536, vision: false }],
  [
    'OpenAI’s o models',
    { provider: 'openai', model: 'o3' },
    { contextWindow: 200_000, maxOutputTokens: 100_000, vision: true },
  ],
  [
    'GPT-4.1',
    { provider: 'openai', model: 'gpt-4.1-mini' },
    { contextWindow: 1_047_576, maxOutputTokens: 32_768, vision: true },
  ],
  [
    'GPT-4o',
    { provider: 'openai', model: 'gpt-4o' },
    { contextWindow: 128_000, maxOutputTokens: 16_384, vision: true },
  ],
  ['GPT-4 Turbo', { provider: 'openai', model: 'gpt-4-turbo-2024-04-09' }, { contextWindow: 128_000, vision: true }],
  ['GPT-4', { provider: 'openai', model: 'gpt-4-0613' }, { contextWindow: 8192, maxOutputTokens: 4096 }],
  ['GPT-3.5', { provider: 'openai', model: 'gpt-3.5-turbo' }, { contextWindow: 16_385, maxOutputTokens: 4096 }],
  ['GPT before 5', { provider: 'openai', model: 'chatgpt-4o-latest' }, { thinking: false }],
  ['The first GPT-5', { provider: 'openai', model: 'gpt-5-mini-2025-08-07' }, { leastEffort: 'minimal' }],
  ['Models of OpenAI that always think', { provider: 'openai', model: 'gpt-5-pro' }, { leastEffort: 'low' }],
  ['GPT nano', { provider: 'openai', model: 'gpt-5-nano' }, { tier: 'fast' }],
  ['GPT mini and o mini', { provider: 'openai', model: 'o4-mini' }, { tier: 'balanced' }],
  ['GPT from 5 on, and o from 3 on', { provider: 'openai', model: 'gpt-5.1' }, { tier: 'smartest' }],
  ['Claude at OpenRouter', { provider: 'openrouter', model: 'anthropic/claude-opus-4.8' }, { cacheBreakpoint: true }],
  [
    'Gemini Flash Lite at OpenRouter',
    { provider: 'openrouter', model: 'google/gemini-3.1-flash-lite' },
    { tier: 'fast' },
  ],
  [
    'Gemini Flash at OpenRouter',
    { provider: 'openrouter', model: 'google/gemini-3-flash-preview' },
    { tier: 'balanced' },
  ],
  ['Gemini Pro at OpenRouter', { provider: 'openrouter', model: 'google/gemini-3-pro-preview' }, { tier: 'smartest' }],
]

describe('what is known of a family', () => {
  it.each(cases)('%s', (row, asked, facts) => {
    const others = families.filter(({ name }) => name !== row)
    expect(others).toHaveLength(families.length - 1)
    for (const [fact, value] of Object.entries(facts)) {
      if (!isFact(fact)) throw new Error(`no fact ${fact}`)
      expect(knownFact(fact, asked)).toBe(value)
      expect(knownFact(fact, asked, others)).not.toBe(value)
    }
  })

  it('has a case for every fact of every row, and says where it is from', () => {
    const tried = new Map(cases.map(([row, , facts]) => [row, facts]))
    for (const { name, facts, source } of families) {
      expect([name, tried.get(name)]).toEqual([name, facts])
      expect(URL.canParse(source)).toBe(true)
    }
    expect(tried.size).toBe(families.length)
  })

  it('is not known of others', () => {
    expect(knownFact('reasoningContent', { model: 'deepseek-r1:8b', provider: 'ollama' })).toBeUndefined()
    expect(
      knownFact('reasoningContent', { model: 'next-chat', provider: 'compatible', host: 'notdeepseek.com' }),
    ).toBeUndefined()
    for (const model of ['gemini-2.5-flash', 'gemini-2.0-flash', 'gemini-1.5-pro', 'gemma-3', 'my-gemini-3'])
      expect(knownFact('foreignSignature', { model })).toBeUndefined()
    for (const model of ['gemini-3-pro', 'gemini-3.1-flash-lite', 'gemini-flash-latest', 'google/gemini-10-pro'])
      expect(knownFact('foreignSignature', { model })).toBeDefined()
  })

  it('tells whose signatures a model takes', () => {
    expect(takesSignaturesOf('gemini-3-pro', 'google/gemini-3-flash')).toBe(true)
    expect(takesSignaturesOf('house-model', 'house-model')).toBe(true)
    expect(takesSignaturesOf('gemini-3-pro', 'house-model')).toBe(false)
    expect(takesSignaturesOf('house-model', 'other-model')).toBe(false)
  })
})

function isFact(name: string): name is keyof FamilyFacts {
  return families.some(({ facts }) => name in facts)
}
