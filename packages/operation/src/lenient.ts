import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { isRecord, parseLooseJson } from './json.ts'
import { findNamed } from './names.ts'

/**
 * The input as its author plainly meant it, if `schema` allows nothing else: JSON as a text, the whole input under
 * `arguments` or `input`, `null` for an option that is left out, numbers and booleans as texts, a document as its id, and
 * fields in another case. Whatever else does not fit stays as it is, for `validate` to refuse. Changes nothing in place;
 * returns an input that fits as it is.
 */
export function normalizeInput(schema: TSchema, given: unknown): unknown {
  return Value.Check(schema, given) ? given : normalized(schema, given)
}

function normalized(schema: TSchema, given: unknown): unknown {
  const shape: unknown = schema
  return isRecord(shape) ? normalize(shape, unwrapped(shape, fromJson(shape, given))) : given
}

type Shape = Record<string, unknown>

/** The input out of the one field that holds it all, if the operation has no field of that name. */
function unwrapped(shape: Shape, given: unknown): unknown {
  if (!isRecord(given) || !isClosed(shape)) return given
  const [only, ...others] = Object.entries(given)
  if (!only || others.length > 0) return given
  const [name, inner] = only
  if ((name !== 'arguments' && name !== 'input') || Object.hasOwn(shapeProperties(shape), name)) return given
  const value = fromJson(shape, inner)
  return isRecord(value) ? value : given
}

function normalize(shape: Shape, given: unknown): unknown {
  if (Array.isArray(shape.anyOf)) return fromChoice(shape, given)
  switch (shape.type) {
    case 'object':
      return normalizeObject(shape, fromReference(shape, fromJson(shape, given)))
    case 'array': {
      const value = fromJson(shape, given)
      const { items } = shape
      return Array.isArray(value) && isRecord(items) ? value.map((item) => normalize(items, item)) : value
    }
    case 'number':
    case 'integer':
      return typeof given === 'string' ? toNumber(given, shape.type) : given
    case 'boolean':
      return typeof given === 'string' ? toBoolean(given) : given
    default:
      return given
  }
}

/** The only member of a choice that the value can be made to fit; undefined if several or none can. */
function fromChoice(shape: Shape, given: unknown): unknown {
  const choices = Array.isArray(shape.anyOf) ? shape.anyOf.filter(isRecord) : []
  if (fits(shape, given)) return given
  const fitting = new Map<string, unknown>()
  for (const choice of choices) {
    const value = normalize(choice, given)
    if (fits(choice, value)) fitting.set(JSON.stringify(value), value)
  }
  const [only] = fitting.values()
  return fitting.size === 1 ? only : given
}

function normalizeObject(shape: Shape, given: unknown): unknown {
  if (!isRecord(given)) return given
  const properties = shapeProperties(shape)
  const required = new Set(Array.isArray(shape.required) ? shape.required : [])
  const named = withKnownNames(shape, given)
  const each = mapValues(shape)
  const entries = Object.entries(named).flatMap(([name, value]): [string, unknown][] => {
    const inner = Object.hasOwn(properties, name) ? properties[name] : each
    if (!isRecord(inner)) return [[name, value]]
    if (value === null && !fits(inner, null)) {
      return Object.hasOwn(properties, name) && !required.has(name) ? [] : [[name, value]]
    }
    return [[name, normalize(inner, value)]]
  })
  return Object.fromEntries(entries)
}

/** More fields than any input has; what holds more is left to the check. */
const MAX_FIELDS = 200

/** The object with its fields under the names of the schema, if they differ only in case. */
function withKnownNames(shape: Shape, given: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(shapeProperties(shape))
  const required = Array.isArray(shape.required) ? shape.required : []
  const keys = Object.keys(given)
  if (keys.length > MAX_FIELDS) return given
  const meant = new Map<string, string[]>()
  for (const key of keys) {
    const known = names.includes(key) ? key : findNamed(names, (name) => name, key)
    const target = known !== undefined && (isClosed(shape) || required.includes(known)) ? known : key
    meant.set(target, [...(meant.get(target) ?? []), key])
  }
  if (meant.size === keys.length && keys.every((key) => meant.has(key))) return given
  // Two ways of writing one field leave open which of them counts.
  return Object.fromEntries(
    [...meant].flatMap(([target, from]) =>
      from.length === 1 ? [[target, given[from[0] ?? target]]] : from.map((key) => [key, given[key]]),
    ),
  )
}

/** A document by only its id, or as `page:<id>`, if the schema requires an object of `type` and `id`. */
function fromReference(shape: Shape, given: unknown): unknown {
  if (typeof given !== 'string' || given.trim() === '') return given
  const names = Object.keys(shapeProperties(shape)).sort()
  const required = Array.isArray(shape.required) ? shape.required : []
  if (names.join() !== 'id,type' || required.join() !== 'id') return given
  const [, type, id] = /^([a-z]{1,20}):(\S+)$/.exec(given.trim()) ?? []
  return type === undefined || id === undefined ? { id: given.trim() } : { type, id }
}

/** The value of a JSON text, if the schema asks for an object or a list and the text holds one. */
function fromJson(shape: Shape, given: unknown): unknown {
  if (typeof given !== 'string' || (shape.type !== 'object' && shape.type !== 'array')) return given
  const text = given.trim()
  if (!text.startsWith(shape.type === 'object' ? '{' : '[')) return given
  return parseLooseJson(text)?.value ?? given
}

function toNumber(text: string, type: 'number' | 'integer'): unknown {
  if (!/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(text.trim())) return text
  const number = Number(text)
  return type === 'integer' && !Number.isInteger(number) ? text : number
}

function toBoolean(text: string): unknown {
  const word = text.trim().toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : text
}

const fits = (shape: Shape, value: unknown): boolean => Value.Check(shape, value)

/** Whether other fields than the named ones are refused. */
const isClosed = (shape: Shape): boolean => shape.additionalProperties === false && mapValues(shape) === undefined

const shapeProperties = (shape: Shape): Shape => (isRecord(shape.properties) ? shape.properties : {})

/** The schema of the values of a map; undefined if it is none. */
function mapValues(shape: Shape): unknown {
  return isRecord(shape.patternProperties) ? Object.values(shape.patternProperties)[0] : undefined
}
