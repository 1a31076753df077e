import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findModel, parseCatalogue } from './catalogue.ts'
import { pricingKey } from './key.ts'
import { costOf, type Price, worstCost } from './price.ts'
import { snapshot } from './snapshot.ts'

describe('the key that a model is priced by', () => {
  it.each([
    ['claude-opus-4-8-20260514', 'claude-opus-4-8'],
    ['anthropic/claude-opus-4.8', 'claude-opus-4-8'],
    ['claude-opus-4-8', 'claude-opus-4-8'],
    ['claude-opus-4-8@20260514', 'claude-opus-4-8'],
    ['Anthropic/Claude-Opus-4.8', 'claude-opus-4-8'],
    ['gpt-5-2025-08-07', 'gpt-5'],
    ['openai/gpt-5.2', 'gpt-5-2'],
    ['gpt-5.2-2025-12-11', 'gpt-5-2'],
    ['openai/gpt-4o-mini', 'gpt-4o-mini'],
    ['openai/gpt-4-0314', 'gpt-4-0314'],
    ['anthropic/claude-3.7-sonnet:thinking', 'claude-3-7-sonnet:thinking'],
    ['claude-3-7-sonnet-20250219:thinking', 'claude-3-7-sonnet:thinking'],
    ['anthropic/claude-opus-4.8-fast', 'claude-opus-4-8-fast'],
    ['meta-llama/llama-3.3-70b-instruct:free', 'llama-3-3-70b-instruct:free'],
    ['openrouter/anthropic/claude-sonnet-5', 'claude-sonnet-5'],
    ['o3', 'o3'],
  ])('of %s is %s', (id, key) => expect(pricingKey(id)).toBe(key))

  it('is the same for a key', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9./:-]{0,40}$/), (id) => {
        const key = pricingKey(id)
        // One date goes, so that what is left may end with another.
        fc.pre(!/[-@]20[\d-]*$/.test(key.split(':')[0] ?? ''))
        expect(pricingKey(key)).toBe(key)
      }),
    )
  })
})

const listed = {
  data: [
    {
      id: 'anthropic/claude-opus-4.8',
      name: 'Anthropic: Claude Opus 4.8',
      context_length: 1_000_000,
      architecture: { input_modalities: ['text', 'image'] },
      supported_parameters: ['tools', 'reasoning'],
      top_provider: { max_completion_tokens: 128_000 },
      pricing: {
        prompt: '0.000005',
        completion: '0.000025',
        input_cache_read: '0.0000005',
        input_cache_write: '0.00000625',
      },
    },
    { id: 'openai/gpt-4o-2024-05-13', pricing: { prompt: '0.000005', completion: '0.000015' } },
    { id: 'openai/gpt-4o', pricing: { prompt: '0.0000025', completion: '0.00001' } },
    { id: 'someone/gpt-4o', pricing: { prompt: '0.1', completion: '0.1' } },
    { id: 'openai/gpt-9-2026-01-01', pricing: { prompt: '0.000001', completion: '0.000002' } },
    { id: 'openrouter/auto', name: 'Auto', context_length: 2_000_000, pricing: { prompt: '-1', completion: '-1' } },
    { id: 'a/free:free', pricing: { prompt: '0', completion: '0' } },
    { id: 'a/strange', pricing: { prompt: 'much', completion: {} }, architecture: 7, context_length: 'long' },
    { name: 'no id' },
    null,
  ],
}

