import { excerpt, isRecord } from '@atelier/operation'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'

/**
 * A value that fits a schema: the given one as far as it goes, and otherwise the schema's own.
 * @param notes gets a sentence for each part that does not fit
 */
export function fitted<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  notes: Set<string> = new Set(),
): Static<Schema> {
  for (const found of [fitTo(schema, value, '', notes), fitTo(schema, undefined, '', notes)]) {
    if (Value.Check(schema, found)) return found
  }
  throw new Error('A schema of the plan has a part without a value of its own.')
}

/** The part of a schema that describes its values, as far as blueprints have it. */
interface Shape {
  type?: string
  properties?: Record<string, TSchema>
  items?: TSchema
  enum?: readonly unknown[]
  default?: unknown
  minimum?: number
  maximum?: number
  maxItems?: number
  maxLength?: number
  pattern?: string
}

/** A value that fits a schema: the given one as far as it goes, and otherwise the schema's own. */
function fitTo(schema: TSchema, value: unknown, path: string, notes: Set<string>): unknown {
  const shape: Shape = schema
  const fallBack = (): unknown => {
    if (value !== undefined) notes.add(`${path} cannot be ${quotedValue(value)}; it is ${quotedValue(shape.default)}.`)
    return shape.default
  }
  if (shape.properties) {
    const given: Record<string, unknown> = isRecord(value) ? value : {}
    if (value !== undefined && !isRecord(value)) notes.add(`${path} is ${quotedValue(value)}, not a list of fields.`)
    return Object.fromEntries(
      Object.entries(shape.properties).map(([name, inner]) => [
        name,
        fitTo(inner, given[name], path === '' ? name : `${path}.${name}`, notes),
      ]),
    )
  }
  if (shape.items) {
    const { items, maxItems = Number.POSITIVE_INFINITY } = shape
    if (!Array.isArray(value)) {
      // A model sends one thing as itself now and then.
      return value === undefined || value === null ? shape.default : [fitTo(items, value, `${path}.0`, notes)]
    }
    if (value.length > maxItems) notes.add(`${path} has ${value.length} entries; the first ${maxItems} are taken.`)
    return value.slice(0, maxItems).map((each, i) => fitTo(items, each, `${path}.${i}`, notes))
  }
  if (shape.enum) {
    const named =
      typeof value === 'string'
        ? value
            .trim()
            .toLowerCase()
            .replace(/[\s_]+/g, '-')
        : value
    return shape.enum.includes(named) ? named : fallBack()
  }
  if (shape.type === 'integer') {
    const number = typeof value === 'string' ? Number.parseFloat(value) : value
    if (typeof number !== 'number' || !Number.isFinite(number))
      return value === undefined ? (shape.default ?? 0) : fallBack()
    return Math.min(Math.max(Math.round(number), shape.minimum ?? number), shape.maximum ?? number)
  }
  const written = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  if (typeof written !== 'string') return fallBack()
  const text = written.trim().slice(0, shape.maxLength)
  if (shape.pattern !== undefined) {
    const long = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text)
    const full = long
      ? `#${long
          .slice(1)
          .map((digit) => digit + digit)
          .join('')}`
      : text
    return new RegExp(shape.pattern).test(full) ? full.toLowerCase() : fallBack()
  }
  return text === '' ? (shape.default ?? '') : text
}

/** A value in a sentence. */
export function quotedValue(value: unknown): string {
  const text = typeof value === 'string' ? `“${value}”` : (JSON.stringify(value) ?? 'nothing')
  return excerpt(text, 60)
}
