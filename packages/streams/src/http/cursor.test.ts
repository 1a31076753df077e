import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextCursor } from './cursor.ts'

const start = Date.UTC(2024, 9, 9)

it('counts intervals of 20 seconds', () => {
  expect(nextCursor(null, start + 59_999, () => 0)).toBe('2')
  expect(nextCursor('1', start + 59_999, () => 0)).toBe('2')
  expect(nextCursor('not a number', start + 59_999, () => 0)).toBe('2')
})

it('always goes ahead of the one that was sent, by an hour at most', () => {
  fc.assert(
    fc.property(fc.nat(1e9), fc.nat(1e6), fc.double({ min: 0, max: 0.999, noNaN: true }), (sent, seconds, random) => {
      const next = Number(nextCursor(String(sent), start + seconds * 1000, () => random))
      expect(next).toBeGreaterThan(sent)
      expect(next).toBeLessThanOrEqual(Math.max(sent + 180, Math.floor(seconds / 20)))
    }),
  )
})
