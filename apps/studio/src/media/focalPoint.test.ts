import { expect, test } from 'vitest'
import { focalPointText, readFocalPoint } from './focalPoint.ts'

test('a focal point is read from words and per cent, in either order, and from nothing else', () => {
  expect(readFocalPoint('30% 70.5%')).toEqual({ x: 30, y: 70.5 })
  expect(readFocalPoint('top left')).toEqual({ x: 0, y: 0 })
  expect(readFocalPoint('bottom')).toEqual({ x: 50, y: 100 })
  expect(readFocalPoint('right')).toEqual({ x: 100, y: 50 })
  for (const value of ['10px 20%', 'left 10% top 20%', 'inherit', '', undefined]) {
    expect.soft(readFocalPoint(value), String(value)).toBeUndefined()
  }
})

test('a focal point stays within the picture', () => {
  expect(focalPointText({ x: -3, y: 104.2 })).toBe('0% 100%')
  expect(focalPointText({ x: 33.4, y: 50 })).toBe('33% 50%')
})
