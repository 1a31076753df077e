import { expect, test } from 'vitest'
import { readWidth, rememberWidth, widthByKey, widthWithin } from './paneWidth.ts'

const widths = { fresh: 240, min: 180, max: 420 }

test('a pane keeps within its limits and within the room that there is', () => {
  expect(widthWithin(300.4, widths, 240, 1000)).toBe(300)
  expect(widthWithin(90, widths, 240, 1000)).toBe(180)
  expect(widthWithin(900, widths, 240, 1000)).toBe(420)
  expect(widthWithin(900, widths, 240, 30)).toBe(270)
  expect(widthWithin(900, widths, 240, -200)).toBe(180)
})

test('arrow keys move the line: what is before it grows to the right, what is behind it to the left', () => {
  const right = { key: 'ArrowRight', shiftKey: false }
  expect(widthByKey(right, 'start', 240, widths)).toBe(248)
  expect(widthByKey(right, 'end', 240, widths)).toBe(232)
  expect(widthByKey({ key: 'ArrowLeft', shiftKey: true }, 'end', 240, widths)).toBe(288)
  expect(widthByKey({ key: 'Home', shiftKey: false }, 'end', 240, widths)).toBe(180)
  expect(widthByKey({ key: 'End', shiftKey: false }, 'start', 240, widths)).toBe(420)
  expect(widthByKey({ key: 'Enter', shiftKey: false }, 'start', 240, widths)).toBeUndefined()
})

test('a width is remembered by pane; nonsense is not', () => {
  const kept = new Map<string, string>()
  const storage = {
    length: 0,
    clear: () => kept.clear(),
    key: () => null,
    removeItem: (key: string) => void kept.delete(key),
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  expect(readWidth(storage, 'agent', widths)).toBe(240)
  rememberWidth(storage, 'agent', 300)
  expect(readWidth(storage, 'agent', widths)).toBe(300)
  expect(readWidth(storage, 'navigator', widths)).toBe(240)
  expect(readWidth(storage, 'agent', { ...widths, max: 260 })).toBe(260)
  for (const key of kept.keys()) kept.set(key, 'wide')
  expect(readWidth(storage, 'agent', widths)).toBe(240)
})
