import type { View } from '@atelier/documents'
import { everyRule } from '../css/rules.ts'

const NAMED: Readonly<Record<string, number>> = { normal: 400, bold: 700 }

/** The font weights that a site's styles name, lightest first, each with how many declarations name it. */
export function fontWeights(site: View): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { name: keyword, declarations } of everyRule(site)) {
    if (keyword === 'font-face') continue
    for (const { name, value } of declarations) {
      const weight =
        name === 'font-weight' ? value : name === 'font' ? /(?:^|\s)(\d{3}|bold)\s/.exec(value)?.[1] : undefined
      if (weight === undefined) continue
      const number = NAMED[weight.toLowerCase()] ?? Number(weight)
      if (number >= 1 && number <= 1000) counts.set(number, (counts.get(number) ?? 0) + 1)
    }
  }
  return new Map([...counts].sort(([a], [b]) => a - b))
}
