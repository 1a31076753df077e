import { copyJson, equalJson, type Json } from '@atelier/documents'
import type { FieldDefinition, Model, ModelField } from './definition.ts'
import { checkValue, isNumberType } from './fields.ts'
import { isList, isRecord } from './json.ts'
import { slugOf } from './names.ts'

export interface FieldChange {
  /** The name of the field: the new one, of a field that is removed the old one. */
  field: string
  key: string
  what:
    | 'added'
    | 'added required'
    | 'removed'
    | 'renamed'
    | 'type changed'
    | 'became required'
    | 'became unique'
    | 'narrowed'
    | 'changed'
  /** Whether values that were right may be wrong now, or are gone. */
  breaks: boolean
  before?: FieldDefinition
  after?: FieldDefinition
}

export interface ModelChange {
  fields: FieldChange[]
  /** Names of the model's own properties that changed. */
  properties: string[]
}

/** The changes of saving a model, field by field; fields are the same that have the same key. */
export function changeOf(before: Model, after: Model): ModelChange {
  const old = new Map(before.fields.map((field) => [field.key, field]))
  const kept = new Set(after.fields.map(({ key }) => key))
  const fields = [
    ...after.fields.flatMap((field) => changesOf(old.get(field.key), field)),
    ...before.fields
      .filter(({ key }) => !kept.has(key))
      .map(
        ({ key, name, definition }): FieldChange => ({
          field: name,
          key,
          what: 'removed',
          breaks: true,
          before: definition,
        }),
      ),
  ]
  const { fields: _, ...own } = before
  const { fields: __, ...next } = after
  const [one, other] = [copyJson(own), copyJson(next)]
  if (!isRecord(one) || !isRecord(other)) return { fields, properties: [] }
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return { fields, properties: [...names].filter((name) => !equalJson(one[name], other[name])) }
}

function changesOf(before: ModelField | undefined, { key, name, definition: after }: ModelField): FieldChange[] {
  if (!before) {
    const required = after.required === true
    return [{ field: name, key, what: required ? 'added required' : 'added', breaks: required, after }]
  }
  const was = before.definition
  const change = (what: FieldChange['what'], breaks: boolean): FieldChange => ({
    field: name,
    key,
    what,
    breaks,
    before: was,
    after,
  })
  const found: FieldChange[] = before.name === name ? [] : [change('renamed', false)]
  if (was.type !== after.type) found.push(change('type changed', true))
  if (after.required === true && was.required !== true) found.push(change('became required', true))
  if (after.unique === true && was.unique !== true) found.push(change('became unique', true))
  if (was.type === after.type && isNarrower(was, after)) found.push(change('narrowed', true))
  if (found.length === 0 && !equalJson(copyJson(was), copyJson(after))) found.push(change('changed', false))
  return found
}

/** Whether a constraint may refuse what it took before. */
function isNarrower(before: FieldDefinition, after: FieldDefinition): boolean {
  if ((after.min ?? -Infinity) > (before.min ?? -Infinity)) return true
  if ((after.max ?? Infinity) < (before.max ?? Infinity)) return true
  if (after.pattern !== undefined && after.pattern !== before.pattern) return true
  if (after.options && before.options?.some((each) => !after.options?.includes(each))) return true
  const targets = (definition: FieldDefinition) => copyJson(definition.model ?? null)
  if (!equalJson(targets(before), targets(after))) return true
  return !equalJson(
    copyJson([before.items ?? null, before.fields ?? null]),
    copyJson([after.items ?? null, after.fields ?? null]),
  )
}

export const migrations = ['default', 'convert', 'drop'] as const
/**
 * The treatment of values that a changed field refuses: the field's default in their place (also where there is none),
 * what can be made of them, or nothing.
 */
export type Migration = (typeof migrations)[number]

/**
 * The value in the place of one that a changed field may refuse; undefined for none. An accepted value stays as it is,
 * unless it is dropped.
 */
export function migrateValue(definition: FieldDefinition, value: Json | undefined, how: Migration): Json | undefined {
  if (how === 'drop') return undefined
  const fits = (each: Json | undefined) =>
    !checkValue(definition, each, {}).some(({ severity }) => severity === 'error')
  if (value !== undefined && value !== null && fits(value)) return value
  if (how === 'convert' && value !== undefined && value !== null) {
    const converted = convert(definition, value)
    if (converted !== undefined && fits(converted)) return converted
  }
  return definition.default
}

function convert(definition: FieldDefinition, value: Json): Json | undefined {
  const { type, items, model } = definition
  if (isNumberType(type)) return toNumber(value, type === 'integer')
  if (type === 'boolean') return toBoolean(value)
  if (type === 'array') {
    const inner: FieldDefinition | undefined = typeof items === 'string' ? { type: items } : items
    const list = isList(value) ? value : typeof value === 'string' ? nameParts(value) : [value]
    return inner ? list.flatMap((each) => migrateValue(inner, each, 'convert') ?? []) : list
  }
  if (type === 'object') return isRecord(value) ? value : undefined
  if (type === 'relation' || type === 'relations') {
    const all = (
      isList(value) ? value : typeof value === 'string' && type === 'relations' ? nameParts(value) : [value]
    ).flatMap((each) => toReference(model, each) ?? [])
    return type === 'relations' ? all : all[0]
  }
  const text = toText(value)
  if (text === undefined) return undefined
  if (type === 'slug') return slugOf(text)
  if (type === 'select') {
    const asked = text.trim().toLowerCase()
    return definition.options?.find((option) => option.toLowerCase() === asked)
  }
  if (type === 'date' || type === 'datetime') {
    const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0]
    if (type === 'date' && day !== undefined) return day
    const time = Date.parse(text)
    if (Number.isNaN(time)) return undefined
    const iso = new Date(time).toISOString()
    return type === 'date' ? iso.slice(0, 10) : iso
  }
  const longest = definition.max
  return longest === undefined ? text : text.slice(0, Math.max(0, longest))
}

function toNumber(value: Json, whole: boolean): number | undefined {
  const number =
    typeof value === 'boolean'
      ? Number(value)
      : typeof value === 'string' && value.trim() !== ''
        ? Number(value.trim())
        : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined
  return whole ? Math.round(number) : number
}

function toBoolean(value: Json): boolean | undefined {
  if (typeof value === 'number') return value !== 0
  if (typeof value !== 'string') return undefined
  const word = value.trim().toLowerCase()
  if (['true', 'yes', 'on', '1'].includes(word)) return true
  return ['false', 'no', 'off', '0', ''].includes(word) ? false : undefined
}

function toText(value: Json): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (isList(value)) {
    const texts = value.map(toText)
    return texts.every((each) => each !== undefined) ? texts.join(', ') : undefined
  }
  return isRecord(value) && typeof value.ref === 'string' ? value.ref : undefined
}

function toReference(model: FieldDefinition['model'], value: Json): Json | undefined {
  const ref = isRecord(value) ? value.ref : value
  if (typeof ref !== 'string' || ref === '') return undefined
  if (!isList(model)) return ref
  if (isRecord(value)) return value
  return model.length === 1 && typeof model[0] === 'string' ? { model: model[0], ref } : undefined
}

const nameParts = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
