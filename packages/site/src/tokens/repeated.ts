import type { View } from '@atelier/documents'
import { type Rule, walkRules } from '../css/rules.ts'
import { readSheets } from '../css/sheets.ts'
import { type Token as CssToken, tokenize } from '../css/tokenize.ts'
import { definesToken, tokens } from './all.ts'
import { readColor } from './color.ts'
import { kindOfProperty, takesColor, type ValueKind } from './kinds.ts'
import { namedColors } from './names.ts'

export type RepeatedKind = Exclude<ValueKind, 'other'>

/** A value in several declarations that is no token yet. */
export interface RepeatedValue {
  /** As it is written most often. */
  value: string
  kind: RepeatedKind
  /** How many places hold it. */
  count: number
  /** The properties that hold it, the most frequent first. */
  properties: string[]
  /** A token that has this value already, and could replace it. */
  token?: string
}

/** One place of a value within a text. */
export interface ValuePlace {
  start: number
  end: number
  kind: RepeatedKind
  /** One spelling of the value, by which two places are known to hold the same. */
  key: string
}

const LEAST = 3
/** Lengths that mean nothing by themselves. */
const PLAIN_LENGTH = /^[-+]?(?:0|1)(?:px|r?em)?$/

/**
 * The values that occur at least `least` times in the declarations of a site's stylesheets, most frequent first:
 * colours (however they are written), lengths of spacing, text sizes and radii, whole shadows and font stacks.
 */
export function repeatedValues(site: View, least = LEAST): RepeatedValue[] {
  const found = new Map<
    string,
    { kind: RepeatedKind; spellings: Map<string, number>; properties: Map<string, number> }
  >()
  for (const [rule, around] of walkRules(readSheets(site))) {
    if (!takesTokens(rule, around)) continue
    for (const { name, value } of rule.declarations) {
      if (definesToken(rule, around, name)) continue
      for (const { start, end, kind, key } of valuePlaces(name, value)) {
        const id = `${kind} ${key}`
        const entry = found.get(id) ?? { kind, spellings: new Map(), properties: new Map() }
        const text = value.slice(start, end)
        entry.spellings.set(text, (entry.spellings.get(text) ?? 0) + 1)
        entry.properties.set(name, (entry.properties.get(name) ?? 0) + 1)
        found.set(id, entry)
      }
    }
  }
  const known = tokensByValue(site)
  return [...found]
    .map(([id, { kind, spellings, properties }]) => {
      const token = known.get(id)
      return {
        value: byCount(spellings)[0] ?? '',
        kind,
        count: [...spellings.values()].reduce((sum, each) => sum + each, 0),
        properties: byCount(properties),
        ...(token === undefined ? {} : { token }),
      }
    })
    .filter(({ count }) => count >= least)
    .sort((a, b) => b.count - a.count)
}

/** The tokens that have the same value in every scheme, by kind and value. */
function tokensByValue(site: View): Map<string, string> {
  const known = new Map<string, string>()
  for (const { name, value, kind, dark, variantOf } of tokens(site)) {
    if (kind === 'other' || dark !== undefined || variantOf !== undefined) continue
    const read = readTokenValue(value, kind)
    const id = read && `${kind} ${read.key}`
    if (id !== undefined && !known.has(id)) known.set(id, name)
  }
  return known
}

const byCount = (counts: ReadonlyMap<string, number>) => [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name)

/** Whether `var()` means something in the declarations of a rule; in the descriptors of an at-rule it does not. */
export function takesTokens(rule: Rule, around: readonly Rule[]): boolean {
  if (rule.kind === 'style') return true
  return rule.kind === 'at' && around.some(({ kind }) => kind === 'style')
}

/** The values of a declaration that could be tokens. One that stands inside `var()` or a string is none. */
export function valuePlaces(property: string, value: string): ValuePlace[] {
  const kind = kindOfProperty(property)
  const whole = kind === 'shadow' || kind === 'font' ? wholeOf(kind, value) : undefined
  const colors = takesColor(property) ? colorPlaces(property, value) : []
  if (whole) return [whole, ...colors]
  return kind === 'space' || kind === 'type' || kind === 'radius' ? lengthPlaces(kind, value) : colors
}

