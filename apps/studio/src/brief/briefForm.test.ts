import { expect, test } from 'vitest'
import { addressOf, briefFaults, budgetOf, projectName, requestOf } from './briefForm.ts'
import * as strings from './strings.ts'

test.each([
  ['example.com', 'https://example.com/'],
  [' http://example.com/a ', 'http://example.com/a'],
  ['', undefined],
  ['bakery', undefined],
  ['file:///etc/passwd', undefined],
  ['javascript://example.com', undefined],
])('the address %j is requested as %j', (typed, address) => {
  expect(addressOf(typed)).toBe(address)
})

test.each([
  ['5', 5],
  ['$2.50', 2.5],
  ['2,50', 2.5],
  ['0', undefined],
  ['1001', undefined],
  ['a lot', undefined],
])('the budget %j is %j dollars', (typed, dollars) => {
  expect(budgetOf(typed)).toBe(dollars)
})

test('what is left empty is not asked for, and what is wrong is named', () => {
  expect(requestOf('pages', { brief: ' More. ', address: '', budget: '' }, {})).toEqual({
    kind: 'pages',
    brief: 'More.',
  })
  expect(requestOf('site', { brief: 'A.', address: 'a.example', budget: '5' }, { modelId: 'm' })).toEqual({
    kind: 'site',
    brief: 'A.',
    urls: ['https://a.example/'],
    budgetUsd: 5,
    modelId: 'm',
  })
  expect(briefFaults({ brief: '', address: '', budget: '' })).toEqual({})
  expect(Object.keys(briefFaults({ brief: '', address: 'x', budget: 'x' }))).toEqual(['address', 'budget'])
})

test('a project is called as the business, or as a new site', () => {
  expect(projectName(strings.examples[0].brief)).toBe('Ferment')
  expect(projectName('something with cats')).toBe(strings.newSite)
})
