import { expect, test } from 'vitest'
import { retryDelay, saveFailure } from './savedText.ts'

test('a text without an answer is sent again, after a longer time each time', () => {
  expect(saveFailure({ code: 'offline' })).toBe('unsent')
  expect(saveFailure({ code: 'internal', status: 503 })).toBe('unsent')
  expect(saveFailure({ code: 'changed_meanwhile', status: 409 })).toBe('changed')
  expect(saveFailure({ code: 'forbidden', status: 403 })).toBe('refused')
  const delays = [0, 1, 2, 3, 4].map(retryDelay)
  expect(delays).toEqual(delays.toSorted((a, b) => a - b))
  expect(delays[4]).toBe(delays[3])
})
