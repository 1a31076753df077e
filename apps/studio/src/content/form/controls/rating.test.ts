import { expect, test } from 'vitest'
import { starsOf } from './rating.ts'

test('a rating has a star for each of its values, five unless its field says otherwise', () => {
  expect(starsOf({})).toEqual([1, 2, 3, 4, 5])
  expect(starsOf({ min: 2, max: 4 })).toEqual([2, 3, 4])
})

test('a rating of a hundred, or of halves, is typed', () => {
  expect(starsOf({ max: 100 })).toBeUndefined()
  expect(starsOf({ min: 1.5 })).toBeUndefined()
  expect(starsOf({ max: -1 })).toBeUndefined()
})
