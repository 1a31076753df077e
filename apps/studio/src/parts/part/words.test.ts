import { expect, test } from 'vitest'
import {
  areaText,
  bytesText,
  dimensionIn,
  isPlainValue,
  numberText,
  requirementText,
  sizeText,
  unitOf,
  volumeText,
} from './words.ts'

test('numbers have the digits that a person reads', () => {
  expect([15583.628, 4000, 12.345678, 0.00012345, 0, -0.0001, -1234567].map(numberText)).toEqual([
    '15\u202f583.6',
    '4000',
    '12.35',
    '0.000123',
    '0',
    '−0.0001',
    '−1\u202f234\u202f567',
  ])
})

test('measures are in the units of the part', () => {
  const box = { min: [-40, -20, 0] as [number, number, number], max: [40, 20, 5] as [number, number, number] }
  expect(sizeText({ box }, 'mm')).toBe('80 × 40 × 5 mm')
  expect(sizeText({ box }, 'cm')).toBe('8 × 4 × 0.5 cm')
  expect(sizeText({}, 'mm')).toBeUndefined()
  expect(volumeText(25.4 ** 3, 'in')).toBe('1 in³')
  expect(areaText(200, 'cm')).toBe('2 cm²')
})

test('files have sizes, and requirements the unit of what they measure', () => {
  expect([12, 41_230, 2_345_678].map(bytesText)).toEqual(['12 B', '41.2 kB', '2.3 MB'])
  expect(requirementText(80, 'box.x', 'cm')).toBe('8')
  expect(requirementText(80, 'mass', 'cm')).toBe('80')
  expect(requirementText('width', 'box.x', 'cm')).toBe('width')
  expect([unitOf('box.x', 'in'), unitOf('angle(a, b)', 'mm'), unitOf('mass', 'mm'), unitOf('bodies', 'mm')]).toEqual([
    'in',
    '°',
    'g',
    '',
  ])
})

test('what is typed is a number, or an expression', () => {
  expect([' 80 ', '-0.5', '80 mm', 'width / 2'].map(dimensionIn)).toEqual([80, -0.5, '80 mm', 'width / 2'])
  expect(['80 mm', '5', 'width / 2', '8 in'].map(isPlainValue)).toEqual([true, true, false, false])
})
