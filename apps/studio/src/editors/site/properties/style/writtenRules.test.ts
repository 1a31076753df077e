import type { StyleTarget } from '@atelier/site'
import { expect, test } from 'vitest'
import * as strings from './strings.ts'
import { writtenRules } from './writtenRules.ts'

const target = (nodeId: string, selector: string, more: Partial<StyleTarget> = {}): StyleTarget => ({
  nodeId,
  selector,
  state: '',
  scope: 'base',
  conditions: [],
  layer: '',
  sheet: '',
  changes: [],
  ...more,
})

test('an edit of several elements names each rule that it writes, and for how many', () => {
  const card = { rule: { ruleId: 'r1' } }
  const rules = writtenRules([
    target('a', '.card', card),
    target('b', '.hero', { state: ':hover' }),
    target('c', '.card', card),
    target('d', '.card', { rule: { ruleId: 'r2' }, layer: 'base' }),
    target('e', 'style', { attribute: true }),
  ])
  expect(rules).toEqual([
    { name: '.card', count: 2 },
    { name: '.hero:hover', count: 1 },
    { name: '.card', count: 1 },
    { name: strings.styleAttribute, count: 1 },
  ])
  expect(strings.writes(rules)).toBe('Writes 4 rules: .card (2), .hero:hover (1), .card (1), style attribute (1)')
  expect(strings.writes([{ name: '.card', count: 3 }])).toBe('Writes .card, for 3 elements')
})
