import { expect, test } from 'vitest'
import { indented, isLongMessage, planLabel } from './folded.ts'

test('a message of more than twelve lines, or of as much text, is long', () => {
  expect(isLongMessage('line\n'.repeat(11))).toBe(false)
  expect(isLongMessage('line\n'.repeat(13))).toBe(true)
  expect(isLongMessage('word '.repeat(400))).toBe(true)
})

test.each([
  ['{"siteName":"Ferment","pages":[]}', false, 'The plan of Ferment'],
  ['```json\n{ "siteName": "Ferment" }\n```', false, 'The plan of Ferment'],
  ['{"siteName":"Fer', true, 'Writing a plan'],
  ['{"a":1}', false, 'An answer in JSON'],
  ['{ curly } words', false, undefined],
  ['The plan: {"siteName":"Ferment"}', false, undefined],
  ['{"siteName":"Ferment"} is the plan.', false, undefined],
])('%s is shown as %s', (text, streaming, label) => {
  expect(planLabel(text, streaming)).toBe(label)
})

test('JSON gets its lines, anything else stays', () => {
  expect(indented('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(indented('{"a":')).toBe('{"a":')
})
