import type { View } from '@atelier/documents'
import type { Rule } from '../css/rules.ts'
import { breakpoints } from '../document/pages.ts'
import { conditionHolds, type WidthBound, widthBound } from './conditions.ts'
import { indexRules, type WidthQuery } from './ruleIndex.ts'

/** How a page's CSS is written for widths. */
export interface WidthConvention {
  /** Which bound most declarations under a media query of one width have: `min` if the site is mobile-first. */
  kind: 'min' | 'max'
  /** Its media queries of one width bound, of either kind. */
  queries: readonly WidthQuery[]
}

/** A frame, and the frames around it. */
export interface FramePlace {
  /** The width of the frame, in CSS pixels. */
  width: number
  isBase: boolean
  /** The next frame towards the base; undefined in the base. */
  towardsBase?: number
  /** The next frame away from the base. */
  away?: number
}

const known = new WeakMap<readonly Rule[], Map<string, WidthQuery>>()

/**
 * The convention of a page: mobile-first if more of its declarations are under one `min-width` than under one
 * `max-width`, otherwise desktop-first. Queries with two bounds, of print and the like count for neither.
 * @param parts the rules of the stylesheets that the page includes
 */
export function widthConvention(parts: readonly (readonly Rule[])[]): WidthConvention {
  const queries = new Map<string, WidthQuery>()
  for (const part of parts) {
    for (const query of widthsOf(part).values()) {
      const found = queries.get(query.condition)
      if (found) queries.set(query.condition, { ...found, declarations: found.declarations + query.declarations })
      else queries.set(query.condition, query)
    }
  }
  const all = [...queries.values()]
  const count = (kind: WidthBound['kind']) =>
    all.reduce((sum, { bound, declarations }) => (bound.kind === kind ? sum + declarations : sum), 0)
  return { kind: count('min') > count('max') ? 'min' : 'max', queries: all }
}

function widthsOf(part: readonly Rule[]): ReadonlyMap<string, WidthQuery> {
  const found = known.get(part)
  if (found) return found
  const made = new Map(indexRules(part).widths)
  known.set(part, made)
  return made
}

/** The widths of a site's frames, narrowest first, in CSS pixels. */
export function frameWidths(site: View): number[] {
  return [...new Set(breakpoints(site).map(({ width }) => width))].sort((a, b) => a - b)
}

/** A frame's place: the base is the narrowest frame of a mobile-first site, the widest of a desktop-first one. */
export function framePlace(frames: readonly number[], kind: WidthConvention['kind'], width?: number): FramePlace {
  const outwards = kind === 'min' ? [...frames] : frames.toReversed()
  const base = outwards[0] ?? 1440
  const isBeyond = (one: number, other: number) => (kind === 'min' ? one > other : one < other)
  const at = width === undefined || !isBeyond(width, base) ? base : width
  const place: FramePlace = { width: at, isBase: at === base }
  const away = outwards.find((each) => isBeyond(each, at))
  if (away !== undefined) place.away = away
  if (!place.isBase) place.towardsBase = outwards.findLast((each) => isBeyond(at, each)) ?? base
  return place
}

/**
 * The media query for a frame that is not the base: the site's own of its convention that applies in this frame and not
 * in the next one towards the base, and whose bound is nearest; without one a new query at the frame's width, in the
 * site's syntax and unit. Several of the same bound are returned, most used first.
 */
export function frameQueries({ kind, queries }: WidthConvention, { width, towardsBase }: FramePlace): string[] {
  const fitting = queries.filter(
    ({ condition, bound }) =>
      bound.kind === kind &&
      conditionHolds(condition, { width }) === true &&
      (towardsBase === undefined || conditionHolds(condition, { width: towardsBase }) === false),
  )
  const distance = ({ bound }: WidthQuery) => Math.abs(bound.px - width)
  const nearest = Math.min(...fitting.map(distance))
  const same = fitting
    .filter((each) => distance(each) === nearest)
    .sort((a, b) => b.declarations - a.declarations)
    .map(({ text }) => text)
  return same.length > 0 ? same : [newQuery({ kind, queries }, kind, width)]
}

/** In the base of a mobile-first site: the media query for all that is below the next frame, the site's own if it has one. */
export function belowQuery(convention: WidthConvention, { away }: FramePlace): string | undefined {
  if (convention.kind === 'max' || away === undefined) return undefined
  const fitting = convention.queries.filter(
    ({ condition, bound }) =>
      bound.kind === 'max' &&
      conditionHolds(condition, { width: away - 1 }) &&
      conditionHolds(condition, { width: away }) === false,
  )
  const nearest = fitting.toSorted((a, b) => b.bound.px - a.bound.px || b.declarations - a.declarations)[0]
  return nearest?.text ?? newQuery(convention, 'max', away, true)
}

/** A query at a width, as most declarations of the site have it. With `below`, the width itself is not part of it. */
function newQuery({ kind, queries }: WidthConvention, want: 'min' | 'max', width: number, below = false): string {
  const alike = queries.filter(({ bound }) => bound.kind === kind)
  const isRange = mostUsed(alike, ({ bound }) => String(bound.isRange)) === 'true'
  const unit = mostUsed(alike, ({ bound }) => bound.unit) ?? 'px'
  const media = mostUsed(alike, ({ bound }) => bound.media) ?? ''
  const isRelative = unit === 'em' || unit === 'rem'
  const value = isRelative ? width / 16 : width
  const number = String(Number((below && !isRange ? value - (isRelative ? 0.00125 : 0.02) : value).toFixed(5)))
  const length = `${number}${isRelative ? unit : 'px'}`
  const operator = want === 'min' ? '>=' : below ? '<' : '<='
  const feature = isRange ? `(width ${operator} ${length})` : `(${want}-width: ${length})`
  return `@media ${media === '' ? '' : `${media} and `}${feature}`
}

function mostUsed(queries: readonly WidthQuery[], read: (query: WidthQuery) => string): string | undefined {
  const counts = new Map<string, number>()
  for (const query of queries) counts.set(read(query), (counts.get(read(query)) ?? 0) + query.declarations + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}

/** How far from the base a query of the convention begins; undefined for any other at-rule. A narrower one is larger. */
export function reachOf(condition: string, kind: WidthConvention['kind']): number | undefined {
  const bound = widthBound(condition)
  if (!bound || bound.kind !== kind) return undefined
  return kind === 'min' ? bound.px : -bound.px
}
