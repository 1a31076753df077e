import type { View } from '@atelier/documents'
import {
  authoredTokens,
  designSystem,
  frameworkOf,
  kindOfProperty,
  oklchToSrgb,
  readOklch,
  rootFontSize,
  type ValueKind,
} from '@atelier/site'
import { printHex } from '../color/printLike.ts'
import { fittingTokens, tokenKindOf } from '../fields/choices.ts'

/** Finds the token that a value refers to, or whose value it equals; undefined for none. Names without dashes. */
export function tokenNames(view: View | undefined): (property: string, value: string) => string | undefined {
  if (!view) return () => undefined
  const known = new Set([
    ...authoredTokens(view).map(({ name }) => name),
    ...frameworkOf(designSystem(view), rootFontSize(view)).variables.map(({ name }) => name),
  ])
  const byValue = new Map<ValueKind, Map<string, string>>()
  return (property, value) => {
    const reference = /^var\(\s*(--[\w-]+)\s*\)$/.exec(value)?.[1]
    if (reference !== undefined) return known.has(reference) ? reference.slice(2) : undefined
    const kind = kindOfProperty(property) ?? tokenKindOf(property)
    if (!kind || /^(?:0|none|auto|inherit|transparent|normal)?$/i.test(value)) return undefined
    const values = byValue.get(kind) ?? new Map<string, string>()
    if (!byValue.has(kind)) {
      for (const token of fittingTokens(view, property).toReversed()) {
        values.set(sameValue(kind, token.value), token.name.slice(2))
      }
      byValue.set(kind, values)
    }
    return values.get(sameValue(kind, value))
  }
}

/** One spelling for equal values. */
function sameValue(kind: ValueKind, value: string): string {
  const color = kind === 'color' ? readOklch(value) : undefined
  return color ? printHex(oklchToSrgb(color)) : value.trim().toLowerCase().replace(/\s+/g, ' ')
}
