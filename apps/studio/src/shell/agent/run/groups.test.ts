import type { ChangeLine } from '@atelier/api'
import { expect, test } from 'vitest'
import { groupChanges } from './groups.ts'

const declaration = (target: string, label: string): ChangeLine => ({
  kind: 'changed',
  what: 'declaration',
  target,
  label,
})

test('declarations of one rule stand together, under its selector', () => {
  const rule: ChangeLine = { kind: 'added', what: 'rule', target: 'r3', label: '.new' }
  const groups = groupChanges([
    declaration('r1', '.card a:hover color'),
    rule,
    declaration('r2', '.card a:hover color'),
    declaration('r1', '.card a:hover font'),
  ])
  expect(
    groups.map((group) => (group.kind === 'rule' ? group.declarations.map((each) => each.property) : '-')),
  ).toEqual([['color', 'font'], '-', ['color']])
  expect(groups[0]).toMatchObject({ kind: 'rule', selector: '.card a:hover' })
})

test('no line is lost, also if a label does not name a property', () => {
  expect(groupChanges([declaration('r1', 'color')])).toEqual([{ kind: 'line', line: declaration('r1', 'color') }])
})
