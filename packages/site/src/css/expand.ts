import { isShorthand, longhandsOf, modernName } from './longhands.ts'
import { tokenize } from './tokenize.ts'

const WIDE = new Set(['inherit', 'initial', 'unset', 'revert', 'revert-layer'])
const STYLES = new Set('none hidden dotted dashed solid double groove ridge inset outset auto'.split(' '))

/** The parts of a value that white space separates, with `/` a part of its own. */
export function valueParts(value: string): string[] {
  const parts: string[] = []
  let depth = 0
  let open = false
  for (const { type, start, end } of tokenize(value)) {
    const text = value.slice(start, end)
    if (type === 'comment') continue
    if (depth === 0 && (type === 'whitespace' || text === '/')) {
      open = false
      if (text === '/') parts.push('/')
      continue
    }
    if (type === '(' || type === 'function' || type === '[') depth += 1
    else if (type === ')' || type === ']') depth -= 1
    if (open) parts.push(`${parts.pop() ?? ''}${text}`)
    else parts.push(text)
    open = true
  }
  return parts
}

/**
 * The part of a declared value that a longhand takes: `4px` for `margin-left` of `margin: 8px 4px`. Undefined if the
 * shorthand is not taken apart here.
 */
export function longhandValue(property: string, value: string, longhand: string): string | undefined {
  const name = modernName(property)
  if (!isShorthand(name) || WIDE.has(value.trim().toLowerCase())) return value
  if (name === 'all') return value
  const own = longhandsOf(name)
  // A side by the flow of the element has the value of the one that it is in the shorthand's own terms.
  const index = own.indexOf(longhand)
  const parts = valueParts(value)
  const hasComma = value.includes(',') && tokenize(value).some(({ type }) => type === 'comma') && !/\(/.test(value)
  if (parts.length === 0 || hasComma) return undefined
  if (/^(?:margin|padding|inset|scroll-margin|scroll-padding|border-(?:width|style|color))$/.test(name)) {
    return parts.length <= 4 && index >= 0 ? ofFour(parts, index) : undefined
  }
  if (name === 'border-radius') return radius(parts, index)
  if (
    /^(?:gap|overflow|overscroll-behavior|place-(?:content|items|self)|.+-(?:inline|block)|border-(?:inline|block)-(?:width|style|color))$/.test(
      name,
    )
  ) {
    const isBorder = /^border-(?:inline|block)$/.test(name)
    if (isBorder) return lineValue(parts, longhand)
    return parts.length <= 2 && index >= 0 ? (parts[index] ?? parts[0]) : undefined
  }
  if (
    /^(?:border|border-(?:top|right|bottom|left)|border-(?:block|inline)-(?:start|end)|outline|column-rule)$/.test(name)
  ) {
    return longhand.startsWith('border-image') ? 'initial' : lineValue(parts, longhand)
  }
  if (name === 'flex') return flexValue(parts, longhand)
  if (name === 'background' && longhand === 'background-color' && parts.length === 1) {
    return /^(?:none|url\(|.*gradient\()/i.test(parts[0] ?? '') ? 'initial' : parts[0]
  }
  return undefined
}

/** Top, right, bottom, left, of which the missing ones are as their opposites. */
const ofFour = (parts: readonly string[], index: number) =>
  parts[index] ?? (index === 3 ? parts[1] : undefined) ?? parts[0]

function radius(parts: readonly string[], index: number): string | undefined {
  const slash = parts.indexOf('/')
  const across = ofFour(slash < 0 ? parts : parts.slice(0, slash), index)
  const down = slash < 0 ? undefined : ofFour(parts.slice(slash + 1), index)
  return down === undefined || down === across ? across : `${across} ${down}`
}

/** Width, style and colour in any order. */
function lineValue(parts: readonly string[], longhand: string): string | undefined {
  if (parts.some((part) => part.startsWith('var('))) return undefined
  const style = parts.find((part) => STYLES.has(part.toLowerCase()))
  const width = parts.find((part) =>
    /^(?:[+-]?[\d.]+[a-z%]*|thin|medium|thick|(?:calc|min|max|clamp)\(.*)$/i.test(part),
  )
  if (longhand.endsWith('-style')) return style ?? 'none'
  if (longhand.endsWith('-width')) return width ?? 'medium'
  return parts.find((part) => part !== style && part !== width) ?? 'currentcolor'
}

function flexValue(parts: readonly string[], longhand: string): string | undefined {
  const [first = '', ...rest] = parts
  const keyword: Readonly<Record<string, readonly string[]>> = { none: ['0', '0', 'auto'], auto: ['1', '1', 'auto'] }
  const isNumber = (part: string | undefined) => part !== undefined && /^[+-]?[\d.]+$/.test(part)
  if (parts.some((part) => part.startsWith('var('))) return undefined
  const numbers = parts.filter(isNumber)
  const basis = parts.find((part) => !isNumber(part))
  const [grow, shrink, base] =
    rest.length === 0 && keyword[first] ? keyword[first] : [numbers[0] ?? '1', numbers[1] ?? '1', basis ?? '0%']
  return longhand === 'flex-grow' ? grow : longhand === 'flex-shrink' ? shrink : base
}
