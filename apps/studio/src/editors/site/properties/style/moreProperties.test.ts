import { expect, it } from 'vitest'
import { moreProperties } from './moreProperties.ts'

const set = (property: string, by = property) => ({ property, status: 'here' as const, source: { property: by } })

it('lists what no section shows, but not the rest of a shorthand that a section shows', () => {
  const longhands = [
    set('font-size', 'font'),
    set('font-kerning', 'font'),
    set('font-variant-caps'),
    set('columns-count', 'columns'),
    { ...set('hyphens'), status: 'inherited' as const },
  ]
  expect(moreProperties(longhands, new Set(['font-size']))).toEqual(['font-variant-caps', 'columns-count'])
})