describe('the catalogue', () => {
  const catalogue = parseCatalogue(listed) ?? new Map()

  it('reads prices, windows and abilities', () => {
    expect(findModel(catalogue, 'claude-opus-4-8-20260514')).toEqual({
      label: 'Anthropic: Claude Opus 4.8',
      vendor: 'anthropic',
      contextWindow: 1_000_000,
      maxOutputTokens: 128_000,
      vision: true,
      tools: true,
      price: { input: 5, output: 25, cacheRead: 0.5, cacheWrite5m: 6.25 },
    })
  })

  it('keeps a dated model’s own price apart, and prefers its maker’s price to another’s', () => {
    expect(findModel(catalogue, 'gpt-4o')?.price?.input).toBe(2.5)
    expect(findModel(catalogue, 'gpt-4o-2024-05-13')?.price?.input).toBe(5)
    expect(findModel(catalogue, 'gpt-4o-2024-08-06')?.price?.input).toBe(2.5)
    expect(findModel(catalogue, 'gpt-4o-latest')?.price?.input).toBe(2.5)
  })

  it('uses a dated model for its undated name if there is no other', () => {
    expect(findModel(catalogue, 'gpt-9')?.price).toEqual({ input: 1, output: 2 })
  })

  it('knows a price of nothing from one that is not fixed, and from nonsense', () => {
    expect(findModel(catalogue, 'free:free')?.price).toEqual({ input: 0, output: 0 })
    expect(findModel(catalogue, 'openrouter/auto')).toMatchObject({ contextWindow: 2_000_000 })
    expect(findModel(catalogue, 'openrouter/auto')?.price).toBeUndefined()
    expect(findModel(catalogue, 'strange')).toEqual({ label: 'a/strange', vendor: 'a' })
    expect(findModel(catalogue, 'unheard-of')).toBeUndefined()
  })

  it.each([undefined, 7, {}, { data: {} }, '<h1>Proxy</h1>'])('is not read from %j', (body) => {
    expect(parseCatalogue(body)).toBeUndefined()
  })

  it('comes with the models that people use, each with a window and a price', () => {
    for (const id of ['claude-opus-4-8', 'claude-sonnet-5', 'claude-haiku-4-5-20251001', 'gpt-5.2', 'gpt-5-mini', 'o3'])
      expect(findModel(snapshot, id)?.price?.output, id).toBeGreaterThan(0)
    for (const [key, entry] of snapshot) {
      expect(entry.contextWindow, key).toBeGreaterThan(8000)
      expect(entry.price?.output, key).toBeGreaterThanOrEqual(entry.price?.input ?? Number.NaN)
    }
  })
})

describe('what tokens cost', () => {
  const opus: Price = { input: 5, output: 25, cacheRead: 0.5, cacheWrite5m: 6.25 }

  it('is the sum of the buckets, in millionths of a dollar', () => {
    const usage = { input: 1000, cacheRead: 10_000, cacheWrite5m: 2000, cacheWrite1h: 100, output: 400, reasoning: 300 }
    expect(costOf(usage, opus)).toBe(5000 + 5000 + 12_500 + 1000 + 10_000)
  })

  it('takes the input’s price for buckets that the list has none for', () => {
    const usage = { input: 10, cacheRead: 10, cacheWrite5m: 10, cacheWrite1h: 10, output: 10, reasoning: 0 }
    expect(costOf(usage, { input: 2, output: 8 })).toBe(20 + 20 + 20 + 20 + 80)
  })

  it('is rounded up once, and not for what binary fractions add', () => {
    expect(costOf({ input: 1 }, { input: 0.05, output: 0 })).toBe(1)
    expect(costOf({ input: 3, output: 1 }, { input: 0.1, output: 0.7 })).toBe(1)
    expect(costOf({}, opus)).toBe(0)
  })

  it('is never more than the worst that was reserved for it', () => {
    const tokens = fc.nat({ max: 400_000 })
    const price = fc.record({
      input: fc.double({ min: 0, max: 100, noNaN: true }),
      output: fc.double({ min: 0, max: 600, noNaN: true }),
      cacheRead: fc.option(fc.double({ min: 0, max: 100, noNaN: true }), { nil: undefined }),
      cacheWrite5m: fc.option(fc.double({ min: 0, max: 100, noNaN: true }), { nil: undefined }),
    })
    fc.assert(
      fc.property(
        price,
        tokens,
        tokens,
        tokens,
        tokens,
        tokens,
        (each, input, cacheRead, cacheWrite5m, output, spare) => {
          const usage = { input, cacheRead, cacheWrite5m, output }
          const worst = worstCost(input + cacheRead + cacheWrite5m, output + spare, each)
          expect(costOf(usage, each)).toBeLessThanOrEqual(worst)
        },
      ),
    )
  })
})
