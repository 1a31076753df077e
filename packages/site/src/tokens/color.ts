import { type Token, tokenize, unescapeName } from '../css/tokenize.ts'
import { contextColors, namedColors } from './names.ts'

/** A colour with known channels: in HSL if it was written in sRGB, otherwise in its own space. */
export interface KnownColor {
  space: 'hsl' | 'lab' | 'lch' | 'oklab' | 'oklch'
  /** From 0 to 100 in every space. */
  lightness: number
  /** The two other channels, in the order and the units of the space's notation. */
  rest: readonly [number, number]
  /** From 0 to 1. */
  alpha: number
}

export type ReadColor =
  | { kind: 'known'; color: KnownColor }
  /** A colour that only a browser can compute: `var()`, `color-mix()`, relative and system colours, `color()`. */
  | { kind: 'expression' }
  | { kind: 'none'; problem: string }

const numeric = new Set(['rgb', 'rgba', 'hsl', 'hsla', 'hwb', 'lab', 'lch', 'oklab', 'oklch'])
const opaque = new Set(['var', 'env', 'color', 'color-mix', 'light-dark', 'contrast-color', 'device-cmyk', 'if'])
const MAX_LENGTH = 500

const none = (problem: string): ReadColor => ({ kind: 'none', problem })

/** Reads one colour of CSS Color 4 or 5. Refuses anything else, and text that could end its declaration. */
export function readColor(text: string): ReadColor {
  const source = text.trim()
  if (source === '') return none('it is empty')
  if (source.length > MAX_LENGTH) return none(`it has ${source.length} characters; at most ${MAX_LENGTH} are taken`)
  const tokens = tokenize(source)
  const [first] = tokens
  if (!first || !isOneValue(tokens)) return none('it is not one value')
  const piece = unescapeName(source.slice(first.start, first.end)).toLowerCase()
  if (first.type === 'hash') return readKnownColor(readHex(piece), 'a hexadecimal colour has 3, 4, 6 or 8 digits')
  if (first.type === 'ident') return readName(piece)
  if (first.type !== 'function') return none('a colour is a name, a # with digits, or a function')
  const name = piece.slice(0, -1)
  if (opaque.has(name)) return tokens.length > 2 ? { kind: 'expression' } : none(`${name}() is empty`)
  if (!numeric.has(name)) return none(`${name}() is not a colour`)
  return readFunction(name, source, tokens.slice(1, -1))
}

const readKnownColor = (color: KnownColor | undefined, problem: string): ReadColor =>
  color ? { kind: 'known', color } : none(problem)

function readName(name: string): ReadColor {
  const hex = namedColors.get(name)
  if (hex !== undefined) return readKnownColor(readHex(hex), '')
  if (name === 'transparent') return readKnownColor({ space: 'hsl', lightness: 0, rest: [0, 0], alpha: 0 }, '')
  return contextColors.has(name) ? { kind: 'expression' } : none(`"${name.slice(0, 40)}" is not the name of a colour`)
}

/** A single component value: one token, or one function with balanced contents. */
function isOneValue(tokens: readonly Token[]): boolean {
  let depth = 0
  for (const [index, { type, open }] of tokens.entries()) {
    if (open || type === 'bad-string' || type === 'bad-url' || type === 'url' || type === 'semicolon') return false
    if (type === '{' || type === '}' || type === '[' || type === ']' || type === 'comment') return false
    if (type === '(' || type === 'function') depth += 1
    else if (type === ')') depth -= 1
    if (depth < 0 || (depth === 0 && index < tokens.length - 1)) return false
  }
  return depth === 0
}

function readHex(text: string): KnownColor | undefined {
  const digits = text.slice(1)
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(digits)) return undefined
  const full = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits
  const [red = 0, green = 0, blue = 0, alpha = 255] = (full.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  return fromRgb(red / 255, green / 255, blue / 255, alpha / 255)
}

/** A channel as it was written: a number with its unit, or `none`. */
interface Channel {
  value: number
  unit: string
}

function readFunction(name: string, source: string, tokens: readonly Token[]): ReadColor {
  const channels: Channel[] = []
  for (const token of tokens) {
    const text = source.slice(token.start, token.end)
    if (token.type === 'whitespace' || token.type === 'comma' || text === '/') continue
    // Relative colours, calc() and var() are for the browser.
    if (token.type === 'function' || (token.type === 'ident' && text.toLowerCase() === 'from')) {
      return { kind: 'expression' }
    }
    const match = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(.*)$/is.exec(text)
    if (text.toLowerCase() === 'none') channels.push({ value: 0, unit: '' })
    else if (match) channels.push({ value: Number(match[1]), unit: (match[2] ?? '').toLowerCase() })
    else return none(`"${text.slice(0, 40)}" means nothing in ${name}()`)
  }
  const [one, two, three, four] = channels
  if (!one || !two || !three || channels.length > 4) return none(`${name}() takes three channels and perhaps an alpha`)
  const alpha = four ? clamp(scaled(four, 1), 0, 1) : 1
  return readKnownColor(fromChannels(name, one, two, three, alpha), `a channel of ${name}() is out of place`)
}

