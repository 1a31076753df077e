import type { StyleSource, StyleTarget } from '@atelier/site'
import { expect, test } from 'vitest'
import { dropIndex, listParts, moveBeside, movePart, splitList, withPart } from '../../model/lists.ts'
import { dragTrack, printTracks, readTracks } from '../../model/tracks.ts'
import { printShadow, readShadow } from './shadow.ts'
import { printCurve, printTransitions, readCurve, readTransitions } from './transitions.ts'
import {
  isOfTarget,
  joinValues,
  longhandsOfField,
  namedAsDeclared,
  ruleWish,
  sharedValue,
  sourceText,
  strongerValues,
} from './values.ts'

test('a list is split at its own commas, not at those of its functions', () => {
  const value = 'linear-gradient(red, rgb(0, 0, 0)), url("a,b.png")'
  expect(splitList(value)).toEqual(['linear-gradient(red, rgb(0, 0, 0))', 'url("a,b.png")'])
  expect(listParts('none')).toEqual([])
  expect(withPart(value, 0, 'none')).toBe('none, url("a,b.png")')
  expect(withPart('a, b', 1, '')).toBe('a')
  expect(withPart('a', 0, '')).toBe('none')
  expect(withPart('a', 1, 'b')).toBe('a, b')
  expect(movePart('a, b, c', 2, 0)).toBe('c, a, b')
})

test('a dragged part comes behind those that the pointer has passed', () => {
  const middles = [10, 30, 50]
  expect([5, 20, 40, 60].map((pointer) => dropIndex(middles, 0, pointer))).toEqual([0, 0, 1, 2])
  expect([5, 20, 40, 60].map((pointer) => dropIndex(middles, 2, pointer))).toEqual([0, 1, 2, 2])
})

test('what is given for each layer moves and goes with it, and what is given for all stays', () => {
  const lists = { size: 'cover, 20px', repeat: 'no-repeat', origin: '' }
  expect(moveBeside(lists, 2, 1, 0)).toEqual({ size: '20px, cover' })
  expect(moveBeside(lists, 2, 0, undefined)).toEqual({ size: '20px' })
  expect(moveBeside(lists, 1, 0, undefined)).toEqual({})
})

test('a shadow is read and written back', () => {
  for (const text of ['0 1px 2px red', 'inset 0 0 4px 2px rgb(0 0 0 / 0.5)', '1px 1px', '0 2px var(--ink)']) {
    const read = readShadow(text)
    expect(read && printShadow(read)).toBe(text)
  }
  expect(readShadow('var(--shadow)')).toBeUndefined()
})

test('transitions are read and written back', () => {
  for (const text of ['opacity 200ms', 'all 1s cubic-bezier(0.2, 0, 0, 1) 100ms, color 150ms linear', 'none']) {
    expect(printTransitions(readTransitions(text) ?? [])).toBe(text)
  }
  expect(readTransitions('var(--move)')).toBeUndefined()
})

test('a curve has its name where it has one, and x stays within the time', () => {
  expect(readCurve('ease-out')).toEqual([0, 0, 0.58, 1])
  expect(readCurve('cubic-bezier(.2, 0, 0, 1.4)')).toEqual([0.2, 0, 0, 1.4])
  expect(readCurve('steps(4)')).toBeUndefined()
  expect(printCurve([0, 0, 0.58, 1])).toBe('ease-out')
  expect(printCurve([-1, -0.4, 2, 1.5])).toBe('cubic-bezier(0, -0.4, 1, 1.5)')
})

test('tracks are listed one by one, and repeated where they are equal', () => {
  expect(readTracks('repeat(3, minmax(0, 1fr)) 20px')).toEqual([...Array(3).fill('minmax(0, 1fr)'), '20px'])
  expect(readTracks('none')).toEqual([])
  expect(readTracks('repeat(auto-fit, minmax(200px, 1fr))')).toBeUndefined()
  expect(printTracks(['1fr', '1fr', '1fr'])).toBe('repeat(3, 1fr)')
  expect(printTracks(['1fr', '2fr'])).toBe('1fr 2fr')
  expect(printTracks([])).toBe('none')
})

test('the line between two tracks shares fractions, and makes a length longer', () => {
  expect(dragTrack(['1fr', '1fr'], [100, 100], 0, 50)).toEqual(['1.5fr', '0.5fr'])
  expect(dragTrack(['1fr', '1fr'], [100, 100], 0, 500)).toEqual(['1.9fr', '0.1fr'])
  const least = ['minmax(0, 5fr)', 'minmax(0, 5fr)']
  expect(dragTrack(least, [100, 100], 0, 20)).toEqual(['minmax(0, 6fr)', 'minmax(0, 4fr)'])
  expect(dragTrack(['200px', '1fr'], [200, 400], 0, 25)).toEqual(['225px', '1fr'])
  expect(dragTrack(['1fr', '200px'], [400, 200], 0, 25)).toEqual(['1fr', '175px'])
  expect(dragTrack(['auto', '1fr'], [120, 400], 0, -20)).toEqual(['100px', '1fr'])
})

