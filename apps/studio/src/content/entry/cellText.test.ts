import { expect, test } from 'vitest'
import { cellText } from './cellText.ts'

test('a cell names the entries of a relation, of several models too', () => {
  const titles = { 'person/ann': 'Ann Baker', 'post/a': 'A post' }
  const one = { type: 'relation', models: ['person'] }
  const several = { type: 'relations', models: ['person', 'post'] }
  expect(cellText('ann', one, titles)).toBe('Ann Baker')
  expect(cellText('gone', one, titles)).toBe('gone')
  const values = [
    { model: 'post', ref: 'a' },
    { model: 'person', ref: 'ann' },
  ]
  expect(cellText(values, several, titles)).toBe('A post, Ann Baker')
  expect(cellText(['x', 'y'], { type: 'array' })).toBe('x, y')
})
