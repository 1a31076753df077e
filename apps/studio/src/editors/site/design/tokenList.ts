import type { View } from '@atelier/documents'
import {
  countTokenUses,
  lightAndDark,
  type RepeatedValue,
  readColor,
  type Token,
  tokens,
  type ValueKind,
} from '@atelier/site'
import { createStore, type Store } from '../../../documents/store.ts'
import { splitList } from '../model/lists.ts'
import { readNumber } from '../model/numberText.ts'

/** The tokens of one kind that stylesheets declare, in their order. */
export const authoredOf = (all: readonly Token[], kind: ValueKind): Token[] =>
  all.filter((token) => token.origin === 'authored' && token.kind === kind)

/** What a token made of a value could be called: a free name that says what the value is. */
export function suggestName({ value, kind }: Pick<RepeatedValue, 'value' | 'kind'>, all: readonly Token[]): string {
  const taken = new Set(all.map(({ name }) => name.slice(2)))
  const base = baseName(value, kind)
  let name = base
  for (let number = 2; taken.has(name); number += 1) name = `${base}-${number}`
  return name
}

function baseName(value: string, kind: RepeatedValue['kind']): string {
  if (kind === 'color') return colorName(value)
  if (kind === 'font') return 'font-body'
  if (kind === 'shadow') return 'shadow'
  const size = value.replace(/\./g, '_').replace(/[^\w]/g, '').replace(/px$/, '')
  return `${{ space: 'space', type: 'text', radius: 'radius' }[kind]}-${size}`
}

const hues: readonly (readonly [to: number, name: string])[] = [
  [15, 'red'],
  [45, 'orange'],
  [70, 'yellow'],
  [165, 'green'],
  [195, 'teal'],
  [255, 'blue'],
  [290, 'purple'],
  [340, 'pink'],
  [360, 'red'],
]

/** `navy` is `blue-dark`; a colour that is not written in sRGB is only called a colour. */
function colorName(value: string): string {
  const read = readColor(value)
  if (read.kind !== 'known' || read.color.space !== 'hsl') return 'color'
  const { lightness, rest } = read.color
  const [hue, saturation] = rest
  const shade = lightness < 30 ? '-dark' : lightness > 80 ? '-light' : ''
  if (saturation < 8) return lightness < 12 ? 'black' : lightness > 96 ? 'white' : `gray${shade}`
  return `${hues.find(([to]) => hue <= to)?.[1] ?? 'red'}${shade}`
}

/** How a value reads in few characters: the first family of a font, the two ends of a fluid length. */
export function shortValue(value: string, kind: ValueKind): string {
  if (kind === 'font') return splitList(value)[0]?.replace(/^(["'])(.*)\1$/, '$2') ?? value
  const [least, , most] = splitList(/^clamp\(([\s\S]*)\)$/i.exec(value.trim())?.[1] ?? '')
  if (least === undefined || most === undefined) return value
  const [from, to] = [readNumber(least), readNumber(most)]
  if (!from || from.unit !== to?.unit) return `${least} – ${most}`
  const [low, high] = [from, to].map((each) => Number(each.value.toFixed(2)))
  return `${low}–${high}${to.unit}`
}

/** Whether the stylesheets name the values of both schemes at once; otherwise a query holds those for dark ones. */
export const usesLightDark = (all: readonly Token[]) =>
  all.some(({ origin, value }) => origin === 'authored' && lightAndDark(value) !== undefined)

/** The values that a text typed for a colour stands for: for both schemes at once by `light-dark()`. */
export function schemeValues(text: string): { lightValue: string; darkValue?: string } {
  const schemes = lightAndDark(text)
  return schemes ? { lightValue: schemes.light, darkValue: schemes.dark } : { lightValue: text }
}

interface ReadTokens {
  tokens: readonly Token[]
  uses: ReadonlyMap<string, number>
}

const none: ReadTokens = { tokens: [], uses: new Map() }
const known = new WeakMap<View, { version: number; read: ReadTokens }>()

/** The tokens of a site and their uses, read once per version for all parts of the panel. */
export function readTokens(site: View | undefined, version: number): ReadTokens {
  if (!site) return none
  const last = known.get(site)
  if (last?.version === version) return last.read
  const read = { tokens: tokens(site), uses: countTokenUses(site) }
  known.set(site, { version, read })
  return read
}

/** A rename after which scripts still name the old token. */
export interface PendingRename {
  from: string
  to: string
  lines: number
}

const pending = new WeakMap<object, Store<PendingRename | undefined>>()

/** The last such rename of a session, until it is decided. */
export function pendingRename(session: object): Store<PendingRename | undefined> {
  const store = pending.get(session) ?? createStore<PendingRename | undefined>(undefined)
  pending.set(session, store)
  return store
}
