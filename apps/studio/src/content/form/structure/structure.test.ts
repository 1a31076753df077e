import { expect, test } from 'vitest'
import { cardTitle, fieldShape, linesOf, readStructure, structureText, typedValue, withMember } from './structure.ts'

test('lists of short texts are chips, other lists are cards, groups are their fields', () => {
  expect(fieldShape({ type: 'array', items: 'string' }, ['a'])).toBe('chips')
  expect(fieldShape({ type: 'array', items: { type: 'integer' } }, [1])).toBe('chips')
  expect(fieldShape({ type: 'array' }, ['a'])).toBe('chips')
  expect(fieldShape({ type: 'array', items: 'image' }, undefined)).toBe('cards')
  const link = { type: 'object' as const, fields: { url: { type: 'url' as const } } }
  expect(fieldShape({ type: 'array', items: link }, [{ url: '/' }])).toBe('cards')
  expect(fieldShape(link, undefined)).toBe('group')
})

test('a value that a control would lose is only shown as JSON', () => {
  expect(fieldShape({ type: 'array' }, [{ a: 1 }])).toBeUndefined()
  expect(fieldShape({ type: 'array', items: 'string' }, [['a']])).toBeUndefined()
  expect(fieldShape({ type: 'array', items: 'string' }, 'a')).toBeUndefined()
  expect(fieldShape({ type: 'object' }, { a: 1 })).toBeUndefined()
  expect(fieldShape({ type: 'object', fields: { a: { type: 'string' } } }, [1])).toBeUndefined()
})

test('an empty list or group clears its field', () => {
  expect(structureText([])).toBe('')
  expect(structureText({})).toBe('')
  expect(readStructure(structureText({ a: [{}] }))).toEqual({ ok: true, value: { a: [{}] } })
  expect(readStructure('[1')).toEqual({ ok: false })
})

test('members that the model does not know stay, and so does the order of members', () => {
  const before = { own: 1, title: 'Old', more: [2] }
  expect(JSON.stringify(withMember(before, 'title', 'New'))).toBe('{"own":1,"title":"New","more":[2]}')
  expect(withMember(before, 'title', undefined)).toEqual({ own: 1, more: [2] })
})

test('a text that cannot be read is kept as it is typed', () => {
  expect(typedValue('4,5', { name: 'n', type: 'decimal' })).toBe(4.5)
  expect(typedValue('four', { name: 'n', type: 'decimal' })).toBe('four')
  expect(typedValue(' ', { name: 'n', type: 'decimal' })).toBeUndefined()
})

test('pasted lines are items, without empty ones', () => {
  expect(linesOf('one\r\n\r\n two, three \nfour')).toEqual(['one', 'two, three', 'four'])
})

test('a folded card is called by its first short text', () => {
  const definition = {
    type: 'object' as const,
    fields: { kind: { type: 'select' as const }, label: { type: 'string' as const }, url: { type: 'url' as const } },
  }
  expect(cardTitle({ kind: 'a', url: '/about' }, definition)).toBe('/about')
  expect(cardTitle({ kind: 'a', label: 'About', url: '/about' }, definition)).toBe('About')
  expect(cardTitle({}, definition)).toBeUndefined()
})
