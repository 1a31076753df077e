import { describe, expect, it } from 'vitest'
import { type Asked, type FamilyFacts, families, known, takesSignaturesOf } from './families.ts'

type Case<Name extends keyof FamilyFacts = keyof FamilyFacts> = [
  row: string,
  fact: Name,
  asked: Asked,
  value: FamilyFacts[Name] | undefined,
]

/** A row, and who is asked about whom only that row says it. */
const cases: Case[] = [
  [
    'Mistral’s host',
    'reasoningContent',
    { model: 'deepseek-v3', provider: 'compatible', host: 'api.mistral.ai' },
    'never',
  ],
  [
    'Cerebras’ host',
    'reasoningContent',
    { model: 'gpt-oss-120b', provider: 'compatible', host: 'api.cerebras.ai' },
    'never',
  ],
  [
    'Groq’s host',
    'reasoningContent',
    { model: 'moonshotai/kimi-k2-instruct', provider: 'compatible', host: 'api.groq.com' },
    'never',
  ],
  [
    'DeepSeek’s host',
    'reasoningContent',
    { model: 'next-chat', provider: 'compatible', host: 'api.deepseek.com' },
    'always',
  ],
  ['Moonshot’s hosts', 'reasoningContent', { model: 'k2p5', provider: 'compatible', host: 'api.kimi.com' }, 'always'],
  [
    'DeepSeek',
    'reasoningContent',
    { model: 'deepseek-ai/DeepSeek-V4', provider: 'compatible', host: 'gateway.example' },
    'always',
  ],
  ['Kimi', 'reasoningContent', { model: 'Pro/moonshotai/Kimi-K2.5', provider: 'compatible' }, 'always'],
  [
    'Gemini, from the third generation on',
    'foreignSignature',
    { model: 'models/gemini-3-pro-preview' },
    'skip_thought_signature_validator',
  ],
  ['Gemini', 'signatures', { model: 'google/gemini-2.5-pro' }, 'gemini'],
]

describe('what is known of a family', () => {
  it.each(cases)('%s', (row, fact, asked, value) => {
    expect(known(fact, asked)).toBe(value)
    expect(
      known(
        fact,
        asked,
        families.filter(({ name }) => name !== row),
      ),
    ).not.toBe(value)
  })

  it('has a case for every fact of every row, and says where it is from', () => {
    const facts = families.flatMap(({ name, facts }) => Object.keys(facts).map((fact) => `${name}: ${fact}`))
    expect(facts.filter((fact) => !cases.some(([row, of]) => fact === `${row}: ${of}`))).toEqual([])
    expect(new Set(facts).size).toBe(facts.length)
    for (const { source } of families) expect(URL.canParse(source)).toBe(true)
  })

  it('is not known of others', () => {
    expect(known('reasoningContent', { model: 'deepseek-r1:8b', provider: 'ollama' })).toBeUndefined()
    expect(
      known('reasoningContent', { model: 'next-chat', provider: 'compatible', host: 'notdeepseek.com' }),
    ).toBeUndefined()
    for (const model of ['gemini-2.5-flash', 'gemini-2.0-flash', 'gemini-1.5-pro', 'gemma-3', 'my-gemini-3'])
      expect(known('foreignSignature', { model })).toBeUndefined()
    for (const model of ['gemini-3-pro', 'gemini-3.1-flash-lite', 'gemini-flash-latest', 'google/gemini-10-pro'])
      expect(known('foreignSignature', { model })).toBeDefined()
  })

  it('tells whose signatures a model takes', () => {
    expect(takesSignaturesOf('gemini-3-pro', 'google/gemini-3-flash')).toBe(true)
    expect(takesSignaturesOf('house-model', 'house-model')).toBe(true)
    expect(takesSignaturesOf('gemini-3-pro', 'house-model')).toBe(false)
    expect(takesSignaturesOf('house-model', 'other-model')).toBe(false)
  })
})
