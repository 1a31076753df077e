import { type LonghandStyle, longhandsOf, type StrongerReason, type StyleSource, type StyleTarget } from '@atelier/site'
import { splitList } from '../../model/lists.ts'
import type { StyleWish } from '../../session/state.ts'
import type { ValueOrigin } from '../fields/ValueField.tsx'
import * as strings from './strings.ts'

/** The shown value of a property's field. */
export interface FieldValue {
  /** As it is written; empty where nothing sets it. */
  value: string
  origin: ValueOrigin
  /** The declaration that wins. */
  source?: StyleSource
  /** Why that declaration would also win over a value that is written to the target. */
  stronger?: StrongerReason
}

const NONE: FieldValue = { value: '', origin: 'none' }

/** The value of one longhand for the selected nodes: the one that all share, or `mixed`. */
export function sharedValue(all: readonly (LonghandStyle | undefined)[]): FieldValue {
  const [first, ...others] = all.map(fieldValue)
  if (!first) return NONE
  if (others.every(({ value }) => value === first.value)) {
    return { ...first, origin: others.some(({ origin }) => origin !== first.origin) ? 'elsewhere' : first.origin }
  }
  return { value: '', origin: 'mixed' }
}

function fieldValue(style: LonghandStyle | undefined): FieldValue {
  if (!style) return NONE
  // Only the browser knows a longhand's part of a shorthand that holds references: its computed value shows.
  const { status: origin, source, stronger } = style
  return { value: isWhole(style) ? '' : style.value, origin, source, ...(stronger ? { stronger } : {}) }
}

/** Shorthands whose one value is that of each of their longhands. */
const repeated = /^(?:padding|margin|inset|gap|overflow|border-(?:width|style|color|radius)|scroll-(?:margin|padding))/

