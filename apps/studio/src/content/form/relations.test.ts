import { expect, test } from 'vitest'
import { referencesOf, relationText } from './relations.ts'

test('the text of a relation names the same entries again', () => {
  const ann = { model: 'person', id: 'ann' }
  const post = { model: 'post', id: 'hello' }
  expect(referencesOf(relationText([ann], ['person'], false), ['person'])).toEqual([ann])
  expect(referencesOf(relationText([ann, { ...ann, id: 'bo' }], ['person'], true), ['person'])).toHaveLength(2)
  expect(referencesOf(relationText([post, ann], ['person', 'post'], true), ['person', 'post'])).toEqual([post, ann])
  expect(referencesOf(relationText([], ['person'], true), ['person'])).toEqual([])
})

test('if there are several models, an entry is named with its model, otherwise by its id', () => {
  expect(relationText([{ model: 'post', id: 'a' }], ['post'], false)).toBe('a')
  expect(relationText([{ model: 'post', id: 'a' }], ['post', 'page'], false)).toBe('{"model":"post","ref":"a"}')
})
