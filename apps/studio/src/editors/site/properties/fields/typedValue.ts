import { readNumber } from '../../model/numberText.ts'
import { readSum } from './sum.ts'

/** Properties whose plain numbers stay numbers. */
const plainNumbers =
  /^(?:--.*|opacity|line-height|z-index|order|flex|flex-grow|flex-shrink|font-weight|scale|zoom|aspect-ratio|column-count|columns|orphans|widows|tab-size|animation-iteration-count|grid-(?:row|column|area).*|(?:fill|stroke|stop|flood|shape-image)-.*(?:opacity|threshold|limit)|font-size-adjust|line-clamp|border-image-.*)$/

/** Properties in whose values a slash separates. */
const slashed = /^(?:--.*|grid-.*|aspect-ratio|font|border(?:-.*)?-radius|border-image|background|mask)$/

/**
 * The value that a text typed into a property's field means: a plain number gets the unit that the value had, otherwise
 * `px` (`ms` for times, `deg` for angles); a sum is worked out; `--space-m` becomes `var(--space-m)`.
 * @param former the value before, whose unit is kept
 */
export function typedValue(property: string, text: string, former: string): string {
  const whole = text.trim()
  const trimmed = whole.endsWith(';') ? whole.slice(0, -1).trimEnd() : whole
  if (/^--[\w-]+$/.test(trimmed) && !property.startsWith('--')) return `var(${trimmed})`
  const result = (slashed.test(property) && trimmed.includes('/') ? undefined : readSum(trimmed)) ?? trimmed
  const number = readNumber(result)
  if (number?.unit !== '' || plainNumbers.test(property)) return result
  if (number.value === 0 && !/(?:duration|delay|rotate)$/.test(property)) return '0'
  return `${result}${readNumber(former)?.unit || usualUnit(property)}`
}

/** The unit of a bare number. */
export function usualUnit(property: string): string {
  if (/(?:duration|delay)$/.test(property)) return 'ms'
  return property === 'rotate' || /-angle$/.test(property) ? 'deg' : 'px'
}
