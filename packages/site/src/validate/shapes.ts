import type { Json } from '@atelier/documents'
import { generateKeyBetween } from 'fractional-indexing'

/** Reads a value of a document as it will be after all values of the same write are applied. */
export type ReadValue = (key: string) => Json | undefined

/** The maximum length of one text value in characters, which is also that of an operation's input. */
export const MAX_TEXT = 1_000_000

const MAX_ID = 64
const MAX_ORDER = 1_000

/** Whether a value can be the id of a node, rule, page or breakpoint. */
export function isId(value: Json | undefined): value is string {
  return typeof value === 'string' && value.length <= MAX_ID && /^[\w-]+$/.test(value)
}

/** Whether a value can be an order key among siblings: short and printable, generated or not. */
export function isOrder(value: Json | undefined): value is string {
  return typeof value === 'string' && value.length <= MAX_ORDER && /^[!-~]*$/.test(value)
}

/** Whether a value is an order key in the form that the generator produces. */
export function isGeneratedOrder(value: Json | undefined): value is string {
  if (!isOrder(value)) return false
  try {
    generateKeyBetween(value, null)
    return true
  } catch {
    return false
  }
}

export function isTextValue(value: Json | undefined, max = MAX_TEXT): value is string {
  return typeof value === 'string' && value.length <= max
}

/** Whether an object has only these members. */
export function hasOnly(value: { readonly [key: string]: Json }, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name))
}

/** Returns the reason if the condition is false. */
export function unless(fits: boolean, reason: string): string | undefined {
  return fits ? undefined : reason
}
