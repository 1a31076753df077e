import type { ListWindow } from './listWindow.ts'

/** Where rows of different heights begin; the last number is where the last row ends. CSS pixels. */
export function layoutRows(count: number, heightOf: (index: number) => number, lead: number): Float64Array {
  const tops = new Float64Array(count + 1)
  tops[0] = lead
  for (let at = 0; at < count; at += 1) tops[at + 1] = (tops[at] ?? 0) + heightOf(at)
  return tops
}

/** The row at a height: the first or the last one if it is above or below all of them; 0 if there is none. */
export function rowAt(tops: Float64Array, y: number): number {
  let low = 0
  let high = tops.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((tops[middle] ?? 0) <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** The rows that are at least partly between two heights; one row even where none is. */
export function rowsBetween(tops: Float64Array, from: number, to: number): ListWindow {
  const count = tops.length - 1
  return count === 0 ? { first: 0, end: 0 } : { first: rowAt(tops, from), end: rowAt(tops, to) + 1 }
}

/** Windows in order, with those joined that overlap or touch. */
export function joinWindows(windows: readonly ListWindow[]): ListWindow[] {
  const joined: ListWindow[] = []
  for (const { first, end } of windows.filter((each) => each.end > each.first).sort((a, b) => a.first - b.first)) {
    const last = joined.at(-1)
    if (last && first <= last.end) last.end = Math.max(last.end, end)
    else joined.push({ first, end })
  }
  return joined
}

/** By how far above its end, in pixels, a list still follows what is added, and offers the way back. */
export function scrollPlace(left: number): { follows: boolean; away: boolean } {
  return { follows: left < 48, away: left > 240 }
}
