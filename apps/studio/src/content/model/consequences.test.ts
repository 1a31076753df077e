import { expect, test } from 'vitest'
import { choicesFor } from './Consequences.tsx'

const broken = { field: 'price', count: 5, convertible: 4, default: false, required: false }
const choices = (what: string, more: object = {}) =>
  choicesFor({ ...broken, what, ...more }, 'en', false).map(({ value, label }) => `${value}: ${label}`)

test('values that no longer fit are converted, filled in or taken away, as far as the field allows it', () => {
  expect(choices('type changed')).toEqual(['convert: Convert 4, take 1 away', 'drop: Take the values away'])
  expect(choices('narrowed', { convertible: 5, default: true, required: true })).toEqual([
    'convert: Convert the values',
    'default: Fill in the default',
  ])
  expect(choices('removed')).toEqual(['drop: Take the values away'])
})

test('what is required is filled in where there is a default, and otherwise left to be mended', () => {
  expect(choices('became required', { required: true })).toEqual(['convert: Leave it empty, to be filled in by hand'])
  expect(choices('added required', { required: true, default: true })[0]).toBe('default: Fill in the default')
})

test('later repeated values are renamed, or go', () => {
  expect(choices('became unique')).toEqual([
    'convert: Add a number to the later ones',
    'drop: Take it away from the later ones',
  ])
})
