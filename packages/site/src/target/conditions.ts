import { pixelsPerUnit } from '../css/lengths.ts'
import { type Token, tokenize } from '../css/tokenize.ts'

/** The facts by which a page's conditions are evaluated. */
export interface Surroundings {
  /** The width of the frame, in CSS pixels. */
  width: number
  /** The page's colour scheme; light by default. */
  scheme?: 'light' | 'dark'
  /** At-rules that are taken to hold, as `canonical` spells them: those that a target was chosen for. */
  assumed?: ReadonlySet<string>
}

/** True or false, or undefined where a frame's width cannot tell: the height of a window, a container's width. */
export type Truth = boolean | undefined

/** A media query of one width: `(min-width: 48rem)`, `screen and (width <= 767px)`. */
export interface WidthBound {
  kind: 'min' | 'max'
  /** The number as written, in `unit`. */
  value: number
  unit: string
  /** In CSS pixels, with 16 to the em. */
  px: number
  /** Range syntax: `(width >= 48rem)`. */
  isRange: boolean
  /** The bound itself does not count: `(width < 48rem)`. */
  isStrict: boolean
  /** The media type in front of it: empty, `all`, `screen` or `only screen`. */
  media: string
}

/** The features of a screen with a mouse, that asks for nothing special. */
const discrete: Readonly<Record<string, readonly string[]>> = {
  hover: ['hover'],
  'any-hover': ['hover'],
  pointer: ['fine'],
  'any-pointer': ['fine'],
  'prefers-reduced-motion': ['no-preference'],
  'prefers-reduced-transparency': ['no-preference'],
  'prefers-contrast': ['no-preference'],
  'prefers-reduced-data': ['no-preference'],
  'forced-colors': ['none'],
  'inverted-colors': ['none'],
  scripting: ['enabled'],
  update: ['fast'],
  'display-mode': ['browser'],
  'overflow-block': ['scroll'],
  'overflow-inline': ['scroll'],
  grid: ['0'],
  monochrome: ['0'],
}

/** Conditions within conditions; none that means something comes near. */
const MAX_DEPTH = 16

type Leaf = (inside: readonly Part[]) => Truth

/** A token that means something, with its text in lower case. */
interface Part {
  type: Token['type']
  text: string
}

function queryParts(text: string): Part[] {
  return tokenize(text).flatMap(({ type, start, end }) =>
    type === 'whitespace' || type === 'comment' ? [] : [{ type, text: text.slice(start, end).toLowerCase() }],
  )
}

const known = new Map<string, { name: string; parts: readonly Part[] }>()
/** How many conditions are kept as tokens. */
const KEPT = 2_000

function readAtRule(condition: string): { name: string; parts: readonly Part[] } {
  const found = known.get(condition)
  if (found) return found
  const [keyword, ...parts] = queryParts(condition)
  const made = { name: keyword?.text.replace(/^@/, '') ?? '', parts }
  if (known.size >= KEPT) known.clear()
  known.set(condition, made)
  return made
}

/** Whether an at-rule (`@media print`, `@supports (display: grid)`, `@layer base`) lets its rules apply. */
export function conditionHolds(condition: string, around: Surroundings): Truth {
  const { name, parts } = readAtRule(condition)
  switch (name) {
    case 'layer':
      return true
    case 'media':
      return anyOf(commaParts(parts).map((query) => queryHolds(query, around)))
    case 'supports':
      // The page is seen in a browser that knows what its author knew.
      return readCondition(parts, 0, (inside) => (inside.some(({ type }) => type === 'colon') ? true : undefined))
    case 'starting-style':
      return false
    default:
      return undefined
  }
}

