import { type Static, Type } from 'typebox'
import type { Usage } from '../contract/run.ts'

const Optional = Type.Optional

/** Dollars per million tokens, which are millionths of a dollar per token. */
export const Price = Type.Object({
  input: Type.Number({ minimum: 0 }),
  output: Type.Number({ minimum: 0 }),
  cacheRead: Optional(Type.Number({ minimum: 0 })),
  cacheWrite5m: Optional(Type.Number({ minimum: 0 })),
  cacheWrite1h: Optional(Type.Number({ minimum: 0 })),
})
export type Price = Static<typeof Price>

/** The catalogue's facts about a model. */
export const CatalogueEntry = Type.Object({
  label: Type.String(),
  /** Who makes it, as the slug begins: `anthropic`, `openai`. */
  vendor: Type.String(),
  contextWindow: Optional(Type.Number()),
  maxOutputTokens: Optional(Type.Number()),
  vision: Optional(Type.Boolean()),
  tools: Optional(Type.Boolean()),
  /** Absent if the price is not fixed. */
  price: Optional(Price),
})
export type CatalogueEntry = Static<typeof CatalogueEntry>

export type Bucket = 'input' | 'cacheRead' | 'cacheWrite5m' | 'cacheWrite1h' | 'output'

/**
 * The price of one token of a bucket. Where the catalogue has none: a cache read costs what input does (which
 * undercharges no request), a write for five minutes too, and a write for an hour 1.6 times one for five minutes where writes have
 * a price at all. That is Anthropic's list, 1.25 and 2 times the input; other providers sell no hours.
 */
export function tokenPrice(price: Price, bucket: Bucket): number {
  switch (bucket) {
    case 'cacheRead':
      return price.cacheRead ?? price.input
    case 'cacheWrite5m':
      return price.cacheWrite5m ?? price.input
    case 'cacheWrite1h':
      return price.cacheWrite1h ?? (price.cacheWrite5m === undefined ? price.input : price.cacheWrite5m * 1.6)
    default:
      return price[bucket]
  }
}

const buckets: readonly Bucket[] = ['input', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h', 'output']

/** The cost of the tokens, in whole millionths of a dollar, rounded up. Reasoning is part of the output. */
export function costOf(usage: Partial<Usage>, price: Price): number {
  const sum = buckets.reduce((total, bucket) => total + (usage[bucket] ?? 0) * tokenPrice(price, bucket), 0)
  return roundUp(sum)
}

/**
 * The most that a request can cost, in whole millionths of a dollar: everything that it holds is written to the cache
 * for five minutes, as the wires ask for, if that is dearer than plain input, and the answer is as long as allowed.
 */
export function worstCost(inputTokens: number, maxOutputTokens: number, price: Price): number {
  const dearest = Math.max(price.input, tokenPrice(price, 'cacheRead'), tokenPrice(price, 'cacheWrite5m'))
  return roundUp(inputTokens * dearest + maxOutputTokens * price.output)
}

/** Up, but not for what only binary fractions have added. */
function roundUp(microUsd: number): number {
  return Math.ceil(Number(microUsd.toFixed(4)))
}
