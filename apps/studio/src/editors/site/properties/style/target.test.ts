import type { StyleTarget } from '@atelier/site'
import { expect, test } from 'vitest'
import { changedDeclarations, readDeclarations } from '../../model/declarationText.ts'
import { anchorChange, anchorOf, anchors } from './anchors.ts'
import { boxProperty, movedSides } from './boxSides.ts'
import { displayChange, displayKind, padAxes } from './displayKind.ts'
import { moveStop, newGradient, printGradient, readGradient } from './gradient.ts'
import { previewCss } from './previewCss.ts'
import { conditionText, scopeText } from './targetText.ts'
import { transitionText } from './transitions.ts'

const target: StyleTarget = {
  nodeId: 'n',
  selector: '.card',
  state: '',
  scope: 'base',
  conditions: [],
  layer: '',
  sheet: '',
  changes: [],
}

test('the width of a target is said in a few characters', () => {
  expect(scopeText(target)).toBe('All widths')
  expect(scopeText({ ...target, scope: 'width', conditions: ['@media (max-width: 768px)'] })).toBe('≤ 768')
  expect(scopeText({ ...target, scope: 'chosen', layer: 'base' })).toBe('@layer base')
  expect(conditionText('@media screen and (min-width: 48rem)')).toBe('≥ 48rem')
  expect(conditionText('@media (max-width: 767.98px)')).toBe('< 768')
  expect(conditionText('@media (max-width: 47.99875em)')).toBe('< 48em')
  expect(conditionText('@media (width < 30em)')).toBe('< 30em')
  expect(conditionText('@media (prefers-color-scheme: dark)')).toBe('(prefers-color-scheme: dark)')
  expect(conditionText('@container (min-width: 20rem)')).toBe('@container (min-width: 20rem)')
})

test('a preview is under the conditions of the target, for the whole selector if that shows it', () => {
  const red = { color: 'red' }
  expect(previewCss(target, red, '#path')).toBe('.card { color: red !important; }')
  const narrow = { ...target, conditions: ['@media (max-width: 768px)'], state: '::before' }
  expect(previewCss(narrow, red, '#path')).toBe(
    '@media (max-width: 768px) { .card::before { color: red !important; } }',
  )
  expect(previewCss({ ...target, state: ':hover::after' }, red, '#path')).toBe(
    '#path::after { color: red !important; }',
  )
  expect(previewCss({ ...target, addsClass: 'card' }, red, '#path')).toBe('#path { color: red !important; }')
})

test('declarations are read from a rule or without one, and compared', () => {
  const before = readDeclarations('.a { color: red; margin: 0 }')
  const after = readDeclarations('color: blue; padding: 1px !important')
  expect([...after]).toEqual([
    ['color', 'blue'],
    ['padding', '1px !important'],
  ])
  expect(changedDeclarations(before, after)).toEqual({ color: 'blue', margin: null, padding: '1px !important' })
  const important = readDeclarations('color: red !important')
  expect(changedDeclarations(important, readDeclarations('color: blue !important'))).toEqual({ color: 'blue' })
})

test('an anchor is set, and known again by the sides that it sets', () => {
  for (const anchor of anchors) {
    const sides = anchorChange(anchor)
    expect(anchorOf((side) => sides[side] ?? '')).toBe(anchor)
  }
  expect(anchorOf(() => 'auto')).toBeUndefined()
})

test('alt takes the opposite side along, shift all', () => {
  expect(movedSides('top', { shift: false, alt: false })).toEqual(['top'])
  expect(movedSides('left', { shift: false, alt: true })).toEqual(['left', 'right'])
  expect(movedSides('left', { shift: true, alt: false })).toHaveLength(4)
  expect([boxProperty('inset', 'top'), boxProperty('padding', 'top')]).toEqual(['top', 'padding-top'])
})

test('a layout has a button, and its button writes no more than it needs', () => {
  expect(displayKind('inline-flex', 'column-reverse')).toBe('column')
  expect(displayKind('flex', 'row')).toBe('row')
  expect(displayKind('inline', '')).toBe('other')
  expect(displayChange('row', 'row')).toEqual({ display: 'flex' })
  expect(displayChange('row', 'column')).toEqual({ display: 'flex', 'flex-direction': 'row' })
  expect(displayChange('column', 'row')).toEqual({ display: 'flex', 'flex-direction': 'column' })
  expect(padAxes('column').down).toBe('justify-content')
})

test('gradients are read and written back', () => {
  const all = [
    'linear-gradient(90deg, red 0%, rgb(0 0 0 / 0.5) 100%)',
    'repeating-radial-gradient(circle at top, red, blue 20px)',
  ]
  for (const text of [...all, newGradient('conic')]) {
    const read = readGradient(text)
    expect(read && printGradient(read)).toBe(text)
  }
  expect(readGradient('linear-gradient(red, 30%, blue)')).toBeUndefined()
  expect(readGradient('url(a.png)')).toBeUndefined()
  const three = readGradient('conic-gradient(from 0deg, red 0%, lime 40%, blue)')
  const printed = (from: number, to: number) => three && printGradient(moveStop(three, from, to))
  expect(printed(0, 2)).toBe('conic-gradient(from 0deg, lime 0%, blue 40%, red)')
  expect(printed(2, 1)).toBe('conic-gradient(from 0deg, red 0%, blue 40%, lime)')
})

test('a transition is put together from its longhands', () => {
  const lists: Record<string, string> = {
    'transition-property': 'color, opacity',
    'transition-duration': '120ms',
    'transition-timing-function': 'cubic-bezier(0.2, 0, 0, 1), ease',
    'transition-delay': '',
  }
  expect(transitionText((property) => lists[property] ?? '', '')).toBe(
    'color 120ms cubic-bezier(0.2, 0, 0, 1), opacity 120ms ease',
  )
  expect(transitionText(() => '', '')).toBe('')
})
