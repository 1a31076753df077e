import { expect, test } from 'vitest'
import { ago, bytes, count } from './words.ts'

test('times are shown by the unit a person would choose', () => {
  const now = 1_800_000_000_000
  expect(ago(now - 10_000, now)).toBe('just now')
  expect(ago(now - 60_000, now)).toBe('1 minute ago')
  expect(ago(now - 59 * 60_000, now)).toBe('1 hour ago')
  expect(ago(now - 26 * 3_600_000, now)).toBe('1 day ago')
  expect(ago(now + 5_000, now)).toBe('just now')
})

test('counts and sizes', () => {
  expect(count(1, 'page')).toBe('1 page')
  expect(count(0, 'page')).toBe('0 pages')
  expect([bytes(812), bytes(14_200), bytes(2_400_000)]).toEqual(['812 B', '14 kB', '2.4 MB'])
})
