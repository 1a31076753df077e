import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeBeside } from './placement.ts'

const window = { width: 800, height: 600 }
const size = { width: 100, height: 24 }

test('a tooltip stands centred under its control', () => {
  expect(placeBeside({ x: 300, y: 100, width: 40, height: 28 }, size, window, 'bottom')).toEqual({ x: 270, y: 134 })
})

test('it goes over the control if there is no room under it', () => {
  expect(placeBeside({ x: 300, y: 570, width: 40, height: 28 }, size, window, 'bottom').y).toBe(540)
})

test('it never leaves the window', () => {
  const side = fc.constantFrom('top', 'bottom', 'left', 'right')
  const within = (most: number) => fc.integer({ min: 0, max: most })
  fc.assert(
    fc.property(within(760), within(572), side, (x, y, wanted) => {
      const place = placeBeside({ x, y, width: 40, height: 28 }, size, window, wanted)
      expect(place.x).toBeGreaterThanOrEqual(8)
      expect(place.y).toBeGreaterThanOrEqual(8)
      expect(place.x + size.width).toBeLessThanOrEqual(window.width - 8)
      expect(place.y + size.height).toBeLessThanOrEqual(window.height - 8)
    }),
  )
})
