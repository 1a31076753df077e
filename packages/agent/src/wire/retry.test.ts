import { expect, it } from 'vitest'
import { retryAdvice, retryDelay } from './retry.ts'

const advice = (status: number, headers: Record<string, string> = {}) =>
  retryAdvice(status, new Headers(headers), 1_000_000)

it('tries again what the rules name, and lets the server overrule them', () => {
  for (const status of [408, 409, 429, 500, 502, 529]) expect(advice(status).retryable).toBe(true)
  for (const status of [400, 401, 403, 404, 413, 422]) expect(advice(status).retryable).toBe(false)
  expect(advice(500, { 'x-should-retry': 'false' }).retryable).toBe(false)
  expect(advice(400, { 'x-should-retry': 'true' }).retryable).toBe(true)
})

it('waits as long as the server asks, in milliseconds, seconds or until a date', () => {
  expect(advice(429, { 'retry-after-ms': '250', 'retry-after': '9' }).retryAfterMs).toBe(250)
  expect(advice(429, { 'retry-after': '1.5' }).retryAfterMs).toBe(1500)
  expect(advice(429, { 'retry-after': new Date(1_004_000).toUTCString() }).retryAfterMs).toBe(4000)
  expect(advice(429, { 'retry-after': 'soon' }).retryAfterMs).toBeUndefined()
})

it('otherwise doubles from half a second to eight, less up to a quarter', () => {
  expect([2, 3, 4, 5, 6, 7].map((next) => retryDelay(next, undefined, () => 0))).toEqual([
    500, 1000, 2000, 4000, 8000, 8000,
  ])
  expect(retryDelay(2, undefined, () => 1)).toBe(375)
  expect(retryDelay(9, 30, () => 1)).toBe(30)
})
