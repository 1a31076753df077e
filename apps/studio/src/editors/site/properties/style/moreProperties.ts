import type { LonghandStyle } from '@atelier/site'

/** The parts of a longhand. */
type Longhand = Pick<LonghandStyle, 'property' | 'status'> & { source: Pick<LonghandStyle['source'], 'property'> }

/**
 * The properties of an element that no section shows, in their order. One that only a shorthand sets, such as
 * `font-kerning` of `font`, is left out if a section shows another part of that shorthand.
 */
export function moreProperties(longhands: Iterable<Longhand>, shown: ReadonlySet<string>): readonly string[] {
  const own = [...longhands].filter(({ property, status }) => status !== 'inherited' && property !== 'all')
  const known = new Set(own.flatMap(({ property, source }) => (shown.has(property) ? source.property : [])))
  return own
    .filter(
      ({ property, source }) => !shown.has(property) && (source.property === property || !known.has(source.property)),
    )
    .map(({ property }) => property)
}
