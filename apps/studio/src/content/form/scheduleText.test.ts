import { expect, test } from 'vitest'
import { scheduleText } from './scheduleText.ts'

test('a schedule says what comes next, and what came last once nothing is to come', () => {
  const said = (times: object, now: string) => scheduleText(times, Date.parse(now))?.split(' 2')[0]
  const both = { publishAt: '2030-05-02T12:00:00Z', expireAt: '2030-06-02T12:00:00Z' }
  expect(said({}, '2030-01-01')).toBeUndefined()
  expect(said(both, '2030-01-01')).toBe('goes out')
  expect(said(both, '2030-05-10')).toBe('expires')
  expect(said(both, '2030-07-01')).toBe('expired')
  expect(said({ publishAt: both.publishAt }, '2030-07-01')).toBe('went out')
})
