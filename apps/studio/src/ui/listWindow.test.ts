import { expect, test } from 'vitest'
import { scrollTopFor, windowOf } from './listWindow.ts'

test('a list renders the rows in sight and some around them, and no other', () => {
  expect(windowOf(10_000, 26, 0, 520)).toEqual({ first: 0, end: 32 })
  expect(windowOf(10_000, 26, 26_000, 520)).toEqual({ first: 988, end: 1032 })
  expect(windowOf(10_000, 26, 259_480, 520)).toEqual({ first: 9968, end: 10_000 })
  expect(windowOf(3, 26, 0, 520)).toEqual({ first: 0, end: 3 })
})

test('a list that became shorter than it was scrolled still renders its end', () => {
  expect(windowOf(5, 26, 26_000, 520)).toEqual({ first: 0, end: 5 })
})

test('a row is scrolled into sight by the shortest way, and stays where it is in sight', () => {
  expect(scrollTopFor(2, 26, 100, 520)).toBe(52)
  expect(scrollTopFor(100, 26, 0, 520)).toBe(2106)
  expect(scrollTopFor(5, 26, 100, 520)).toBeUndefined()
})
