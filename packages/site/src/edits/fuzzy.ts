import type { Source } from './find.ts'
import { crossesNegation } from './negation.ts'
import type { Token } from './tokens.ts'

/** The shortest search that may hold a slip. */
const LEAST_LENGTH = 40
/** A token in more places than this says nothing about where a search belongs. */
const MOST_PLACES = 64
/** One of ten tokens may be misspelt. */
const MOST_SLIPS = 0.1
const WORD = /^\p{Ll}{4,}$/u

/**
 * The index of the first token of the one place that the search means although words of it are misspelt. Only
 * lower-case words of the text between tags may be: by one letter, by two from eight letters on, and only as a word
 * that stands nowhere in the source, and never if the slip could negate it. Numbers, names, signs, tags, attributes and addresses have to agree, and no token
 * may be missing or too many.
 */
export function findMisspelt(source: Source, search: string, sought: readonly Token[]): number | undefined {
  if (!source.html || search.length < LEAST_LENGTH) return undefined
  const [best, second] = diagonals(source.tokens, sought)
  if (!best || (second && second.votes * 1.2 >= best.votes)) return undefined
  const slips = sought.flatMap((token, i) => (source.tokens[best.first + i]?.text === token.text ? [] : [i]))
  if (slips.length > sought.length * MOST_SLIPS) return undefined
  const words = new Set(source.tokens.map(({ text }) => text))
  const forgiven = slips.every((i) => {
    const [wrong, right] = [sought[i], source.tokens[best.first + i]]
    return wrong && right && !words.has(wrong.text) && isSlip(wrong.text, right.text) && isProse(source, right)
  })
  return forgiven ? best.first : undefined
}

/** The possible starts of the search, by how many of its rare tokens are at their place from there; the most first. */
export function diagonals(tokens: readonly Token[], sought: readonly Token[]): { first: number; votes: number }[] {
  const places = new Map<string, number[]>(sought.map(({ text }) => [text, []]))
  for (const [i, { text }] of tokens.entries()) places.get(text)?.push(i)
  const votes = new Map<number, number>()
  for (const [i, { text }] of sought.entries()) {
    const standsAt = places.get(text) ?? []
    if (standsAt.length > MOST_PLACES) continue
    for (const place of standsAt) votes.set(place - i, (votes.get(place - i) ?? 0) + 1)
  }
  return [...votes]
    .map(([first, count]) => ({ first, votes: count }))
    .sort((a, b) => b.votes - a.votes || a.first - b.first)
    .slice(0, 8)
}

function isSlip(wrong: string, right: string): boolean {
  if (!WORD.test(wrong) || !WORD.test(right) || crossesNegation(wrong, right)) return false
  const most = Math.min(wrong.length, right.length) >= 8 ? 2 : 1
  return Math.abs(wrong.length - right.length) <= most && distance(wrong, right) <= most
}

/** How many letters have to be put in, left out or changed (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** Whether a token is a word of the text between tags, not a part of an address. */
function isProse({ text }: Source, { from, to }: Token): boolean {
  if (text.lastIndexOf('<', from) > text.lastIndexOf('>', from)) return false
  const raw = ['script', 'style'].some((tag) => text.lastIndexOf(`<${tag}`, from) > text.lastIndexOf(`</${tag}`, from))
  if (raw) return false
  let [start, end] = [from, to]
  while (start > 0 && !/[\s<>]/.test(text.charAt(start - 1))) start--
  while (end < text.length && !/[\s<>]/.test(text.charAt(end))) end++
  return !/[@/\\_#]|\S[.:]\p{L}/u.test(text.slice(start, end))
}
