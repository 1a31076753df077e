import { describe, expect, test } from 'vitest'
import { flexDirection, flexWay, gridLines, linesBetween, placeTracks, spacesBetween, wayOf } from './tracks.ts'

describe('tracks of 100 and 200 px with a gap of 20 in a room of 400', () => {
  const place = (align: string, reversed = false) =>
    placeTracks({ sizes: [100, 200], gap: 20, align, reversed }, 400).map(({ at }) => at)

  test.each([
    ['normal', [0, 120]],
    ['center', [40, 160]],
    ['end', [80, 200]],
    ['space-between', [0, 200]],
    ['space-around', [20, 180]],
    ['space-evenly', [80 / 3, 120 + (80 / 3) * 2]],
  ])('with %s', (align, expected) => {
    place(align).forEach((at, index) => {
      expect(at).toBeCloseTo(expected[index] ?? -1)
    })
  })

  test('from the right to the left', () => {
    expect(place('normal', true)).toEqual([300, 80])
  })
})

test('a grid has lines at the edges of its tracks, and spaces between them', () => {
  const columns = placeTracks({ sizes: [100, 100], gap: 20, align: 'normal' }, 220)
  const rows = placeTracks({ sizes: [50, 50], gap: 0, align: 'normal' }, 100)
  const lines = gridLines({ left: 10, top: 5, width: 220, height: 100 }, columns, rows)
  expect(lines.filter(({ width }) => width === 0).map(({ left }) => left)).toEqual([10, 110, 130, 230])
  expect(lines.filter(({ height }) => height === 0).map(({ top }) => top)).toEqual([5, 55, 105])
  expect(spacesBetween(columns)).toEqual([{ at: 100, size: 20 }])
  expect(spacesBetween(rows)).toEqual([])
  expect(linesBetween(columns)).toEqual([{ index: 0, at: 110 }])
  expect(linesBetween(columns.toReversed())).toEqual([{ index: 0, at: 110 }])
})

test('the direction of a flex box follows that of the text', () => {
  expect(flexWay('row', false)).toBe('right')
  expect(flexWay('row', true)).toBe('left')
  expect(flexWay('row-reverse', true)).toBe('right')
  expect(flexWay('column-reverse', false)).toBe('up')
})

test.each([
  ['row', false, 'right'],
  ['row', true, 'left'],
  ['row-reverse', false, 'left'],
  ['row-reverse', true, 'right'],
  ['column', true, 'down'],
  ['column-reverse', false, 'up'],
] as const)('%s goes, right to left %s, %s, and the way back names it', (direction, isRightToLeft, way) => {
  expect(flexWay(direction, isRightToLeft)).toBe(way)
  expect(flexDirection(way, isRightToLeft)).toBe(direction)
})

test.each([
  [20, 5, 'right'],
  [-20, 19, 'left'],
  [3, 12, 'down'],
  [-3, -12, 'up'],
  [9, -9, undefined],
])('a movement by %s and %s goes %s', (across, down, way) => {
  expect(wayOf(across, down)).toBe(way)
})
