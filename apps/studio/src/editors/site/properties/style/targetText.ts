import type { StyleTarget } from '@atelier/site'
import * as strings from './strings.ts'

/** The width of a target in a few characters: `All widths`, `≤ 768`, `≥ 48rem`, or the condition or the layer itself. */
export function scopeText({ scope, conditions, below, layer }: StyleTarget): string {
  const inLayer = scope === 'chosen' && layer !== '' ? [`@layer ${layer}`] : []
  if (conditions.length === 0 && inLayer.length === 0)
    return scope === 'below' && below !== undefined ? strings.onlyBelow(below) : strings.allWidths
  return [...inLayer, ...conditions.map(conditionText)].join(' ')
}

/** A condition as short as it stays clear. */
export function conditionText(condition: string): string {
  const text = condition.replace(/^@media\s+(?:(?:only\s+)?screen\s+and\s+)?/i, '').trim()
  const bound = /^\(\s*(min|max)-width\s*:\s*([\d.]{1,12})([a-z]{1,6})\s*\)$/i.exec(text)
  if (bound) {
    const [, kind, number, unit] = bound
    if (kind?.toLowerCase() === 'min') return `≥ ${lengthText(number, unit)}`
    // `767.98px` and `47.99875em` are how `max-width` says that the next whole number does not count.
    const next = Math.ceil(Number(number))
    const gap = next - Number(number)
    return gap > 0 && gap <= 0.02 ? `< ${lengthText(String(next), unit)}` : `≤ ${lengthText(number, unit)}`
  }
  const range = /^\(\s*width\s*(<=|>=|<|>)\s*([\d.]{1,12})([a-z]{1,6})\s*\)$/i.exec(text)
  if (!range) return text
  const sign = { '<=': '≤', '>=': '≥', '<': '<', '>': '>' }[range[1] ?? ''] ?? ''
  return `${sign} ${lengthText(range[2], range[3])}`
}

/** Pixels are what one expects: their unit is left out. */
const lengthText = (number = '', unit = '') => (unit.toLowerCase() === 'px' ? number : `${number}${unit}`)
