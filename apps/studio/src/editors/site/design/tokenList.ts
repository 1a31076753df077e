import type { View } from '@atelier/documents'
import { countTokenUses, lightAndDark, type Token, tokens, type ValueKind } from '@atelier/site'
import { createStore, type Store } from '../../../documents/store.ts'
import { splitList } from '../model/lists.ts'
import { readNumber } from '../model/numberText.ts'

/** The tokens of one kind that stylesheets declare, in their order. */
export const authoredOf = (all: readonly Token[], kind: ValueKind): Token[] =>
  all.filter((token) => token.origin === 'authored' && token.kind === kind)

/** Whether a name and a value are too long to stand side by side in a narrow panel, in characters. */
export const needsTwoLines = (name: string, value: string, kind: ValueKind): boolean =>
  kind === 'color' ? name.length > 9 || value.length > 8 : name.length > 7 || value.length > 10

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

/** The values that a colour's text means: for both schemes at once by `light-dark()`. */
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