test('sides that are equal are one value', () => {
  const value = (text: string) => ({ value: text, origin: 'here' as const })
  const of = (...texts: string[]) => joinValues('border-radius', texts.map(value)).value
  expect(of('4px', '4px', '4px', '4px')).toBe('4px')
  expect(of('4px', '8px', '4px', '8px')).toBe('4px 8px')
  expect(of('4px', '8px', '2px', '8px')).toBe('4px 8px 2px')
  expect(of('4px', '8px', '2px', '1px')).toBe('4px 8px 2px 1px')
  expect(joinValues('gap', [value('4px'), { value: '', origin: 'none' }])).toMatchObject({ value: '', origin: 'mixed' })
  expect(longhandsOfField('gap')).toEqual(['row-gap', 'column-gap'])
})

test('a shorthand that one declaration sets is shown as it is written, and by its parts once one differs', () => {
  const source: StyleSource = {
    ...{
      nodeId: 'n',
      ruleId: 'r',
      declarationId: 'd',
      selector: '.a',
      conditions: [],
      state: '',
      sheet: '',
      layer: '',
    },
    ...{ property: 'animation-range', value: 'entry 0% cover 50%', important: false },
  }
  const part = (value: string, over: Partial<StyleSource> = {}) => ({
    ...{ value, origin: 'here' as const, source: { ...source, ...over } },
  })
  const parts = longhandsOfField('animation-range')
  expect(parts).toEqual(['animation-range-start', 'animation-range-end'])
  const whole = [part('entry 0%'), part('cover 50%')]
  expect(joinValues('animation-range', whole)).toMatchObject({ value: 'entry 0% cover 50%', origin: 'here' })
  const other = [part('entry 0%'), part('exit', { property: 'animation-range-end', value: 'exit', declarationId: 'e' })]
  expect(joinValues('animation-range', other)).toMatchObject({ value: 'entry 0% exit' })
})

const target = (ruleId: string | undefined, attribute = false): StyleTarget => ({
  ...{ nodeId: 'n', selector: '.a', state: '', scope: 'base', conditions: [], layer: '', sheet: '', changes: [] },
  ...(ruleId === undefined ? {} : { rule: { ruleId } }),
  ...(attribute ? { attribute } : {}),
})

test('what is taken away is named as the rule has it', () => {
  const source = { nodeId: 'n', ruleId: 'r', selector: '.a', conditions: [], state: '', sheet: '', layer: '' }
  const sides = ['top', 'right', 'bottom', 'left'].map((side) => `padding-${side}`)
  const longhands = new Map(
    sides.map((property) => [
      property,
      {
        property,
        value: '4px',
        status: 'here' as const,
        source: { ...source, property: 'padding', value: '4px', important: false },
        overridden: [],
        variables: [],
      },
    ]),
  )
  expect(namedAsDeclared({ 'padding-top': null }, longhands, target('r'))).toEqual({ padding: null })
  expect(namedAsDeclared({ 'padding-top': null }, longhands, target('other'))).toEqual({ 'padding-top': null })
  expect(namedAsDeclared({ 'padding-top': null, color: 'red' }, longhands, target('r'))).toEqual({
    'padding-top': 'initial',
    color: 'red',
  })
})

test('elements that differ are mixed, and a shorthand with references is left to the browser', () => {
  const style = (property: string, value: string, source = property) => ({
    property,
    value,
    status: 'here' as const,
    source: {
      nodeId: 'n',
      selector: '.a',
      conditions: [],
      state: '',
      sheet: '',
      layer: '',
      property: source,
      value,
      important: false,
    },
    overridden: [],
    variables: [],
  })
  expect(sharedValue([style('color', 'red'), style('color', 'red')])).toMatchObject({ value: 'red', origin: 'here' })
  expect(sharedValue([style('color', 'red'), undefined])).toEqual({ value: '', origin: 'mixed' })
  expect(sharedValue([undefined, undefined])).toEqual({ value: '', origin: 'none' })
  expect(sharedValue([style('font-size', '500 1rem var(--sans)', 'font')])).toMatchObject({ value: '', origin: 'here' })
  expect(sharedValue([style('padding-top', 'var(--a)', 'padding')])).toMatchObject({ value: 'var(--a)' })
})

test('the declarations that win are named by their rule, and lead to it', () => {
  const source = { nodeId: 'n', conditions: [], state: '', sheet: '', layer: '', value: 'x', important: false }
  const at = (
    property: string,
    from: Pick<StyleSource, 'selector' | 'ruleId' | 'made' | 'file'>,
    reason?: 'order',
  ) => ({
    ...{ property, value: 'x', status: 'elsewhere' as const, overridden: [], variables: [] },
    source: { ...source, ...from, property },
    ...(reason ? { stronger: reason } : {}),
  })
  const longhands = [
    at('top', { selector: 'a', ruleId: 'weak' }),
    at('left', { selector: '.b', ruleId: 'r' }, 'order'),
    at('color', { selector: 'style' }, 'order'),
    at('gap', { selector: '.b', ruleId: 'r' }, 'order'),
  ]
  const [rule, attribute, more] = strongerValues(longhands)
  expect([rule?.properties, attribute?.properties, more]).toEqual([['left', 'gap'], ['color'], undefined])
  expect(rule && ruleWish({ ...rule.source, state: ':hover' })).toEqual({ ruleId: 'r', state: ':hover' })
  expect(attribute && ruleWish(attribute.source)).toEqual({ attribute: true })
  expect(attribute && isOfTarget(attribute.source, target(undefined, true))).toBe(true)
  const file = at('top', { selector: '.x', made: 'code', file: 'late.css' }).source
  expect([isOfTarget(file, target(undefined, true)), isOfTarget(file, target(undefined))]).toEqual([false, false])
  expect(sourceText(file, () => '')).toBe('.x in late.css')
})
