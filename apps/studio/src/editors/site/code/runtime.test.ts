import { expect, test } from 'vitest'
import { choosable, idsIn, priorityOf, scopeOf, scriptChoices, withId } from './runtime.ts'

test('each option of a script changes what it says, and an unknown one is the first', () => {
  const choices = scriptChoices({
    enabled: true,
    priority: 0,
    scope: { kind: 'all-pages' },
    format: 'classic',
    placement: 'head',
    timing: 'idle',
  })
  expect(choices.map(({ value }) => value)).toEqual(['classic', 'head', 'idle'])
  for (const { options, take } of choices) {
    for (const [value] of options) expect(Object.values(take(value))).toEqual([value])
    expect(take('unknown')).toEqual(take(options[0]?.[0] ?? ''))
  }
})

test('a priority is a whole number within its bounds', () => {
  expect(['0', ' 7 ', '-3', '2.6', '20000', '-20000'].map(priorityOf)).toEqual([0, 7, -3, 3, 10_000, -10_000])
  expect(['first', '1 2', 'NaN', 'Infinity'].map(priorityOf)).toEqual([undefined, undefined, undefined, undefined])
})

test('a scope of another kind begins empty', () => {
  expect(['all-pages', 'pages', 'templates', 'unknown'].map(scopeOf)).toEqual([
    { kind: 'all-pages' },
    { kind: 'pages', pageIds: [] },
    { kind: 'templates', templatePageIds: [] },
    { kind: 'pages', pageIds: [] },
  ])
})

test('documents are added to a scope once, and taken out', () => {
  const one = withId(scopeOf('pages'), 'a', true)
  expect(withId(one, 'a', true)).toEqual({ kind: 'pages', pageIds: ['a'] })
  expect(idsIn(withId(one, 'b', true))).toEqual(['a', 'b'])
  expect(idsIn(withId(one, 'a', false))).toEqual([])
  expect(withId(scopeOf('templates'), 't', true)).toEqual({ kind: 'templates', templatePageIds: ['t'] })
})

test('every page needs no document', () => {
  expect(withId({ kind: 'all-pages' }, 'a', true)).toEqual({ kind: 'all-pages' })
  expect(idsIn({ kind: 'all-pages' })).toEqual([])
})

test('a scope of templates is chosen among templates, any other among pages', () => {
  const entries = [{ kind: 'page' }, { kind: 'template' }, { kind: 'component' }]
  expect(choosable(scopeOf('templates'), entries)).toEqual([{ kind: 'template' }])
  expect(choosable(scopeOf('pages'), entries)).toEqual([{ kind: 'page' }])
})
