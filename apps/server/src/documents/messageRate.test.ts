import { expect, test } from 'vitest'
import { createMessageRate } from './messageRate.ts'

test('a sender has a burst, then so many each second, whatever the clock does', () => {
  let at = 1_000_000
  const rate = createMessageRate(5, 10, () => at)
  const taken = (tries: number) => Array.from({ length: tries }, () => rate.take()).filter(Boolean).length
  expect(taken(20)).toBe(5)
  at += 300
  expect(taken(20)).toBe(3)
  at -= 60_000
  expect(taken(20)).toBe(0)
  at += 60_000
  expect(taken(20)).toBe(5)
})
