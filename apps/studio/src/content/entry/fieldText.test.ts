import { expect, test } from 'vitest'
import { controlOf, controlText, readText } from './fieldText.ts'

test('a value comes back as it was, through the text of its control', () => {
  const values: [string, unknown][] = [
    ['string', 'Hello'],
    ['markdown', 'One\n\nTwo\n'],
    ['decimal', 4.5],
    ['boolean', false],
    ['date', '2026-03-09'],
    ['datetime', '2026-03-09T10:00:00Z'],
    ['relation', 'ann'],
    ['relation', { model: 'person', ref: 'ann' }],
    ['relations', ['a', 'b']],
    ['array', ['one', 2]],
    ['object', { street: 'Rua 1' }],
  ]
  for (const [type, value] of values)
    expect(readText(controlText(value, { type }), { type })).toEqual({ ok: true, value })
})

test('an empty control clears the field', () => {
  for (const type of ['string', 'number', 'date', 'select', 'array', 'relations'])
    expect(readText(' ', { type })).toEqual({ ok: true, value: null })
})

test('what is no number, time or JSON is not sent', () => {
  expect(readText('four', { type: 'integer' })).toMatchObject({ ok: false })
  expect(readText('4,5', { type: 'decimal' })).toEqual({ ok: true, value: 4.5 })
  expect(readText('soon', { type: 'datetime' })).toMatchObject({ ok: false })
  expect(readText('[1', { type: 'array' })).toMatchObject({ ok: false })
})

test('a type that is not known is a line of text', () => {
  expect(controlOf({ type: 'from-a-newer-server' })).toBe('line')
})
