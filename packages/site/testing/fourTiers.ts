import type { Attempt } from './editTrials.ts'

/** The share of a search that may differ in the last tier. */
const MOST_ERRORS = 0.15

/**
 * Search and replace in four tiers as many coding agents have it, to compare with: the first exact occurrence; the first
 * one with white space collapsed; the first one by tokens, which finds the same but for white space in scripts, so that
 * both are one here; and the first of the texts that are most alike, at least 85 % (Levenshtein, Sellers' algorithm).
 */
export function editInFourTiers({ source, search, replace }: Attempt): string | undefined {
  const found = exactly(source, search) ?? collapsed(source, search) ?? alike(source, search)
  return found && source.slice(0, found.from) + replace + source.slice(found.to)
}

interface Place {
  from: number
  /** Behind the last character. */
  to: number
}

function exactly(source: string, search: string): Place | undefined {
  const from = source.indexOf(search)
  return from === -1 ? undefined : { from, to: from + search.length }
}

function collapsed(source: string, search: string): Place | undefined {
  const places: number[] = []
  let text = ''
  let at = 0
  for (const { index, 0: gap } of source.matchAll(/\s+/g)) {
    for (; at < index; at += 1) {
      places.push(at)
      text += source.charAt(at)
    }
    places.push(index)
    text += ' '
    at = index + gap.length
  }
  for (; at < source.length; at += 1) {
    places.push(at)
    text += source.charAt(at)
  }
  const sought = search.replace(/\s+/g, ' ').trim()
  const start = sought === '' ? -1 : text.indexOf(sought)
  const [from, last] = [places[start], places[start + sought.length - 1]]
  return from === undefined || last === undefined ? undefined : { from, to: last + 1 }
}

function alike(source: string, search: string): Place | undefined {
  const most = Math.floor(search.length * MOST_ERRORS)
  const end = nearest(source, search, most)
  if (!end) return undefined
  // Backwards from its end to its beginning.
  const before = source.slice(Math.max(0, end.at - search.length - end.errors), end.at)
  const start = nearest(reversed(before), reversed(search), end.errors, true)
  return start && { from: end.at - start.at, to: end.at }
}

const reversed = (text: string) => text.split('').reverse().join('')

/**
 * Where the text that is most like the search ends, with how many letters it differs; undefined if there is none with
 * `most` errors. Only the part of a column that is within them is worked out (Ukkonen).
 * @param anchored whether it has to begin with the text
 */
function nearest(
  text: string,
  search: string,
  most: number,
  anchored = false,
): { at: number; errors: number } | undefined {
  const column = Uint16Array.from({ length: search.length + 1 }, (_, i) => i)
  let last = Math.min(search.length, most)
  let best: { at: number; errors: number } | undefined
  for (let at = 1; at <= text.length; at += 1) {
    const sign = text.charCodeAt(at - 1)
    let diagonal = column[0] ?? 0
    if (anchored) column[0] = at
    const reach = Math.min(search.length, last + 1)
    for (let i = 1; i <= reach; i += 1) {
      const left = i > last ? most + 1 : (column[i] ?? 0)
      const above = column[i - 1] ?? 0
      const next = search.charCodeAt(i - 1) === sign ? diagonal : 1 + Math.min(diagonal, left, above)
      diagonal = left
      column[i] = next
    }
    last = reach
    while (last > 0 && (column[last] ?? 0) > most) last -= 1
    const errors = column[search.length] ?? 0
    if (last === search.length && errors < (best?.errors ?? most + 1)) best = { at, errors }
  }
  return best
}
