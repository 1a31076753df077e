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
  ['direction', 'all'],
  ['margin-inline-start', 'padding-right'],
  ['order', 'border'],
])('%s and %s: their order never matters', (one, other) => {
  expect([overlap(one, other), overlap(other, one)]).toEqual([false, false])
})

test('a custom property overlaps itself', () => {
  expect(overlap('--a', '--a')).toBe(true)
})

test.each([
  ['min-width', 'max-width'],
  ['border-radius', 'border-top'],
  ['font-size', 'font-weight'],
])('%s and %s share a word and nothing else', (one, other) => {
  expect([overlap(one, other), overlap(other, one)]).toEqual([false, false])
})

test.each([
  ['margin-inline-start', 'margin-right'],
  ['padding-block', 'padding-top'],
  ['margin-block-start', 'margin-right'],
  ['margin-block-start', 'margin-left'],
  ['border', 'border-image-source'],
  ['font', 'font-feature-settings'],
  ['white-space', 'text-wrap'],
  ['-webkit-margin-end', 'margin'],
  ['word-wrap', 'overflow-wrap'],
  ['border-start-end-radius', 'border-radius'],
])('%s and %s: their order can matter, since they share a longhand', (one, other) => {
  expect([overlap(one, other), overlap(other, one)]).toEqual([true, true])
})
