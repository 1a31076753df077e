import type { ContentConflict } from '@atelier/api'
import { expect, test } from 'vitest'
import { firstText, ownValue, resolutionsOf } from './resolutions.ts'

const conflict = (id: string, sides: Partial<ContentConflict> = {}): ContentConflict => ({
  id,
  kind: 'value',
  model: 'post',
  entry: 'a',
  locale: 'en',
  field: 'title',
  ...sides,
})

test('a value of one’s own is a text where both sides are, and JSON where one is not', () => {
  const texts = conflict('1', { ours: '4', theirs: 'B' })
  expect(firstText(texts)).toBe('4')
  expect(ownValue(texts, '5')).toEqual({ ok: true, value: '5' })
  const numbers = conflict('2', { theirs: 4 })
  expect(firstText(numbers)).toBe('4')
  expect(ownValue(numbers, '5')).toEqual({ ok: true, value: 5 })
  expect(ownValue(numbers, '[5')).toMatchObject({ ok: false })
  expect(ownValue(numbers, ' ')).toEqual({ ok: true })
})

test('only decisions on conflicts that there still are, and that can be read, count', () => {
  const conflicts = [conflict('1'), conflict('2', { ours: 1 }), conflict('3'), conflict('4')]
  const resolutions = resolutionsOf(
    conflicts,
    new Map([
      ['1', { take: 'theirs' }],
      ['2', { take: 'value', text: '{' }],
      ['3', { take: 'value', text: 'Own' }],
      ['gone', { take: 'ours' }],
    ]),
  )
  expect(resolutions).toEqual([
    { id: '1', take: 'theirs' },
    { id: '3', take: 'value', value: 'Own' },
  ])
})
