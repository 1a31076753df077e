import type { Json } from '@atelier/documents'
import { generateKeyBetween } from 'fractional-indexing'

/** Reads what a document holds, or will hold once the values that come together are in. */
export type ReadValue = (key: string) => Json | undefined

/** The longest text of one value, in characters: what an operation takes at once. */
export const MAX_TEXT = 1_000_000

const MAX_ID = 64
const MAX_ORDER = 1_000

/** Ids of nodes, rules, pages and breakpoints. */
export function isId(value: Json | undefined): value is string {
  return typeof value === 'string' && value.length <= MAX_ID && /^[\w-]+$/.test(value)
}

/** A key of an order between siblings: short and printable. Whether a generator made it does not matter. */
export function isOrder(value: Json | undefined): value is string {
  return typeof value === 'string' && value.length <= MAX_ORDER && /^[!-~]*$/.test(value)
}

/** An order key as its generator makes them. */
export function isGeneratedOrder(value: Json | undefined): value is string {
  if (!isOrder(value)) return false
  try {
    generateKeyBetween(value, null)
    return true
  } catch {
    return false
  }
}

export function isText(value: Json | undefined, max = MAX_TEXT): value is string {
  return typeof value === 'string' && value.length <= max
}

/** Whether an object has no other members than these. */
export function hasOnly(value: { readonly [key: string]: Json }, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name))
}

/** The reason where something is not as it should be. */
export function unless(fits: boolean, reason: string): string | undefined {
  return fits ? undefined : reason
}
