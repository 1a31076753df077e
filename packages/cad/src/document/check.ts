import type { Json } from '@atelier/documents'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { Dimension, featureInputs, inputSchemas, isFeatureType } from './inputs.ts'
import { births, fixedFields, isBirthKind, isRecord, laterFields, meta, readBirthRecord } from './records.ts'

/** The id of a part's feature, point, parameter …: a word and some letters. */
export const PART_ID = /^[a-z]{1,20}-[0-9a-z]{5,20}$/
/** The largest and the smallest length that a part has, in millimetres. */
export const MAX_LENGTH = 1e6
export const MIN_LENGTH = 1e-4

/**
 * Returns why a key of a part cannot have a value, as a sentence; undefined if it can. A feature of an unknown type, which a
 * newer server made, is kept.
 */
export function checkPartValue(
  key: string,
  value: Json | undefined,
  read: (key: string) => Json | undefined,
): string | undefined {
  const slash = key.indexOf('/')
  const [id, field] = slash < 0 ? [key, undefined] : [key.slice(0, slash), key.slice(slash + 1)]
  if (id === 'meta') return checkMeta(field, value)
  if (!PART_ID.test(id)) return 'A part has no such key.'
  if (value === undefined) return undefined
  if (hasWildNumber(value)) return 'A number of a part is finite and at most 1,000,000.'
  if (field === undefined) return checkBirth(value)
  if (field === 'deleted') return value === true ? undefined : 'What is deleted is marked as such.'
  const born = readBirthRecord(read(id))
  if (!born) return 'There is nothing in the part that this field belongs to.'
  if (born.kind === 'feature' && field.startsWith('in:')) return checkInput(born.type, field.slice(3), value)
  if (born.kind === 'configuration' && field.startsWith('value:'))
    return Value.Check(Dimension, value) ? undefined : 'A configuration sets a parameter to a number or an expression.'
  if (born.kind === 'configuration' && field.startsWith('suppressed:'))
    return typeof value === 'boolean' ? undefined : 'A feature is suppressed or not.'
  const schema = fieldSchema(born.kind, field)
  if (!schema) return `A ${born.kind} has no field “${field.slice(0, 60)}”.`
  return Value.Check(schema, value) ? undefined : `The ${field} of a ${born.kind} cannot be this value.`
}

function fieldSchema(kind: keyof typeof births, field: string): TSchema | undefined {
  if (fixedFields.has(field)) return undefined
  const later = laterFields[kind]
  if (later && Object.hasOwn(later, field)) return later[field]
  const own: Readonly<Record<string, TSchema>> = births[kind].properties
  return Object.hasOwn(own, field) ? own[field] : undefined
}

function checkMeta(field: string | undefined, value: Json | undefined): string | undefined {
  if (field === undefined || !Object.hasOwn(meta, field)) return 'A part has no such key.'
  const schemas: Readonly<Record<string, TSchema>> = meta
  const schema = schemas[field]
  return value === undefined || (schema && Value.Check(schema, value))
    ? undefined
    : `The ${field} of a part cannot be this value.`
}

function checkBirth(value: Json): string | undefined {
  const kind = isRecord(value) ? value.kind : undefined
  if (typeof kind !== 'string' || !isBirthKind(kind))
    return 'A part holds features, sketches, parameters and requirements.'
  const born = readBirthRecord(value)
  if (!born) return `This is no ${kind}.`
  if (born.kind !== 'feature' || !isFeatureType(born.type)) return undefined
  return Value.Check(featureInputs[born.type], born.inputs)
    ? undefined
    : `These are no inputs of the type ${born.type}.`
}

function checkInput(type: string, input: string, value: Json): string | undefined {
  if (!isFeatureType(type)) return undefined
  const schemas = inputSchemas(type, input)
  if (schemas.length === 0) return `The type ${type} has no input “${input.slice(0, 60)}”.`
  // Null takes an optional input away.
  return value === null || schemas.some((schema) => Value.Check(schema, value))
    ? undefined
    : `The input ${input} of the type ${type} cannot be this value.`
}

function hasWildNumber(value: Json): boolean {
  if (typeof value === 'number') return !Number.isFinite(value) || Math.abs(value) > MAX_LENGTH
  if (Array.isArray(value)) return value.some(hasWildNumber)
  return isRecord(value) && Object.values(value).some(hasWildNumber)
}
