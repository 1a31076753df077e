import { expect, it, test } from 'vitest'
import { columnsOf, sizeInWords, tileAfter } from './tiles.ts'

it('arrow keys walk the tiles, by one and by a row, and stop at both ends', () => {
  expect(tileAfter('ArrowRight', 1, 3, 8)).toBe(2)
  expect(tileAfter('ArrowLeft', 1, 3, 8)).toBe(0)
  expect(tileAfter('ArrowDown', 1, 3, 8)).toBe(4)
  expect(tileAfter('ArrowUp', 4, 3, 8)).toBe(1)
  expect(tileAfter('ArrowUp', 1, 3, 8)).toBe(0)
  expect(tileAfter('ArrowDown', 6, 3, 8)).toBe(7)
  expect(tileAfter('Enter', 1, 3, 8)).toBeUndefined()
})

test('the size of a file names its pixels only if it has them', () => {
  expect(sizeInWords({ width: 1600, height: 900, bytes: 240_400 })).toBe('1600 × 900 · 240 kB')
  expect(sizeInWords({ width: 1600, bytes: 240_400 })).toBe('240 kB')
  expect([0, 999_499, 1_000_000, 2_450_001].map((bytes) => sizeInWords({ bytes }))).toEqual([
    '1 kB',
    '999 kB',
    '1.0 MB',
    '2.5 MB',
  ])
})

test('the tiles of a row are those as high as the first', () => {
  expect(columnsOf([0, 0, 0, 90, 90])).toBe(3)
  expect(columnsOf([0, 0])).toBe(2)
  expect([columnsOf([]), columnsOf([40]), columnsOf([40, 80])]).toEqual([0, 1, 1])
})