function wholeOf(kind: RepeatedKind, value: string): ValuePlace | undefined {
  const text = value.trim()
  if (text.includes('var(') || /^(?:none|inherit|initial|unset|revert|revert-layer)$/i.test(text)) return undefined
  const start = value.indexOf(text)
  return { start, end: start + text.length, kind, key: text.replace(/\s+/g, ' ').replace(/ ?, ?/g, ',') }
}

function lengthPlaces(kind: RepeatedKind, value: string): ValuePlace[] {
  return outermost(value).flatMap(({ type, start, end }) => {
    const text = value.slice(start, end)
    return type !== 'dimension' || PLAIN_LENGTH.test(text) ? [] : [{ start, end, kind, key: text.toLowerCase() }]
  })
}

/** The tokens of a value that stand outside brackets. */
function outermost(value: string): CssToken[] {
  let depth = 0
  return tokenize(value).filter(({ type }) => {
    if (type === 'function' || type === '(') depth += 1
    const isOuter = depth === 0
    if (type === ')') depth -= 1
    return isOuter
  })
}

const COLOR_FUNCTION = /^(?:rgba?|hsla?|hwb|(?:ok)?l(?:ab|ch))\($/i

function colorPlaces(property: string, value: string): ValuePlace[] {
  const places: ValuePlace[] = []
  const all = tokenize(value)
  const add = (start: number, end: number) => {
    const key = colorKey(value.slice(start, end))
    if (key !== undefined) places.push({ start, end, kind: 'color', key })
  }
  for (let index = 0; index < all.length; index += 1) {
    const token = all[index]
    if (!token) break
    const text = value.slice(token.start, token.end)
    if (token.type === 'hash') add(token.start, token.end)
    else if (token.type === 'ident' && !property.startsWith('--') && namedColors.has(text.toLowerCase()))
      add(token.start, token.end)
    else if (token.type === 'function' && (COLOR_FUNCTION.test(text) || /^var\($/i.test(text))) {
      const last = closing(all, index)
      const end = all[last]
      if (!end) break
      if (COLOR_FUNCTION.test(text)) add(token.start, end.end)
      index = last
    }
  }
  return places
}

function closing(all: readonly CssToken[], open: number): number {
  let depth = 0
  for (let index = open; index < all.length; index += 1) {
    const type = all[index]?.type
    if (type === 'function' || type === '(') depth += 1
    else if (type === ')') depth -= 1
    if (depth === 0) return index
  }
  return all.length
}

/** One spelling of a colour: `#FFF`, `white` and `rgb(255 255 255)` have the same. Undefined if it is no plain colour. */
export function colorKey(text: string): string | undefined {
  const read = readColor(text)
  if (read.kind !== 'known') return undefined
  const { space, lightness, rest, alpha } = read.color
  return [space, ...[lightness, ...rest, alpha].map((each) => each.toFixed(4).replace(/^-(?=0\.0+$)/, ''))].join(' ')
}

/** A value with `ref` instead of every place of it that holds a value of this kind and key. */
export function replaceValue(
  property: string,
  value: string,
  wanted: Pick<ValuePlace, 'kind' | 'key'>,
  ref: string,
): { value: string; count: number } {
  const places = valuePlaces(property, value).filter(({ kind, key }) => kind === wanted.kind && key === wanted.key)
  let out = ''
  let from = 0
  for (const { start, end } of places) {
    out += value.slice(from, start) + ref
    from = end
  }
  return { value: out + value.slice(from), count: places.length }
}

/** The token that a value would become; undefined if it could be none of this kind. */
export function readTokenValue(value: string, kind: RepeatedKind): Pick<ValuePlace, 'kind' | 'key'> | undefined {
  const property = {
    color: 'color',
    font: 'font-family',
    type: 'font-size',
    space: 'gap',
    radius: 'border-radius',
    shadow: 'box-shadow',
  }[kind]
  const [place, more] = valuePlaces(property, value.trim()).filter((each) => each.kind === kind)
  const isWhole = place?.start === 0 && place.end === value.trim().length
  return place && isWhole && !more ? { kind, key: place.key } : undefined
}
