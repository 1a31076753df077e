import { expect, test } from 'vitest'
import { secondColumns, secondLines } from './secondLine.ts'

const field = (name: string, type: string, more: object = {}) => ({ name, type, definition: { type }, ...more })
const model = {
  kind: 'collection' as const,
  titleField: 'name',
  fields: [
    field('name', 'string'),
    field('text', 'markdown'),
    field('price', 'number'),
    field('size', 'select'),
    field('baker', 'relation', { models: ['person'] }),
    field('since', 'date'),
  ],
}

test('the fields that tell entries apart are short ones, choices first, without the title', () => {
  expect(secondColumns(model)).toEqual(['size', 'baker', 'since'])
})

test('two entries of the same title differ in their second line', () => {
  const entries = [
    { id: 'a', title: 'Rye loaf', values: { size: 'small', baker: 'ann' } },
    { id: 'b', title: 'Rye loaf', values: { size: 'large' } },
    { id: 'c', title: 'Rye loaf', values: { size: 'large' } },
    { id: 'd', title: 'Rye loaf', values: {} },
  ]
  expect([...secondLines(entries, model, { 'person/ann': 'Ann Baker' }).values()]).toEqual([
    'small · Ann Baker',
    'large · b',
    'large · c',
    'd',
  ])
})

test('a document shows its slug', () => {
  const entries = [{ id: 'rye-loaf', title: 'Rye loaf', values: { size: 'small' } }]
  expect(secondLines(entries, { ...model, kind: 'document' }, {}).get('rye-loaf')).toBe('rye-loaf · small')
})
