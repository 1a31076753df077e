import { isInSrgb, oklchToSrgb, readOklch } from '@atelier/site'
import { expect, test } from 'vitest'
import { MAX_CHROMA, printHex, printLike } from './printLike.ts'

test('colours of every notation are read as oklch', () => {
  const red = readOklch('#ff0000')
  expect(red?.lightness).toBeCloseTo(0.628, 3)
  expect(red?.chroma).toBeCloseTo(0.2577, 3)
  expect(red?.hue).toBeCloseTo(29.23, 1)
  expect(readOklch('oklch(0.5 0.1 200 / 0.4)')).toEqual({ lightness: 0.5, chroma: 0.1, hue: 200, alpha: 0.4 })
  expect(readOklch('hsl(0 100% 50%)')?.hue).toBeCloseTo(29.23, 1)
  expect(readOklch('white')).toMatchObject({ chroma: 0, alpha: 1 })
  expect(readOklch('var(--ink)')).toBeUndefined()
  expect(readOklch('12px')).toBeUndefined()
})

test('there and back is the same colour, for a grid of all of sRGB', () => {
  for (let red = 0; red <= 255; red += 51) {
    for (let green = 0; green <= 255; green += 51) {
      for (let blue = 0; blue <= 255; blue += 51) {
        const hex = printHex({ red: red / 255, green: green / 255, blue: blue / 255, alpha: 1 })
        const read = readOklch(hex)
        if (!read) throw new Error(`${hex} was not read`)
        expect(printHex(oklchToSrgb(read))).toBe(hex)
        expect(isInSrgb(read), hex).toBe(true)
        expect(read.chroma).toBeLessThan(MAX_CHROMA)
      }
    }
  }
})

test('hex stays hex where sRGB has the colour, and becomes oklch where it has not', () => {
  const color = { lightness: 0.628, chroma: 0.2577, hue: 29.23, alpha: 1 }
  expect(printLike(color, '#123456')).toBe('#ff0000')
  expect(printLike({ ...color, alpha: 0.5 }, '#123456')).toBe('#ff000080')
  expect(printLike(color, 'red')).toBe('oklch(0.628 0.2577 29.23)')
  expect(isInSrgb({ ...color, chroma: 0.32, hue: 150 })).toBe(false)
  expect(printLike({ ...color, chroma: 0.32, hue: 150 }, '#123456')).toBe('oklch(0.628 0.32 150)')
})
