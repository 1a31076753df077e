import type { Consequence } from '@atelier/operation'
import { digest } from '../../auth/secrets.ts'

/**
 * The hash that binds a decision, besides the documents' revision: the operation, its arguments, and the words in which
 * the person was shown what they do. Two inputs that differ only in the order of their fields are the same.
 */
export function callHash(operation: string, input: unknown, { message, target }: Consequence): string {
  return digest(stableJson([operation, input, message, target]))
}

/** JSON with the fields of every object in one order; fields that are undefined are left out. */
export function stableJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((each) => stableJson(each ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const fields = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${stableJson(each)}`)
  return `{${fields.join(',')}}`
}
