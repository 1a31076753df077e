import { expect, test } from 'vitest'
import { isActive, modelHint, tokens } from './modelFacts.ts'

test('a number of tokens is short, and changes its unit before it would read 1000 k', () => {
  expect([0, 950.4, 999, 1000, 12_345, 999_499, 999_500, 1_000_000, 1_234_000].map(tokens)).toEqual([
    '0',
    '950',
    '999',
    '1 k',
    '12 k',
    '999 k',
    '1 M',
    '1 M',
    '1.2 M',
  ])
})

test('a model that cannot use tools says so before it says how large its window is', () => {
  expect(modelHint({ contextWindow: 200_000, tools: false })).toBe('cannot use tools')
  expect(modelHint({ contextWindow: 200_000, tools: true })).toContain('200 k')
  expect(modelHint({ contextWindow: 200_000, tools: null })).toContain('200 k')
  expect(modelHint({ contextWindow: null })).toBeUndefined()
  expect(modelHint({})).toBeUndefined()
})

test('a model of the same name under another provider is not the active one', () => {
  const active = { credentialId: 'ours', modelId: 'large' }
  expect(isActive(active, { credentialId: 'ours', modelId: 'large' })).toBe(true)
  expect(isActive(active, { credentialId: 'theirs', modelId: 'large' })).toBe(false)
  expect(isActive(active, { modelId: 'large' })).toBe(false)
  expect(isActive({ modelId: 'rehearsal' }, { modelId: 'rehearsal' })).toBe(true)
  expect(isActive(undefined, { modelId: 'rehearsal' })).toBe(false)
})
