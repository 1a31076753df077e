import type { View } from '@atelier/documents'
import { everyRule } from '../css/rules.ts'

/** The size of one rem in browsers by default. */
const DEFAULT = 16

/**
 * One rem on a site, in CSS pixels: the `font-size` of `html` in its own CSS outside any condition (`62.5%`, `10px`),
 * otherwise 16. Scales in rem then have their intended sizes without any change to `html`.
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
