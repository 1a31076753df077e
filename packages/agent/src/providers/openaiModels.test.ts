import { describe, expect, it } from 'vitest'
import { openai, openrouter } from './responses.ts'

const _openaiKey = { provider: 'openai' as const, apiKey: 'sk-test-1234567890' }
const openrouterKey = { provider: 'openrouter' as const, apiKey: 'sk-or-test-1234567890' }

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

  it('of OpenRouter come with the limits of the preferred host', () => {
    const model = (id: string, extra: Record<string, unknown> = {}) => ({
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
