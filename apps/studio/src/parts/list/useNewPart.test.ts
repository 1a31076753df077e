import { expect, test } from 'vitest'
import { freeName } from './useNewPart.ts'

test('a new part has a name that no other has', () => {
  expect(freeName('Bracket', [])).toBe('Bracket')
  expect(freeName('Bracket', ['Bracket', 'Bracket 2'])).toBe('Bracket 3')
  expect(freeName(undefined, [])).toBe('Part 1')
  expect(freeName(undefined, ['A', 'Part 3'])).toBe('Part 4')
})
