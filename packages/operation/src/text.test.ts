import { expect, test } from 'vitest'
import { isList, isRecord } from './json.ts'
import { errorMessage, excerpt } from './text.ts'

test('an excerpt has at most the given length, and no half character', () => {
  expect(excerpt('short', 5)).toBe('short')
  expect(excerpt('too long', 5)).toBe('too …')
  expect(excerpt('ab😀cd', 4)).toBe('ab\uFFFD…')
})

test('a caught value is read, whatever was thrown', () => {
  expect([errorMessage(new Error('broken')), errorMessage('broken')]).toEqual(['broken', 'broken'])
})

test('records and lists are told apart from each other and from null', () => {
  const values = [{}, [], null, 'text', undefined]
  expect(values.map((value) => isRecord(value))).toEqual([true, false, false, false, false])
  expect(values.map((value) => isList(value))).toEqual([false, true, false, false, false])
})
