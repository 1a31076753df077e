import { expect, it } from 'vitest'
import { countLines, createRunSummaries } from './runSummaries.ts'

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

it('returns empty counts for a run that changed nothing', async () => {
  const summarize = createRunSummaries({ changes: async () => undefined, describe: () => [] })
  expect(await summarize(['a', 'b'])).toEqual([
    { runId: 'a', state: 'applied', documents: 0, counts: [] },
    { runId: 'b', state: 'applied', documents: 0, counts: [] },
  ])
})
