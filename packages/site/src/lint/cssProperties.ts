import { furtherProperties, inventedProperties } from './cssNames.ts'
import type { CssGrammar } from './cssTree.ts'
import { nearestName } from './nearest.ts'

/** The descriptors of at-rules, which they contain instead of properties. */
const descriptors: Readonly<Record<string, ReadonlySet<string>>> = {
  'font-face': new Set(
    `ascent-override descent-override font-display font-family font-feature-settings font-language-override
    font-named-instance font-size font-stretch font-style font-variant font-variation-settings font-weight font-width
    line-gap-override size-adjust src subscript-position-override subscript-size-override superscript-position-override
    superscript-size-override unicode-range`.split(/\s+/),
  ),
  property: new Set(['inherits', 'initial-value', 'syntax']),
  'counter-style': new Set(
    'additive-symbols fallback negative pad prefix range speak-as suffix symbols system'.split(' '),
  ),
  'font-palette-values': new Set(['base-palette', 'font-family', 'override-colors']),
  'view-transition': new Set(['navigation', 'types']),
}

/**
 * The fault of a property's name, as a sentence; undefined if a browser or a draft defines it. Names with a leading
 * dash (custom properties, vendor prefixes) are not checked.
 * @param within the at-rule that directly contains the declaration; empty in a style rule
 */
export function propertyProblem(grammar: CssGrammar, name: string, within: string): string | undefined {
  if (name.startsWith('-')) return undefined
  const own = descriptors[within]
  if (own) {
    if (own.has(name)) return undefined
    const near = nearestName(name, own)
    return `@${within} has no “${name.slice(0, 60)}”; the declaration is dropped. ${near ? `Did you mean ${near}?` : `It takes ${[...own].slice(0, 12).join(', ')}.`}`
  }
  if (isProperty(grammar, name)) return undefined
  const near = nearestProperty(grammar, name)
  return `There is no property “${name.slice(0, 60)}”; browsers drop the declaration. ${near ? `Did you mean ${near}?` : 'Use a property of CSS, or a custom one with -- in front.'}`
}

export const isProperty = (grammar: CssGrammar, name: string): boolean =>
  Object.hasOwn(grammar.properties, name) || furtherProperties.has(name)

export const hasDescriptors = (within: string): boolean => Object.hasOwn(descriptors, within)

function nearestProperty({ properties }: CssGrammar, name: string): string | undefined {
  if (Object.hasOwn(inventedProperties, name)) return inventedProperties[name]
  return nearestName(
    name,
    Object.keys(properties).filter((each) => !each.startsWith('-')),
  )
}
