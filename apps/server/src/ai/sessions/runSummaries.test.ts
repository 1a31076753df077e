import { expect, it } from 'vitest'
import { countLines } from './runSummaries.ts'

it('counts lines by what they are about and what became of it, in the order in which they come', () => {
  expect(countLines([])).toEqual([])
  expect(
    countLines([
      { what: 'section', kind: 'added' },
      { what: 'rule', kind: 'added' },
      { what: 'section', kind: 'removed' },
      { what: 'section', kind: 'added' },
    ]),
  ).toEqual([
    { what: 'section', kind: 'added', count: 2 },
    { what: 'rule', kind: 'added', count: 1 },
    { what: 'section', kind: 'removed', count: 1 },
  ])
})
