import type { View } from '@atelier/documents'
import { kindOfProperty, type TokenKind, tokenize, tokens } from '@atelier/site'

/** A token that a value can be: `--primary`, with its value. */
export interface TokenChoice {
  name: string
  value: string
}

const properties: Readonly<Record<TokenKind, RegExp>> = {
  color:
    /(?:^|-)color$|^(?:background|fill|stroke|outline|(?:box|text)-shadow|border(?:-(?:top|right|bottom|left|(?:inline|block)(?:-(?:start|end))?))?)$/,
  font: /^font-family$/,
  type: /^font-size$/,
  space: /^(?:(?:scroll-)?(?:margin|padding)|inset)(?:-|$)|^(?:(?:row|column)-)?gap$|^(?:top|right|bottom|left)$/,
}
const lengths = /^-?[\d.]+(?:px|r?em|ch|vw|vh|%)$|^clamp\(/i
/** Names which show that a length is for something else. */
const otherLengths = {
  type: /^--(?:space|spacing|gap|pad|margin|gutter|radius|measure|width|height)/i,
  space: /^--(?:text|font|fs|type|leading|line|tracking|radius)/i,
}
const colorFunctions = /^(?:rgba?|hsla?|hwb|(?:ok)?l(?:ab|ch)|color|color-mix|light-dark)\($/i
const length =
  /(?<![\w.-])-?(?:\d{0,9}\.)?\d{1,9}(?:px|r?em|ch|vw|vh|%)?(?![\w%])|(?:var|clamp|calc|min|max)\((?:[^()]|\([^()]*\))*\)/i

/** The kind of token that a property takes; undefined where none is offered. */
export function tokenKindOf(property: string): TokenKind | undefined {
  const name = property.toLowerCase()
  return (['font', 'type', 'color', 'space'] as const).find((kind) => properties[kind].test(name))
}

/** The tokens of one kind: those of the design system, and the custom properties that stylesheets declare on the root. */
export function tokenChoices(site: View, kind: TokenKind): TokenChoice[] {
  const isLength = kind === 'type' || kind === 'space'
  return tokens(site).filter(
    (token) =>
      token.kind === kind ||
      (isLength && token.origin === 'authored' && lengths.test(token.value) && !otherLengths[kind].test(token.name)),
  )
}

/** The tokens that fit a property best: those of its kind, radii and shadows of stylesheets too. */
export function fittingTokens(site: View, property: string): TokenChoice[] {
  const kind = tokenKindOf(property)
  const whole = kindOfProperty(property.toLowerCase())
  const own = whole === 'radius' || whole === 'shadow' ? tokens(site).filter((token) => token.kind === whole) : []
  return [...own, ...(kind ? tokenChoices(site, kind) : [])]
}

/** A value with a token in it: in place of the first colour or length of a value of several parts, otherwise instead of it. */
export function withToken(property: string, value: string, token: string): string {
  const kind = tokenKindOf(property)
  const ref = `var(${token})`
  const isWhole = kind === 'font' || kind === 'type' || (kind === 'color' && /color$|^(?:fill|stroke)$/i.test(property))
  if (isWhole || !/\s/.test(value.trim())) return ref
  const [start, end] = (kind === 'space' ? lengthWithin(value) : colorWithin(value)) ?? []
  return start === undefined ? `${value.trim()} ${ref}` : value.slice(0, start) + ref + value.slice(end)
}

/** Where the first length of a longer value starts and ends. */
function lengthWithin(value: string): [start: number, end: number] | undefined {
  const found = length.exec(value)
  return found ? [found.index, found.index + found[0].length] : undefined
}

/** Where the first colour of a longer value starts and ends: a hash, a function with its arguments, or a name. */
function colorWithin(value: string): [start: number, end: number] | undefined {
  let start = -1
  let depth = 0
  for (const token of tokenize(value)) {
    const text = value.slice(token.start, token.end)
    if (depth > 0) {
      if (token.type === 'function' || token.type === '(') depth += 1
      else if (token.type === ')') depth -= 1
      if (depth === 0) return [start, token.end]
    } else if (token.type === 'hash' || (token.type === 'ident' && /^(?:currentcolor|transparent)$/i.test(text))) {
      return [token.start, token.end]
    } else if (token.type === 'function' && (colorFunctions.test(text) || /^var\($/i.test(text))) {
      start = token.start
      depth = 1
    }
  }
  return undefined
}

const picturing = /^(?:background|background-image|list-style-image|(?:-webkit-)?mask-image|border-image-source)$/i

/** Whether a property can show a picture of the media. */
export const takesPicture = (property: string) => picturing.test(property)

/** A value with a picture in it: instead of the one that it shows, otherwise in front of what it has. */
export function withPicture(property: string, value: string, url: string): string {
  const ref = `url("${url}")`
  const one = /url\((?:"[^"]*"|'[^']*'|[^"'()]*)\)/i
  if (one.test(value)) return value.replace(one, () => ref)
  const rest = /^(?:none|initial|unset|inherit)?$/i.test(value.trim()) ? '' : `, ${value.trim()}`
  return property.toLowerCase() === 'background' ? `${ref} center / cover no-repeat${rest}` : `${ref}${rest}`
}
