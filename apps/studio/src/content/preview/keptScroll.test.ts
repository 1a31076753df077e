import { expect, test } from 'vitest'
import { scrollName, scrollOf } from './keptScroll.ts'

test('a scroll position is read from what a page says, and nothing else is', () => {
  expect(scrollOf({ atelierScroll: [0, 420] })).toEqual([0, 420])
  for (const other of [
    undefined,
    'x',
    {},
    { atelierScroll: [1] },
    { atelierScroll: [0, -1] },
    { atelierScroll: '0,1' },
  ])
    expect(scrollOf(other)).toBeUndefined()
  expect(scrollName([0, 420.5])).toBe('atelier-scroll:0,421')
})
