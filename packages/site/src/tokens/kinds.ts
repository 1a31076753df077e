import { tokenize } from '../css/tokenize.ts'
import { readColor } from './color.ts'
import type { TokenKind } from './variables.ts'

/** The purpose of a token. */
export type ValueKind = TokenKind | 'radius' | 'shadow' | 'other'

/** How sites name the lengths of a kind, without the dashes in front. */
const lengthNames: readonly (readonly [ValueKind, RegExp])[] = [
  ['radius', /^(?:radius|rounded|round|corner|border-radius)(?:-|$)|-radius$/],
  ['type', /^(?:text|font-size|fs|size|type|heading|h\d)(?:-|$)/],
  ['space', /^(?:space|spacing|gap|pad|padding|gutter|margin|section)(?:-|$)/],
]
const LENGTH = /^-?(?:\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})(?:px|r?em|ch|v[wh]|%)$/i
const MATH = /^(?:clamp|calc|min|max)\(/i
const GENERIC =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-(?:serif|sans-serif|monospace|rounded)|math|emoji|fangsong)$/i

/** Which properties take a value of a kind. */
const properties: readonly (readonly [Exclude<ValueKind, 'other'>, RegExp])[] = [
  ['radius', /^border-(?:(?:top|bottom|start|end)-(?:left|right|start|end)-)?radius$/],
  ['type', /^font-size$/],
  ['font', /^font-family$/],
  ['shadow', /^(?:box|text)-shadow$/],
  ['space', /^(?:(?:scroll-)?(?:margin|padding)|inset)(?:-|$)|^(?:(?:row|column)-)?gap$/],
]
const COLORED =
  /(?:^|-)color$|^(?:background|background-image|fill|stroke|outline|(?:box|text)-shadow|border(?:-(?:top|right|bottom|left|(?:inline|block)(?:-(?:start|end))?))?|border-image|filter)$/

/** The kind of value that a property takes; a property that takes a colour as one of several parts is not told here. */
export const kindOfProperty = (property: string): Exclude<ValueKind, 'other'> | undefined =>
  properties.find(([, pattern]) => pattern.test(property))?.[0]

/** Whether a property's value can contain a colour. Any value is possible in a custom property. */
export const takesColor = (property: string) => property.startsWith('--') || COLORED.test(property)

/**
 * The purpose of a custom property, by its value, and if that leaves it open by its name.
 * @param lookUp the value of another custom property, for `var()`
 */
export function kindOfValue(
  name: string,
  value: string,
  lookUp: (name: string) => string | undefined = () => undefined,
  depth = 0,
): ValueKind {
  const text = value.trim()
  const [, other = ''] = /^var\(\s*(--[^\s,)]{1,200})/.exec(text) ?? []
  if (other !== '') {
    const next = depth < 10 ? lookUp(other) : undefined
    return next === undefined ? 'other' : kindOfValue(other, next, lookUp, depth + 1)
  }
  if (LENGTH.test(text) || MATH.test(text)) {
    const bare = name.replace(/^--/, '')
    return lengthNames.find(([, pattern]) => pattern.test(bare))?.[0] ?? 'other'
  }
  const { kind } = readColor(text)
  if (kind === 'known' || (kind === 'expression' && !/^(?:env|if)\(/i.test(text))) return 'color'
  if (isFontStack(text)) return 'font'
  return isShadow(text) ? 'shadow' : 'other'
}

function isFontStack(value: string): boolean {
  let names = 0
  let isGeneric = false
  for (const { type, start, end } of tokenize(value)) {
    if (type !== 'ident' && type !== 'string' && type !== 'comma' && type !== 'whitespace') return false
    if (type === 'ident' || type === 'string') names += 1
    if (type === 'ident' && GENERIC.test(value.slice(start, end))) isGeneric = true
  }
  return isGeneric && names > 0
}

/** At least two lengths and a colour, such as `0 2px 8px rgb(0 0 0 / 0.2)`. */
function isShadow(value: string): boolean {
  const parts = splitValue(value.split(/,(?![^(]{0,200}\))/)[0] ?? '')
  const lengths = parts.filter((part) => LENGTH.test(part) || part === '0')
  return lengths.length >= 2 && parts.some((part) => part.startsWith('var(') || readColor(part).kind !== 'none')
}

/** The parts of a value with white space between them outside brackets. */
export function splitValue(value: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (const { type, start, end } of tokenize(value)) {
    if (type === '(' || type === 'function') depth += 1
    else if (type === ')') depth -= 1
    else if (type === 'whitespace' && depth === 0) {
      parts.push(value.slice(from, start))
      from = end
    }
  }
  return [...parts, value.slice(from)].filter((part) => part !== '')
}
