import type { UsageByDay } from '@atelier/api'
import { expect, test } from 'vitest'
import { usageChart, windowStart } from './usageByDay.ts'
import { usageNote } from './usageFormat.ts'

const day = (name: string, fields: Partial<UsageByDay> = {}): UsageByDay => ({
  day: name,
  requests: 1,
  inputTokens: 0,
  completionTokens: 0,
  cacheReadTokens: 0,
  cacheCreationTokens: 0,
  promptTokens: 0,
  reasoningTokens: 0,
  costUsd: 0,
  unpricedRequests: 0,
  estimatedRequests: 0,
  ...fields,
})

test('bars are in proportion to the dearest day', () => {
  const chart = usageChart([day('2026-01-01', { costUsd: 1 }), day('2026-01-02', { costUsd: 4 }), day('2026-01-03')])
  expect(chart?.bars.map(({ percent }) => percent)).toEqual([25, 100, 0])
  expect(chart?.highest).toBe('$4.00')
  expect(chart?.axis).toEqual(['Jan 1', 'Jan 3'])
})

test('if nothing has a price, bars count tokens in and out', () => {
  const chart = usageChart([
    day('2026-01-01', { inputTokens: 100, completionTokens: 100 }),
    day('2026-01-02', { inputTokens: 1000 }),
  ])
  expect(chart?.bars.map(({ percent }) => percent)).toEqual([20, 100])
  expect(chart?.highest).toBe('1,000')
  expect(chart?.title).not.toBe(usageChart([day('2026-01-01', { costUsd: 1 })])?.title)
})

test('one day with a price makes the chart one of costs', () => {
  const chart = usageChart([day('2026-01-01', { inputTokens: 9000 }), day('2026-01-02', { costUsd: 0.5 })])
  expect(chart?.bars.map(({ percent }) => percent)).toEqual([0, 100])
})

test('there is no chart without use, and one day is named once', () => {
  expect(usageChart([])).toBeUndefined()
  expect(usageChart([day('2026-01-01')])).toBeUndefined()
  expect(usageChart([day('2026-01-01', { costUsd: 1 })])?.axis).toEqual(['Jan 1'])
})

test('a window of days begins at local midnight, and today is one of them', () => {
  const now = new Date(2026, 2, 1, 13, 30)
  expect(windowStart(1, now)).toBe(new Date(2026, 2, 1).toISOString())
  expect(windowStart(7, now)).toBe(new Date(2026, 1, 23).toISOString())
  expect(now.getHours()).toBe(13)
})

test('the note counts what has no price and what is an estimate', () => {
  expect(usageNote({ unpricedRequests: 0, estimatedRequests: 0 })).toBe('')
  expect(usageNote({ unpricedRequests: 1200, estimatedRequests: 0 })).toContain('1,200')
  const both = usageNote({ unpricedRequests: 3, estimatedRequests: 5 })
  expect(both).toBe(
    usageNote({ unpricedRequests: 3, estimatedRequests: 0 }) + usageNote({ unpricedRequests: 0, estimatedRequests: 5 }),
  )
})
