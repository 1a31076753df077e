import { expect, test } from 'vitest'
import { arrowSteps, readNumber, roundedLengths, stepNumber } from '../../model/numberText.ts'
import { readSum } from './sum.ts'
import { typedValue } from './typedValue.ts'

test('numbers are read with their units, and nothing else is one', () => {
  expect(readNumber(' 12px ')).toEqual({ value: 12, unit: 'px' })
  expect(readNumber('-.5EM')).toEqual({ value: -0.5, unit: 'em' })
  expect(readNumber('50%')).toEqual({ value: 50, unit: '%' })
  expect(['', 'px', '1px solid', 'var(--x)', '1.2.3', '12 px'].map(readNumber)).toEqual(Array(6).fill(undefined))
})

test('arrows step by one, by ten with shift and by a tenth with alt', () => {
  const key = (over: object) => arrowSteps({ key: 'ArrowUp', shiftKey: false, altKey: false, ...over })
  expect([key({}), key({ shiftKey: true }), key({ altKey: true }), key({ key: 'a' })]).toEqual([1, 10, 0.1, 0])
  expect(arrowSteps({ key: 'ArrowDown', shiftKey: true, altKey: false })).toBe(-10)
})

test('a step fits the unit and stays in what the property takes', () => {
  expect(stepNumber('margin-top', '12px', 1)).toBe('13px')
  expect(stepNumber('margin-top', '12px', -20)).toBe('-8px')
  expect(stepNumber('padding-top', '12px', -20)).toBe('0px')
  expect(stepNumber('width', '12px', 0.1)).toBe('12.1px')
  expect(stepNumber('gap', '1.5rem', -1)).toBe('1.4rem')
  expect(stepNumber('opacity', '0.95', 1)).toBe('1')
  expect(stepNumber('font-weight', '400', 1)).toBe('500')
  expect(stepNumber('transition-duration', '150ms', 1)).toBe('160ms')
  expect(stepNumber('width', 'auto', 1)).toBeUndefined()
})

test('sums are worked out with one unit, and left to the browser with several', () => {
  expect(readSum('24+8')).toBe('32')
  expect(readSum('24px + 8')).toBe('32px')
  expect(readSum('1.5rem*2')).toBe('3rem')
  expect(readSum('(10 + 2) * 3 - -4')).toBe('40')
  expect(readSum('100%/3')).toBe('33.3333%')
  expect(readSum('100% - 24px')).toBe('calc(100% - 24px)')
  expect(readSum('2*(100% - 24px)')).toBe('calc(2 * (100% - 24px))')
})

test('what is no sum is none', () => {
  for (const text of ['12px', '1px 2px', '24+', '(2', '4/0', 'var(--a) + 2', 'auto', '1 / 2 / ', '0 -4px', '']) {
    expect(readSum(text), text).toBeUndefined()
  }
})

test('a plain number takes the unit that the value had, or the usual one', () => {
  expect(typedValue('padding-top', '24', '12px')).toBe('24px')
  expect(typedValue('padding-top', '24', '1rem')).toBe('24rem')
  expect(typedValue('padding-top', '24+8', '')).toBe('32px')
  expect(typedValue('width', '50', 'auto')).toBe('50px')
  expect(typedValue('margin-left', '0', '3rem')).toBe('0')
  expect(typedValue('line-height', '1.5', '24px')).toBe('1.5')
  expect(typedValue('z-index', '10', 'auto')).toBe('10')
  expect(typedValue('transition-duration', '200', '')).toBe('200ms')
  expect(typedValue('rotate', '45', 'none')).toBe('45deg')
})

test('the name of a custom property becomes a reference to it, and a semicolon that was copied goes', () => {
  expect(typedValue('color', '--ink', 'red')).toBe('var(--ink)')
  expect(typedValue('--a', '--ink', '')).toBe('--ink')
  expect(typedValue('color', 'red;', '')).toBe('red')
  expect(typedValue('grid-column', '1 / 3', '')).toBe('1 / 3')
  expect(typedValue('aspect-ratio', '16/9', '')).toBe('16/9')
  expect(typedValue('margin', '0 -4px', '')).toBe('0 -4px')
})

test('computed values are read at two decimals', () => {
  expect(roundedLengths('163.375px 0.5px 12px')).toBe('163.38px 0.5px 12px')
})