/** The value of a channel; 100 % equals `whole`. */
const scaled = ({ value, unit }: Channel, whole: number) => (unit === '%' ? (value / 100) * whole : value)

function fromChannels(name: string, a: Channel, b: Channel, c: Channel, alpha: number): KnownColor | undefined {
  const percentOnly = [a, b, c].every(({ unit }) => unit === '' || unit === '%')
  switch (name) {
    case 'rgb':
    case 'rgba': {
      if (!percentOnly) return undefined
      const [red = 0, green = 0, blue = 0] = [a, b, c].map((each) => clamp(scaled(each, 255) / 255, 0, 1))
      return fromRgb(red, green, blue, alpha)
    }
    case 'hsl':
    case 'hsla':
      return {
        space: 'hsl',
        lightness: clamp(c.value, 0, 100),
        rest: [degrees(a), clamp(b.value, 0, 100)],
        alpha,
      }
    case 'hwb':
      return fromHwb(degrees(a), clamp(b.value, 0, 100) / 100, clamp(c.value, 0, 100) / 100, alpha)
    case 'lab':
      return { space: 'lab', lightness: clamp(a.value, 0, 100), rest: [scaled(b, 125), scaled(c, 125)], alpha }
    case 'lch':
      return { space: 'lch', lightness: clamp(a.value, 0, 100), rest: [scaled(b, 150), degrees(c)], alpha }
    case 'oklab':
      return {
        space: 'oklab',
        lightness: clamp(scaled(a, 1) * 100, 0, 100),
        rest: [scaled(b, 0.4), scaled(c, 0.4)],
        alpha,
      }
    default:
      return { space: 'oklch', lightness: clamp(scaled(a, 1) * 100, 0, 100), rest: [scaled(b, 0.4), degrees(c)], alpha }
  }
}

const turns: Readonly<Record<string, number>> = { '': 1, deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 }

function degrees({ value, unit }: Channel): number {
  const angle = (value * (turns[unit] ?? 1)) % 360
  return angle < 0 ? angle + 360 : angle
}

/** CSS Color 4, section 8.1: hue, whiteness and blackness to sRGB. */
function fromHwb(hue: number, white: number, black: number, alpha: number): KnownColor {
  const sum = white + black
  if (sum >= 1) return { space: 'hsl', lightness: (white / sum) * 100, rest: [hue, 0], alpha }
  const channel = (offset: number) => {
    const k = (offset + hue / 60) % 6
    const pure = 1 - Math.max(0, Math.min(k, 4 - k, 1))
    return pure * (1 - white - black) + white
  }
  return fromRgb(channel(5), channel(3), channel(1), alpha)
}

/** CSS Color 4, section 7.2: sRGB channels from 0 to 1 to HSL. */
function fromRgb(red: number, green: number, blue: number, alpha: number): KnownColor {
  const max = Math.max(red, green, blue)
  const min = Math.min(red, green, blue)
  const middle = (max + min) / 2
  const spread = max - min
  if (spread === 0) return { space: 'hsl', lightness: middle * 100, rest: [0, 0], alpha }
  const saturation = spread / (1 - Math.abs(2 * middle - 1))
  const sector =
    max === red
      ? ((green - blue) / spread + 6) % 6
      : max === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4
  return { space: 'hsl', lightness: middle * 100, rest: [sector * 60, saturation * 100], alpha }
}

/** Writes a colour in its own space: `hsl(243.4 75.4% 58.6%)`, `oklch(0.5117 0.2301 276.97 / 0.1)`. */
export function printColor({ space, lightness, rest: [one, two], alpha }: KnownColor): string {
  const end = alpha < 1 ? ` / ${roundDecimals(alpha, 3)}` : ''
  switch (space) {
    case 'hsl':
      return `hsl(${roundDecimals(one, 1)} ${roundDecimals(two, 1)}% ${roundDecimals(lightness, 1)}%${end})`
    case 'lab':
    case 'lch':
      return `${space}(${roundDecimals(lightness, 2)} ${roundDecimals(one, 2)} ${roundDecimals(two, 2)}${end})`
    default:
      return `${space}(${roundDecimals(lightness / 100, 4)} ${roundDecimals(one, 4)} ${roundDecimals(two, space === 'oklch' ? 2 : 4)}${end})`
  }
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** Rounds to a maximum number of decimals, without trailing zeros. */
export const roundDecimals = (value: number, decimals: number): number => {
  const rounded = Number(value.toFixed(decimals))
  return Object.is(rounded, -0) ? 0 : rounded
}
