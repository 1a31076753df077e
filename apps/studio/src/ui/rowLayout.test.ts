import { describe, expect, it } from 'vitest'
import { joinWindows, layoutRows, rowAt, rowsBetween, scrollPlace } from './rowLayout.ts'

const heights = [10, 30, 0, 20]
const tops = layoutRows(heights.length, (at) => heights[at] ?? 0, 5)
const none = layoutRows(0, () => 0, 5)

describe('rows of different heights', () => {
  it('begin where the one before ends', () => {
    expect([...tops]).toEqual([5, 15, 45, 45, 65])
    expect([...none]).toEqual([5])
  })

  it('are found by a height, also above the first and below the last', () => {
    expect([-100, 5, 14, 15, 44, 50, 1000].map((y) => rowAt(tops, y))).toEqual([0, 0, 0, 1, 1, 3, 3])
    expect(rowAt(none, 10)).toBe(0)
  })

  it('are rendered if a part of them is in sight, and at least one of them', () => {
    expect(rowsBetween(tops, 20, 50)).toEqual({ first: 1, end: 4 })
    expect(rowsBetween(tops, -500, -400)).toEqual({ first: 0, end: 1 })
    expect(rowsBetween(tops, 900, 1000)).toEqual({ first: 3, end: 4 })
    expect(rowsBetween(none, 0, 100)).toEqual({ first: 0, end: 0 })
  })

  it('are rendered once where they are wanted twice', () => {
    const windows = [
      { first: 8, end: 10 },
      { first: 0, end: 2 },
      { first: 2, end: 3 },
      { first: 9, end: 12 },
      { first: 5, end: 5 },
    ]
    expect(joinWindows(windows)).toEqual([
      { first: 0, end: 3 },
      { first: 8, end: 12 },
    ])
    expect(joinWindows([])).toEqual([])
  })
})

it('the conversation follows near its end, and offers the way back far from it', () => {
  expect(scrollPlace(0)).toEqual({ follows: true, away: false })
  expect(scrollPlace(48)).toEqual({ follows: false, away: false })
  expect(scrollPlace(240)).toEqual({ follows: false, away: false })
  expect(scrollPlace(241)).toEqual({ follows: false, away: true })
})
