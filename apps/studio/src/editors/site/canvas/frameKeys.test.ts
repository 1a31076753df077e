import { expect, test } from 'vitest'
import { FIT } from '../session/state.ts'
import { createFrameKeys } from './frameKeys.ts'

const all = ['phone', 'tablet', 'desktop']

test('the active frame is the same one by itself and among the others', () => {
  const keys = createFrameKeys()
  const [alone] = keys([FIT], false, 'tablet')
  const beside = keys(all, true, 'tablet')
  expect(beside[1]).toBe(alone)
  expect(new Set(beside).size).toBe(3)
  // Another one is worked in: all stay what they are, and it is the one that is left.
  expect(keys(all, true, 'desktop')).toEqual(beside)
  const [left] = keys([FIT], false, 'desktop')
  expect(left).toBe(beside[2])
  expect(keys([FIT], false, 'phone')).toEqual([left])
  const again = keys(all, true, 'phone')
  expect(again[0]).toBe(left)
  expect(new Set(again).size).toBe(3)
})

test('the last frame is used if none of those beside each other is active', () => {
  const keys = createFrameKeys()
  const [alone] = keys([FIT], false, FIT)
  expect(keys(all, true, FIT)[2]).toBe(alone)
})
