import { bordersOf } from './join.ts'

/** How much of the end of a text is looked at, in characters. */
const LOOKED_AT = 40_000

/** From how many repeats on a block of some length counts, and how long all of them have to be, in characters. */
const LIMITS = { same: { times: 5, length: 1_500 }, numbered: { times: 10, length: 5_000 } } as const

/**
 * Whether a text ends in a loop: the same block over and over, or one in which only the numbers change. Lists and tables
 * that a page can have do not count. The work is in proportion to the text; ask every few thousand characters.
 */
export function isRepeating(text: string): boolean {
  const tail = text.slice(-LOOKED_AT)
  return (
    endsInRepeats(tail.replace(/\s+/g, ' '), LIMITS.same) ||
    endsInRepeats(tail.replace(/\s+/g, ' ').replace(/\d+/g, '0'), LIMITS.numbered)
  )
}

function endsInRepeats(text: string, { times, length: least }: { times: number; length: number }): boolean {
  const backwards = [...text].reverse().join('')
  const borders = bordersOf(backwards)
  for (let length = least; length <= borders.length; length += 1) {
    const period = length - (borders[length - 1] ?? 0)
    if (period * times <= length) return true
  }
  return false
}
