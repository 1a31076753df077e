import { expect, test } from 'vitest'
import { sections } from './sections.ts'

test('no two sections of the style panel show the same property', () => {
  const all = sections.flatMap(({ properties }) => properties)
  expect(all.filter((property, index) => all.indexOf(property) !== index)).toEqual([])
})
