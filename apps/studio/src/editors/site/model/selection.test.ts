import { expect, test } from 'vitest'
import { pageOf } from '../../../../testing/site/pageOf.ts'
import { rangeOf, unlocked } from './selection.ts'

test('a click on what is locked reaches the nearest around it that is not', () => {
  const { tree, id } = pageOf('<main><section><h1>Hi</h1></section></main>')
  expect(unlocked(tree, id('h1'), [])).toBe(id('h1'))
  expect(unlocked(tree, id('h1'), [id('section')])).toBe(id('main'))
  expect(unlocked(tree, id('h1'), [id('h1')])).toBe(id('section'))
  expect(unlocked(tree, id('main'), [id('section')])).toBe(id('main'))
})

test('a range goes from the anchor to what was clicked last, which is the last of it', () => {
  const list = ['a', 'b', 'c', 'd']
  expect(rangeOf(list, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(list, 'd', 'b')).toEqual(['d', 'c', 'b'])
  expect(rangeOf(list, undefined, 'c')).toEqual(['c'])
  expect(rangeOf(list, 'gone', 'c')).toEqual(['c'])
})
