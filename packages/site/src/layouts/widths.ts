import type { View } from '@atelier/documents'
import { canonical } from '../css/normalize.ts'
import { readSheets } from '../css/sheets.ts'
import { framePlace, frameQueries, frameWidths, widthConvention } from '../target/widths.ts'

/** The query under which a site writes what its base frame does not show. */
export interface PhoneQuery {
  mobileFirst: boolean
  /** `@media (max-width: 768px)`, or on a mobile-first site `@media (min-width: 768px)`. */
  text: string
  /** In its one spelling. */
  condition: string
}

/** Between these, in CSS pixels, a query tells phones from wider screens. */
const PHONES = { from: 480, to: 960, wish: 768 }

/**
 * The site's own query of its convention between phones and wider frames; without one, a new one at the frame that is
 * nearest to a tablet, in the site's syntax and unit.
 */
export function phoneQuery(site: View): PhoneQuery {
  const convention = widthConvention([readSheets(site)])
  const { kind, queries } = convention
  const [own] = queries
    .filter(({ bound }) => bound.kind === kind && bound.px >= PHONES.from && bound.px <= PHONES.to)
    .sort((a, b) => Math.abs(a.bound.px - PHONES.wish) - Math.abs(b.bound.px - PHONES.wish))
  const frames = frameWidths(site)
  const width = frames.find((each) => each >= PHONES.from && each <= PHONES.to) ?? PHONES.wish
  const text = own?.text ?? frameQueries(convention, framePlace(frames, kind, width))[0] ?? '@media (max-width: 768px)'
  return { mobileFirst: kind === 'min', text, condition: canonical(text) }
}
