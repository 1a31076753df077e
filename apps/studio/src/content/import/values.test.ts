import { expect, test } from 'vitest'
import { convert, guessField, styleOf } from './values.ts'

const style = { decimalComma: false, dayFirst: true }
const value = (cell: unknown, type: Parameters<typeof convert>[1]['type'], of = style) => {
  const converted = convert(cell, { type }, of)
  return converted.ok ? converted.value : converted.why
}

test('numbers are read as the column writes them', () => {
  expect(['1', '-2.5', '1,234.5', '1.234,5', '12 %'].map((text) => value(text, 'decimal'))).toEqual([
    1, -2.5, 1234.5, 1234.5, 12,
  ])
  expect(value('1,250', 'decimal')).toBe(1250)
  expect(value('1,250', 'decimal', styleOf(['3,5', '1,250']))).toBe(1.25)
  expect(value('1.250', 'decimal', styleOf(['3,5', '1.250']))).toBe(1250)
  expect(['four', '1-2', '', '1e5', '0x10'].map((text) => value(text, 'number'))).toEqual(Array(5).fill('number'))
  expect(value(4.5, 'number')).toBe(4.5)
})

test('days are read in the order of the column, and only those of the calendar', () => {
  expect(value('2026-03-09', 'date')).toBe('2026-03-09')
  expect(value('9.3.2026', 'date')).toBe('2026-03-09')
  expect(value('03/09/2026', 'date', styleOf(['03/25/2026', '03/09/2026']))).toBe('2026-03-09')
  expect(value('03/09/2026', 'date', styleOf(['25/03/2026', '03/09/2026']))).toBe('2026-09-03')
  expect(value('31.02.2026', 'date')).toBe('date')
  expect(value('2026-03-09T10:00:00+03:00', 'datetime')).toBe('2026-03-09T07:00:00Z')
  expect(value('soon', 'datetime')).toBe('datetime')
})

test('yes, no, choices, lists and objects', () => {
  expect(['Yes', 'no', 'EVET', '0', 'x'].map((text) => value(text, 'boolean'))).toEqual([
    true,
    false,
    true,
    false,
    true,
  ])
  expect(value('maybe', 'boolean')).toBe('boolean')
  expect(convert('RED', { type: 'select', options: ['red', 'blue'] }, style)).toEqual({ ok: true, value: 'red' })
  expect(value('a, b', 'array')).toEqual(['a', 'b'])
  expect(value('a, b; c', 'array')).toEqual(['a, b', 'c'])
  expect(value('["a",1]', 'array')).toEqual(['a', 1])
  expect(value('{"a":1}', 'object')).toEqual({ a: 1 })
  expect(value('{', 'object')).toBe('json')
})

test('a relation is found by id or title; one that two entries could be is not taken', () => {
  const lookup = (text: string) =>
    text === 'Ann' ? { model: 'person', id: 'ann' } : text === 'Twin' ? ('ambiguous' as const) : undefined
  const to = (cell: string, type: 'relation' | 'relations', model: string | string[] = 'person') =>
    convert(cell, { type, model }, style, lookup)
  expect(to('Ann', 'relation')).toEqual({ ok: true, value: 'ann' })
  expect(to('Ann', 'relation', ['person', 'team'])).toEqual({ ok: true, value: { model: 'person', ref: 'ann' } })
  expect(to('Ann; Ann', 'relations')).toEqual({ ok: true, value: ['ann', 'ann'] })
  expect(to('Twin', 'relation')).toEqual({ ok: false, why: 'ambiguous_relation' })
  expect(to('Ann; Bob', 'relations')).toEqual({ ok: false, why: 'unknown_relation' })
})

test('the type of a column is the one that all of its cells have', () => {
  const type = (cells: unknown[]) => guessField(cells).type
  expect(type(['1', '20', ''])).toBe('integer')
  expect(type(['1.5', '2'])).toBe('decimal')
  expect(type(['007', '012'])).toBe('string')
  expect(type(['+905551234567', '+4930123456'])).toBe('string')
  expect(type(['1.9', '1.10', '2.0'])).toBe('string')
  expect(type(['0.5', '12.50', '3.25'])).toBe('string')
  expect(type(['12.50', '9.90', '10.00'])).toBe('decimal')
  expect(guessField(['1.10', '1.20'], 'Version').type).toBe('string')
  expect(guessField(['5551234567'], 'Phone number').type).toBe('string')
  expect(guessField(['5551234567'], 'Phones sold').type).toBe('integer')
  expect(type([1.5, 2])).toBe('decimal')
  expect(type(['1', '0', '1'])).toBe('integer')
  expect(type(['yes', 'no'])).toBe('boolean')
  expect(type(['2026-03-09', '2026-04-01'])).toBe('date')
  expect(type(['09.03.2026', '31.12.2025'])).toBe('date')
  expect(type(['2026-03-09T10:00:00Z'])).toBe('datetime')
  expect(type(['a@example.com'])).toBe('email')
  expect(type(['https://example.com/a'])).toBe('url')
  expect(type(['media/a.png', 'https://example.com/b.jpg'])).toBe('image')
  expect(type(['#fff', '#102030'])).toBe('color')
  expect(type(['# Title\n\nSome words that **matter** to somebody who reads'])).toBe('markdown')
  expect(type(['One line\nand another'])).toBe('text')
  expect(type(['Rye', 'White', 'Spelt'])).toBe('string')
  expect(type([['a'], ['b', 'c']])).toBe('array')
  expect(type([{ a: 1 }])).toBe('object')
  expect(type([true, false])).toBe('boolean')
  expect(type([])).toBe('string')
  expect(guessField(Array.from({ length: 16 }, (_, at) => (at % 2 ? 'new' : 'sold')))).toEqual({
    type: 'select',
    options: ['new', 'sold'],
  })
})
