import type { View } from '@atelier/documents'
import { type Rule, walkRules } from '../css/rules.ts'
import { readSheets } from '../css/sheets.ts'
import { breakpoints } from '../document/pages.ts'

/** The query under which a site writes what its base frame does not show. */
export interface PhoneQuery {
  mobileFirst: boolean
  /** `(max-width: 768px)`, or on a mobile-first site `(min-width: 768px)`. */
  condition: string
}

/** Between these, in CSS pixels, a query tells phones from wider screens. */
const PHONES = { from: 480, to: 960, wish: 768 }

/**
 * The site's own query between phones and wider frames; without one, a new one at the frame that is nearest to a tablet.
 * A site is mobile-first if more of its declarations stand under one `min-width` than under one `max-width`.
 */
export function phoneQuery(site: View): PhoneQuery {
  const found = new Map<string, { min: boolean; pixels: number }>()
  let minimum = 0
  let maximum = 0
  for (const [rule, around] of walkRules(readSheets(site))) {
    const query = around.findLast(({ name }) => name === 'media') ?? (rule.name === 'media' ? rule : undefined)
    const bound = query && boundOf(query)
    if (!query || !bound) continue
    const count = rule.declarations.filter(({ name }) => name !== '').length
    if (bound.min) minimum += count
    else maximum += count
    found.set(conditionOf(query), bound)
  }
  const mobileFirst = minimum > maximum
  const own = [...found]
    .filter(([, { min, pixels }]) => min === mobileFirst && pixels >= PHONES.from && pixels <= PHONES.to)
    .sort(([, a], [, b]) => Math.abs(a.pixels - PHONES.wish) - Math.abs(b.pixels - PHONES.wish))[0]
  if (own) return { mobileFirst, condition: own[0] }
  const frames = breakpoints(site).map(({ width }) => width)
  const width = frames.filter((each) => each >= PHONES.from && each <= PHONES.to)[0] ?? PHONES.wish
  return { mobileFirst, condition: `(${mobileFirst ? 'min' : 'max'}-width: ${width}px)` }
}

/** The only bound of a query that has one width and nothing else; `(width <= 48rem)` too. */
export function boundOf(rule: Rule): { min: boolean; pixels: number } | undefined {
  const condition = conditionOf(rule).toLowerCase()
  const plain = /^(?:(?:only\s+)?screen\s+and\s+)?\(\s*(min|max)-width\s*:\s*([\d.]+)(px|em|rem)\s*\)$/.exec(condition)
  const range = plain ? null : /^\(\s*width\s*(>=|<=|>|<)\s*([\d.]+)(px|em|rem)\s*\)$/.exec(condition)
  const [, bound = '', number = '', unit] = plain ?? range ?? []
  if (bound === '') return undefined
  return { min: bound === 'min' || bound.startsWith('>'), pixels: Number(number) * (unit === 'px' ? 1 : 16) }
}

/** The condition of a `@media`, as it is written. */
export const conditionOf = ({ prelude }: Rule) => prelude.replace(/^@media\s*/i, '').trim()