/** Whether the value is a shorthand's as a whole, which cannot be taken apart. */
function isWhole({ property, value, source }: LonghandStyle): boolean {
  if (source.property === property || value !== source.value || !/var\(/i.test(value)) return false
  if (splitList(value, 'whitespace').length > 1) return true
  // A single reference in `background` is a colour, except for rare pictures.
  return !repeated.test(source.property) && !(source.property === 'background' && property === 'background-color')
}

/** Longhands that a field shows as one, in the order of the shorthand. */
const groups: Readonly<Record<string, readonly string[]>> = {
  gap: ['row-gap', 'column-gap'],
  overflow: ['overflow-x', 'overflow-y'],
  'border-width': sideProperties('border', '-width'),
  'border-style': sideProperties('border', '-style'),
  'border-color': sideProperties('border', '-color'),
  'border-radius': [
    'border-top-left-radius',
    'border-top-right-radius',
    'border-bottom-right-radius',
    'border-bottom-left-radius',
  ],
  margin: sideProperties('margin', ''),
  padding: sideProperties('padding', ''),
  inset: ['top', 'right', 'bottom', 'left'],
  'grid-column': ['grid-column-start', 'grid-column-end'],
  'grid-row': ['grid-row-start', 'grid-row-end'],
  'text-decoration-line': ['text-decoration-line'],
}

function sideProperties(name: string, rest: string): string[] {
  return ['top', 'right', 'bottom', 'left'].map((side) => `${name}-${side}${rest}`)
}

/** The longhands that the field of a property shows. */
export const longhandsOfField = (property: string): readonly string[] => groups[property] ?? longhandsOf(property)

/** One text for the longhands of a shorthand; empty where only some of them have a value. */
export function joinValues(property: string, values: readonly FieldValue[]): FieldValue {
  const [first = NONE] = values
  if (values.length < 2) return first
  const whole = first.source
  if (whole?.property === property && values.every(({ source }) => isSameDeclaration(source, whole))) {
    return { ...first, value: whole.value }
  }
  const set = values.filter(({ origin }) => origin !== 'none')
  if (set.length === 0) return NONE
  const strongest = ['here', 'overridden', 'elsewhere', 'inherited', 'mixed'] as const
  const origin: ValueOrigin = strongest.find((each) => set.some((value) => value.origin === each)) ?? 'none'
  const source = set.find((each) => each.origin === origin)?.source
  const stronger = set.find((each) => each.stronger)?.stronger
  const shared: Omit<FieldValue, 'value'> = { origin, ...(source ? { source } : {}), ...(stronger ? { stronger } : {}) }
  if (values.every(({ value }) => value === first.value)) return { ...shared, value: first.value }
  if (set.length < values.length || set.some((each) => each.origin === 'mixed'))
    return { ...shared, value: '', origin: 'mixed' }
  const separator = property.startsWith('grid-') ? ' / ' : ' '
  return { ...shared, value: shortest(values.map(({ value }) => value)).join(separator) }
}

const isSameDeclaration = (one: StyleSource | undefined, other: StyleSource) =>
  one?.property === other.property &&
  one.value === other.value &&
  one.nodeId === other.nodeId &&
  one.ruleId === other.ruleId &&
  one.declarationId === other.declarationId

/** `1 2 1 2` as `1 2`, by the rule for four sides. */
function shortest(values: readonly string[]): readonly string[] {
  const [top, right, bottom, left] = values
  if (values.length !== 4) return values
  if (left !== right) return values
  if (bottom !== top) return values.slice(0, 3)
  return values.slice(0, 2)
}

/** Where a value comes from, in words: `h1 in All widths`, without the sheet where it is the site's own. */
export function sourceText(source: StyleSource, pathOf: (sheet: string) => string): string {
  const { selector, conditions, sheet, made, file } = source
  if (isAttribute(source)) return strings.theStyleAttribute
  const where = made === 'tokens' ? strings.theTokens : (file ?? pathOf(sheet))
  const place = [where, ...conditions].filter((text) => text !== '').join(' · ')
  return place === '' ? selector : `${selector} in ${place}`
}

/** Whether a declaration is in the rule or the attribute that a target edits. */
export const isOfTarget = (source: StyleSource, target: StyleTarget | undefined): boolean =>
  target?.attribute ? isAttribute(source) : target?.rule !== undefined && source.ruleId === target.rule.ruleId

/** Whether a declaration is in the `style` attribute of its element. */
export const isAttribute = ({ ruleId, made }: StyleSource): boolean => ruleId === undefined && made === undefined

/** The wish for the rule, or the attribute, that contains a declaration; with its state, in which the canvas shows it. */
export function ruleWish(source: StyleSource): StyleWish {
  const { ruleId, state } = source
  if (isAttribute(source)) return { attribute: true }
  return ruleId === undefined ? {} : { ruleId, ...(state === '' ? {} : { state }) }
}

/** The declarations that win over what is written to the target, those of one rule together, most properties first. */
export interface StrongerValues {
  source: StyleSource
  reason: StrongerReason
  /** The properties as it declares them. */
  properties: readonly string[]
}

export function strongerValues(longhands: Iterable<LonghandStyle>): StrongerValues[] {
  const found = new Map<string, StrongerValues & { properties: string[] }>()
  for (const { stronger: reason, source } of longhands) {
    if (!reason) continue
    const key = source.ruleId ?? `${source.made ?? ''} ${source.file ?? ''} ${source.selector}`
    const known = found.get(key)
    if (!known) found.set(key, { source, reason, properties: [source.property] })
    else if (!known.properties.includes(source.property)) known.properties.push(source.property)
  }
  return [...found.values()].sort((a, b) => b.properties.length - a.properties.length)
}

/**
 * Declarations in which what is taken away is named as the rule has it: `padding` for a `padding-top` that the rule sets
 * so. Where other values are set in the same step, a longhand of such a shorthand gets its initial value instead.
 * @param longhands the element's style at the target
 */
export function namedAsDeclared(
  declarations: Readonly<Record<string, string | null>>,
  longhands: ReadonlyMap<string, LonghandStyle>,
  target: StyleTarget | undefined,
): Record<string, string | null> {
  const isReset = Object.values(declarations).every((value) => value === null)
  const result: Record<string, string | null> = {}
  for (const [property, value] of Object.entries(declarations)) {
    const own = value === null ? declaredNames(property, longhands, target) : [property]
    if (own.every((name) => name === property)) result[property] = value
    else if (!isReset) result[property] = 'initial'
    else for (const name of own) result[name] = null
  }
  return result
}

/** The properties by which the target sets the longhands of a field; the property itself where it sets none. */
export function declaredNames(
  property: string,
  longhands: ReadonlyMap<string, LonghandStyle>,
  target: StyleTarget | undefined,
): string[] {
  const names = new Set<string>()
  for (const longhand of longhandsOfField(property)) {
    const style = longhands.get(longhand)
    const sources = style ? [style.source, ...style.overridden] : []
    const own = sources.find((source) => isOfTarget(source, target))
    if (own) names.add(own.property)
  }
  return names.size > 0 ? [...names] : [property]
}
