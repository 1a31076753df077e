import { expect, test } from 'vitest'
import { describeCosts } from './budgets.ts'

test('the tests of each part are added up by project, and what is over its budget or costs much is named', () => {
  const text = describeCosts([
    { path: 'packages/cad/src/box.test.ts', project: 'unit', seconds: 21 },
    { path: 'e2e/parts.test.ts', project: 'e2e', seconds: 140.4 },
    { path: 'packages/agent/src/loop/loop.test.ts', project: 'unit', seconds: 2 },
  ])
  expect(text.split('\n')).toEqual([
    'CPU seconds against the budgets of scripts/tests/budgets.ts, 163 in all:',
    '  161 of  150 s  parts: unit 21, e2e 140  OVER',
    '    2 of   30 s  agent: unit 2',
    'Files that cost more than 20 CPU seconds:',
    '  140 s  e2e/parts.test.ts',
    '   21 s  packages/cad/src/box.test.ts',
    '',
  ])
})
