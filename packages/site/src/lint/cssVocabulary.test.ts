import { expect, test } from 'vitest'
import { loadGrammar } from './cssTree.ts'
import { propertyNames, propertyVocabulary } from './cssVocabulary.ts'

const grammar = await loadGrammar()

test('the names of properties are those of CSS, sorted, without prefixes', () => {
  const names = propertyNames(grammar)
  expect(names).toEqual(expect.arrayContaining(['animation-timeline', 'display', 'padding-top', 'view-timeline']))
  expect(names.filter((name) => name.startsWith('-'))).toEqual([])
  expect(names).toEqual([...names].sort())
})

test('a property has its keywords, its functions and the kinds of value that it takes', () => {
  const display = propertyVocabulary(grammar, 'display')
  expect(display.words).toEqual(expect.arrayContaining(['block', 'inline', 'flex', 'grid', 'none', 'contents']))
  const columns = propertyVocabulary(grammar, 'grid-template-columns')
  expect(columns.words).toEqual(expect.arrayContaining(['minmax()', 'repeat()', 'fit-content()', 'subgrid', 'auto']))
  expect(columns.kinds.has('length')).toBe(true)
  expect([...propertyVocabulary(grammar, 'padding-top').kinds]).toEqual(
    expect.arrayContaining(['length', 'percentage']),
  )
  expect(propertyVocabulary(grammar, 'border-top-color').kinds.has('color')).toBe(true)
  expect(propertyVocabulary(grammar, 'z-index').kinds.has('integer')).toBe(true)
  expect(propertyVocabulary(grammar, 'no-such-property')).toEqual({ words: [], kinds: new Set() })
})

test('the names of colours are left to the colour picker, and text in brackets to the function', () => {
  const { words } = propertyVocabulary(grammar, 'box-shadow')
  expect(words).toEqual(expect.arrayContaining(['none', 'inset']))
  expect(words).not.toContain('aliceblue')
  expect(propertyVocabulary(grammar, 'filter').words).toEqual(
    expect.arrayContaining(['none', 'blur()', 'drop-shadow()']),
  )
})
