import { Value } from 'typebox/value'
import { expect, it } from 'vitest'
import { findModel } from './catalogue.ts'
import { datedKey, pricingKey } from './key.ts'
import { CatalogueEntry } from './price.ts'
import { snapshot } from './snapshot.ts'

const entries = [...snapshot]

it.each(entries)('of %s holds whole figures that make sense', (key, entry) => {
  expect([...Value.Errors(CatalogueEntry, entry)]).toEqual([])
  // Its key is found by its own name, and by that name with the day on which the model was made.
  expect([pricingKey(key), datedKey(key)]).toEqual([key, key])
  expect(findModel(snapshot, `${key}-2026-11-01`)).toBe(entry)
  const { price, contextWindow = 0, maxOutputTokens = 0 } = entry
  const { input = 0, output = 0, cacheRead, cacheWrite5m } = price ?? {}
  for (const figure of [input, output, cacheRead ?? 0, cacheWrite5m ?? 0, contextWindow, maxOutputTokens]) {
    expect(Number.isFinite(figure) && figure >= 0).toBe(true)
  }
  expect(Object.keys(price ?? {}).sort()).toEqual(
    [
      'input',
      'output',
      ...(cacheRead === undefined ? [] : ['cacheRead']),
      ...(cacheWrite5m === undefined ? [] : ['cacheWrite5m']),
    ].sort(),
  )
  // Cached tokens are cheaper than sent ones, tokens written to a cache dearer, and a model's own tokens dearest.
  expect(input).toBeGreaterThan(0)
  expect(output).toBeGreaterThan(input)
  if (cacheRead !== undefined) expect(cacheRead).toBeLessThan(input)
  if (cacheWrite5m !== undefined) expect(cacheWrite5m).toBeGreaterThanOrEqual(input)
  expect(maxOutputTokens).toBeGreaterThan(0)
  expect(contextWindow).toBeGreaterThanOrEqual(maxOutputTokens)
  expect(['anthropic', 'openai']).toContain(entry.vendor)
  expect(entry.label).toMatch(/\S/)
})

it('names no model twice', () => {
  expect(new Set(entries.map(([, { label }]) => label)).size).toBe(entries.length)
})