/** The bound of a media query that has one bound of the width and nothing else; undefined for every other at-rule. */
export function widthBound(condition: string): WidthBound | undefined {
  const { name, parts } = readAtRule(condition)
  if (name !== 'media') return undefined
  const open = parts.findIndex(({ type }) => type === '(')
  const media = parts.slice(0, Math.max(0, open)).map(({ text }) => text)
  if (media.at(-1) === 'and') media.pop()
  else if (media.length > 0) return undefined
  const typed = media.join(' ')
  if (!['', 'all', 'screen', 'only screen', 'only all'].includes(typed)) return undefined
  const inside = parts.slice(open + 1, -1)
  if (parts.at(-1)?.type !== ')' || inside.some(({ type }) => type === '(' || type === ')' || type === 'function')) {
    return undefined
  }
  const bound = readWidth(inside)
  return bound && { ...bound, media: typed }
}

function readWidth(inside: readonly Part[]): Omit<WidthBound, 'media'> | undefined {
  const [first, second, third, more] = inside
  if ((first?.text === 'min-width' || first?.text === 'max-width') && second?.type === 'colon' && !more) {
    const length = readLength(third)
    return length && { ...length, kind: first.text === 'min-width' ? 'min' : 'max', isRange: false, isStrict: false }
  }
  const range = readRange(inside)
  const [only, another] = range?.name === 'width' ? range.bounds : []
  if (!only || another || only.operator === '=') return undefined
  const length = readLength(only.value)
  const kind = only.operator.startsWith('>') ? 'min' : 'max'
  return length && { ...length, kind, isRange: true, isStrict: !only.operator.endsWith('=') }
}

function readLength(part: Part | undefined): { value: number; unit: string; px: number } | undefined {
  const read = /^([+-]?[\d.]+(?:e[+-]?\d+)?)([a-z]*)$/.exec(part?.text ?? '')
  if (!read || (part?.type !== 'dimension' && part?.type !== 'number')) return undefined
  const [, number = '', unit = ''] = read
  const value = Number(number)
  const factor = unit === '' && value === 0 ? 1 : pixelsPerUnit[unit]
  return factor === undefined || !Number.isFinite(value) ? undefined : { value, unit, px: value * factor }
}

interface Range {
  name: string
  /** As comparisons of the feature with a value: `width >= 48rem`. */
  bounds: { operator: string; value: Part | undefined }[]
}

const isComparison = ({ type, text }: Part) => type === 'delim' && /^[<>=]$/.test(text)
const mirrored: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '=': '=' }

/** `width >= 48rem`, `48rem <= width`, `20rem < width <= 48rem`. */
function readRange(inside: readonly Part[]): Range | undefined {
  const sides: Part[][] = [[]]
  const operators: string[] = []
  for (const [index, part] of inside.entries()) {
    const previous = inside[index - 1]
    if (!isComparison(part)) sides.at(-1)?.push(part)
    else if (previous && isComparison(previous) && part.text === '=') {
      operators.push(`${operators.pop() ?? ''}=`)
    } else {
      operators.push(part.text)
      sides.push([])
    }
  }
  const single = sides.map((side) => (side.length === 1 ? side[0] : undefined))
  const [left, middle, right] = single
  const [first = '', second] = operators
  if (operators.length === 1 && left && middle) {
    if (left.type === 'ident') return { name: left.text, bounds: [{ operator: first, value: middle }] }
    return { name: middle.text, bounds: [{ operator: mirrored[first] ?? '', value: left }] }
  }
  if (operators.length !== 2 || middle?.type !== 'ident' || second === undefined) return undefined
  return {
    name: middle.text,
    bounds: [
      { operator: mirrored[first] ?? '', value: left },
      { operator: second, value: right },
    ],
  }
}

function commaParts(parts: readonly Part[]): Part[][] {
  const lists: Part[][] = [[]]
  let depth = 0
  for (const part of parts) {
    if (part.type === '(' || part.type === 'function') depth += 1
    else if (part.type === ')') depth -= 1
    if (depth === 0 && part.type === 'comma') lists.push([])
    else lists.at(-1)?.push(part)
  }
  return lists
}

const anyOf = (all: readonly Truth[]): Truth =>
  all.includes(true) ? true : all.includes(undefined) ? undefined : false
const allOf = (all: readonly Truth[]): Truth =>
  all.includes(false) ? false : all.includes(undefined) ? undefined : true
const not = (truth: Truth): Truth => (truth === undefined ? undefined : !truth)

