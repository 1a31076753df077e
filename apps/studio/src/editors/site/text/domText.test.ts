// @vitest-environment happy-dom
import { parseHtml, printRuns, runsOf } from '@atelier/site'
import { expect, test } from 'vitest'
import { blockWish } from './blocks.ts'
import { movedOffset, positionText, readRuns, typedPlainText, withoutTypedSpaces } from './domText.ts'

function typed(html: string) {
  const root = document.createElement('p')
  root.innerHTML = html
  return { root, nodeOf: () => undefined }
}
const read = (html: string) => printRuns(readRuns(typed(html)))

test('what the browser made of a text is read as words, formats and breaks', () => {
  expect(read('a <b>b</b><br>c')).toBe('a <b>b</b><br>c')
  expect(read('a<br>')).toBe('a')
  expect(read('a<br><br>')).toBe('a<br>')
  expect(read('<span style="font-weight:400">a</span><div>b</div>')).toBe('a<br>b')
})

test('lines of a plain text stay apart, however the browser broke them', () => {
  const plain = (html: string) => typedPlainText(typed(html).root)
  expect(plain('one<br>two')).toBe('one\ntwo')
  expect(plain('one<div>two</div>')).toBe('one\ntwo')
  expect(plain('one\ntwo<br>')).toBe('one\ntwo')
  expect(plain('<br>')).toBe('')
})

test('spaces that the browser typed as non-breaking ones are spaces; authored ones stay', () => {
  const runs = (html: string) => runsOf(parseHtml(html).nodes)
  const tidy = (now: string, base: string) => positionText(withoutTypedSpaces(runs(now), runs(base)))
  expect(tidy('one&nbsp; two&nbsp;', 'one')).toBe('one  two ')
  expect(tidy('10&nbsp;km away&nbsp;', '10&nbsp;km')).toBe('10\u00a0km away ')
})

test('the caret stays beside the words that it stood at', () => {
  expect(movedOffset('one two', 'one two three', 7)).toBe(7)
  expect(movedOffset('one two', 'zero one two', 3)).toBe(8)
  expect(movedOffset('abc', 'aXc', 2)).toBe(2)
})

test.each([
  ['# ', 'h1', 2],
  ['### Title', 'h3', 4],
  ['- ', 'ul', 2],
  ['1. ', 'ol', 3],
])('%j at the start makes a %s', (text, kind, length) => {
  expect(blockWish(text)).toEqual({ kind, length })
})

test('other starts of a line make nothing', () => {
  for (const text of ['#', '#x', '-', '12. ', '####### ', 'a - ']) expect(blockWish(text)).toBeUndefined()
})
