import { expect, it } from 'vitest'
import { chatCost } from './ChatCost.tsx'

const run = {
  id: 'r',
  status: 'complete' as const,
  scope: 'site',
  userMessageId: 'u',
  assistantMessageId: 'a',
  provider: 'anthropic',
  model: 'm',
}

it('a chat costs what its runs cost, and nothing is said if none had a price', () => {
  expect(chatCost([])).toBeUndefined()
  expect(chatCost([{ run }, { run: undefined }])).toBeUndefined()
  expect(chatCost([{ run: { ...run, costUsd: 0.25 } }, { run }, { run: { ...run, costUsd: 0.5 } }])).toBe(0.75)
  expect(chatCost([{ run: { ...run, costUsd: 0.25 } }], 2)).toBe(2.25)
  expect(chatCost([{ run }], 0)).toBe(0)
})
