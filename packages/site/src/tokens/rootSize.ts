import type { View } from '@atelier/documents'
import { everyRule } from '../css/rules.ts'

/** The size of one rem in browsers by default. */
const DEFAULT = 16

/**
 * What one rem is on a site, in CSS pixels: what its own CSS says of `html` outside any condition (`62.5%`, `10px`),
 * otherwise 16. A scale in rem is then as large as it says, and nothing has to be set on `html` for it.
 */
export function rootFontSize(site: View): number {
  let size = DEFAULT
  for (const { parent, kind, canonical, declarations } of everyRule(site)) {
    if (kind !== 'style' || parent !== '' || !canonical.split(',').some((each) => each === 'html' || each === ':root'))
      continue
    for (const { name, value } of declarations) {
      if (name !== 'font-size') continue
      const [, number, unit] = /^(\d+(?:\.\d+)?|\.\d+)(px|%|rem|em)$/.exec(value) ?? []
      if (number === undefined) continue
      const factor = unit === 'px' ? 1 : unit === '%' ? DEFAULT / 100 : DEFAULT
      if (Number(number) > 0) size = Number(number) * factor
    }
  }
  return size
}