function queryHolds(query: readonly Part[], around: Surroundings): Truth {
  const [first, second] = query
  if (!first) return true
  const leaf: Leaf = (inside) => featureHolds(inside, around)
  const prefixed = (first.text === 'not' || first.text === 'only') && second?.type === 'ident'
  const type = prefixed ? second : first.type === 'ident' && first.text !== 'not' ? first : undefined
  if (!type) return readCondition(query, 0, leaf)
  const rest = query.slice(prefixed ? 2 : 1)
  const ofType = type.text === 'all' || type.text === 'screen'
  const holds = rest.length === 0 ? ofType : allOf([ofType, readCondition(rest.slice(1), 0, leaf)])
  return first.text === 'not' ? not(holds) : holds
}

/** Media Queries 5, 3: `<media-condition>`, and the same form in `@supports`. */
function readCondition(parts: readonly Part[], depth: number, leaf: Leaf): Truth {
  if (depth > MAX_DEPTH || parts.length === 0) return undefined
  const operands: Truth[] = []
  let joined = ''
  let at = 0
  while (at < parts.length) {
    let negated = false
    if (operands.length > 0) {
      const word = parts[at]?.text
      if ((word !== 'and' && word !== 'or') || (joined !== '' && joined !== word)) return undefined
      joined = word
      at += 1
    }
    if (parts[at]?.text === 'not') {
      negated = true
      at += 1
    }
    const open = parts[at]
    const end = closing(parts, at)
    if (!open || end < 0) return undefined
    const inside = parts.slice(at + 1, end)
    const held = open.type === 'function' ? functionHolds(open) : insideHolds(inside, depth, leaf)
    operands.push(negated ? not(held) : held)
    at = end + 1
  }
  return joined === 'or' ? anyOf(operands) : allOf(operands)
}

const functionHolds = ({ text }: Part): Truth => (text === 'selector(' ? true : undefined)

function insideHolds(inside: readonly Part[], depth: number, leaf: Leaf): Truth {
  const [first, second] = inside
  const nested = first?.type === '(' || first?.type === 'function' || (first?.text === 'not' && second?.type === '(')
  return nested ? readCondition(inside, depth + 1, leaf) : leaf(inside)
}

function closing(parts: readonly Part[], open: number): number {
  let depth = 0
  for (let at = open; at < parts.length; at += 1) {
    const type = parts[at]?.type
    if (type === '(' || type === 'function') depth += 1
    else if (type === ')') depth -= 1
    if (depth === 0) return type === ')' ? at : -1
  }
  return -1
}

function featureHolds(inside: readonly Part[], around: Surroundings): Truth {
  const [name, colon, value, more] = inside
  if (name && !colon) return flagHolds(name.text, around)
  if (name?.type === 'ident' && colon?.type === 'colon' && value && !more) {
    if (name.text === 'min-width') return compareWidth(around.width, '>=', value)
    if (name.text === 'max-width') return compareWidth(around.width, '<=', value)
    if (name.text === 'width') return compareWidth(around.width, '=', value)
    if (name.text === 'prefers-color-scheme') return value.text === (around.scheme ?? 'light')
    return discrete[name.text]?.includes(value.text)
  }
  const range = readRange(inside)
  if (range?.name !== 'width') return undefined
  return allOf(range.bounds.map(({ operator, value: bound }) => compareWidth(around.width, operator, bound)))
}

/** A feature without a value. */
function flagHolds(name: string, around: Surroundings): Truth {
  if (name === 'width') return around.width > 0
  if (name === 'prefers-color-scheme' || name === 'color') return true
  const values = discrete[name]
  return values && !['none', 'no-preference', '0'].includes(values[0] ?? '')
}

function compareWidth(width: number, operator: string, part: Part | undefined): Truth {
  const bound = readLength(part)?.px
  if (bound === undefined) return undefined
  switch (operator) {
    case '>=':
      return width >= bound
    case '<=':
      return width <= bound
    case '>':
      return width > bound
    case '<':
      return width < bound
    case '=':
      return width === bound
    default:
      return undefined
  }
}
