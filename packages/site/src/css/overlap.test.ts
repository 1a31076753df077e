import { expect, test } from 'vitest'
import { overlap } from './overlap.ts'

test.each([
  ['color', 'color'],
  ['all', 'color'],
  ['margin-top', 'all'],
  ['font', 'line-height'],
  ['border', 'border-top-color'],
  ['inset', 'left'],
  ['inline-size', 'width'],
  ['min-width', 'max-width'],
  ['place-items', 'align-items'],
  ['gap', 'column-gap'],
  ['grid-row-gap', 'row-gap'],
  ['columns', 'column-count'],
  ['-webkit-transition', 'transition-duration'],
])('%s and %s: their order can matter, whichever comes first', (one, other) => {
  expect([overlap(one, other), overlap(other, one)]).toEqual([true, true])
})

test.each([
  ['color', 'background'],
  ['margin', 'padding'],
  ['width', 'font'],
  ['--color', 'all'],
  ['--a', '--b'],
  ['order', 'border'],
])('%s and %s: their order never matters', (one, other) => {
  expect([overlap(one, other), overlap(other, one)]).toEqual([false, false])
})

test('a custom property overlaps itself', () => {
  expect(overlap('--a', '--a')).toBe(true)
})
