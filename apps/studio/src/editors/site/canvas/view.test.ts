import { describe, expect, test } from 'vitest'
import { fitted, inSight, limited, placeFrames, wheelZoom, widthOf, zoomedAt, zoomStep } from './view.ts'

const frames = placeFrames([
  { id: 'mobile', width: 375 },
  { id: 'desktop', width: 1440 },
])

describe('frames on the desk', () => {
  test('are beside each other with a gap', () => {
    expect(frames).toEqual([
      { id: 'mobile', width: 375, left: 0 },
      { id: 'desktop', width: 1440, left: 439 },
    ])
    expect(widthOf(frames)).toBe(1879)
    expect(widthOf([])).toBe(0)
  })

  test('fit in its middle, and are never larger than they are', () => {
    expect(fitted(placeFrames([{ id: 'a', width: 400 }]), 1000, 16)).toEqual({ zoom: 1, x: 300 })
    const { zoom, x } = fitted(frames, 900, 16)
    expect(zoom).toBeCloseTo(868 / 1879)
    expect(x).toBeCloseTo(16)
    expect(fitted([], 900, 16)).toEqual({ zoom: 1, x: 450 })
  })

  test('are zoomed around the pointer', () => {
    const before = { zoom: 0.5, x: 20 }
    const after = zoomedAt(before, 1, 320)
    expect(after).toEqual({ zoom: 1, x: -280 })
    expect((320 - before.x) / before.zoom).toBe((320 - after.x) / after.zoom)
  })

  test('cannot be lost by moving them', () => {
    const view = { zoom: 1, x: 5000 }
    expect(inSight(view, frames, 900).x).toBe(820)
    expect(inSight({ zoom: 1, x: -5000 }, frames, 900).x).toBe(80 - 1879)
    expect(inSight({ zoom: 1, x: 10 }, frames, 900).x).toBe(10)
  })
})

test('zoom has limits, steps, and follows a wheel both ways alike', () => {
  expect([limited(0), limited(9)]).toEqual([0.1, 4])
  expect([zoomStep(0.56, 1), zoomStep(0.56, -1), zoomStep(1, 1), zoomStep(1, -1)]).toEqual([0.67, 0.5, 1.25, 0.8])
  expect([zoomStep(4, 1), zoomStep(0.1, -1)]).toEqual([4, 0.1])
  expect(wheelZoom(wheelZoom(1, 40), -40)).toBeCloseTo(1)
  expect(wheelZoom(1, 10_000)).toBeCloseTo(Math.exp(-0.5))
})
