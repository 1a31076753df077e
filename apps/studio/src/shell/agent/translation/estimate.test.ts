import { expect, test } from 'vitest'
import { estimateTranslation } from './estimate.ts'

const price = { input: 3, output: 15, cacheRead: 0.3 }

test('a translation costs what its texts, their translations and the requests around them cost', () => {
  // 1,000 tokens of text: three requests, which write them once and 250 tokens each beside them.
  const { tokens, costUsd } = estimateTranslation({ entries: 5, characters: 3_200 }, price)
  const output = 1_000 + 3 * 250
  const input = 9_000 + 1_000 + output
  expect(tokens).toBe(input + output)
  expect(costUsd).toBeCloseTo((input * 3 + 2 * 10_000 * 0.3 + output * 15) / 1_000_000, 6)
})

test('more text costs more, and without a price only tokens are shown', () => {
  const small = estimateTranslation({ entries: 10, characters: 10_000 }, price)
  const large = estimateTranslation({ entries: 10, characters: 100_000 }, price)
  expect(large.tokens).toBeGreaterThan(5 * small.tokens - 50_000)
  expect(large.costUsd).toBeGreaterThan(small.costUsd ?? 0)
  expect(estimateTranslation({ entries: 10, characters: 10_000 })).toMatchObject({ costUsd: undefined })
  expect(estimateTranslation({ entries: 0, characters: 0 }, price)).toEqual({ tokens: 0, costUsd: 0 })
})
