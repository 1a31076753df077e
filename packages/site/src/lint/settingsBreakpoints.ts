import type { View } from '@atelier/documents'
import { everyRule } from '../css/rules.ts'
import type { Breakpoint } from '../document/pages.ts'

/** The usual width range of each label. */
const DEVICES: readonly (readonly [pattern: RegExp, least: number, most: number])[] = [
  [/\b(?:mobile|phone|smartphone)s?\b/i, 200, 850],
  [/\btablets?\b/i, 500, 1_400],
  [/\b(?:laptop|notebook)s?\b/i, 900, 2_000],
  [/\b(?:desktop|monitor)s?\b/i, 900, 4_000],
]
const NEAR = 30
const WIDEST = 4_000

/** Warnings for effects of a breakpoint that are rarely intended. */
export function breakpointWarnings(
  { label, width }: { label: string; width: number },
  others: readonly Breakpoint[],
): string[] {
  const warnings: string[] = []
  const near = others.find((other) => Math.abs(other.width - width) <= NEAR)
  if (near)
    warnings.push(
      `${width} px is next to “${near.label}” (${near.width} px): the two show the same page. Change that one, or keep a distance.`,
    )
  const same = others.find((other) => other.label.trim().toLowerCase() === label.trim().toLowerCase())
  if (same)
    warnings.push(
      `“${same.label}” is the label of another breakpoint too (${same.width} px); give them different labels.`,
    )
  const device = DEVICES.find(([pattern]) => pattern.test(label))
  if (device && (width < device[1] || width > device[2]))
    warnings.push(
      `“${label.slice(0, 40)}” is ${width} px wide; screens of that name have ${device[1]} to ${device[2]} px.`,
    )
  if (width > WIDEST) warnings.push(`${width} px is wider than screens are; write CSS pixels, such as 1440.`)
  return warnings
}

/** The number of rules of a site inside a width query: `@media (max-width: 768px)` and its like. */
export function rulesAtWidth(site: View, width: number): number {
  let count = 0
  const asked = new RegExp(`\\bwidth\\s{0,5}(?::|[<>]=?)\\s{0,5}${width}px`)
  for (const { name, prelude } of everyRule(site)) if (name === 'media' && asked.test(prelude)) count += 1
  return count
}
