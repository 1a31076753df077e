import { type FieldDefinition, type FieldType, fieldTypes, slugOf } from '@atelier/content'
import { fieldLabel } from '../entry/labelOf.ts'
import * as strings from './strings.ts'

export type TypeGroup = keyof typeof strings.typeGroups

/** The types as they are offered. */
export const groups: Readonly<Record<TypeGroup, readonly FieldType[]>> = {
  text: ['string', 'text', 'markdown', 'richtext', 'slug', 'email', 'url', 'phone', 'color', 'code', 'icon'],
  number: ['number', 'integer', 'decimal', 'percent', 'rating', 'boolean', 'date', 'datetime'],
  media: ['image', 'video', 'file'],
  relation: ['relation', 'relations', 'select'],
  nested: ['array', 'object'],
}
export const groupNames: readonly TypeGroup[] = ['text', 'number', 'media', 'relation', 'nested']

/** All types by their groups, for a list to choose from. */
export const typeOptions = groupNames.flatMap((group) =>
  groups[group].map((value) => ({ value, label: strings.types[value].name, group: strings.typeGroups[group] })),
)

export const typeOf = (value: string): FieldType => fieldTypes.find((each) => each === value) ?? 'string'

const numbers: ReadonlySet<FieldType> = new Set(['number', 'integer', 'decimal', 'percent', 'rating'])
const texts: ReadonlySet<FieldType> = new Set(groups.text)
const media: ReadonlySet<FieldType> = new Set(groups.media)

/** Types that a document's frontmatter does not bring back. */
export const notInDocuments: ReadonlySet<FieldType> = new Set(['object'])

/** Constraints on a value besides its type. */
export interface Constraints {
  /** What `min` and `max` count; undefined where they mean nothing. */
  range?: 'length' | 'number' | 'items'
  pattern?: true
  options?: true
  targets?: true
  files?: true
  items?: true
  fields?: true
  unique?: true
  /** Absent where a default would be of no use. */
  default?: true
}

export function constraintsOf(type: FieldType): Constraints {
  if (numbers.has(type)) return { range: 'number', unique: true, default: true }
  if (texts.has(type)) {
    const isLong = type === 'markdown' || type === 'richtext'
    return { range: 'length', pattern: true, default: true, ...(isLong ? {} : { unique: true }) }
  }
  if (media.has(type)) return { files: true, default: true }
  if (type === 'boolean') return { default: true }
  if (type === 'date' || type === 'datetime') return { unique: true, default: true }
  if (type === 'relation') return { targets: true, unique: true }
  if (type === 'relations') return { targets: true, range: 'items' }
  if (type === 'select') return { options: true, default: true }
  if (type === 'array') return { items: true, range: 'items', default: true }
  return { fields: true, default: true }
}

/** A field as it is made: with what its type cannot do without. */
export function newField(type: FieldType, targets: readonly string[]): FieldDefinition {
  const [target] = targets
  if (type === 'select') return { type, options: ['one', 'two'] }
  if (type === 'relation' || type === 'relations') return { type, ...(target === undefined ? {} : { model: target }) }
  if (type === 'array') return { type, items: 'string' }
  if (type === 'object') return { type, fields: { text: { type: 'string' } } }
  return { type }
}

/** The same field with another type: what means something there stays. */
export function withType(field: FieldDefinition, type: FieldType, targets: readonly string[]): FieldDefinition {
  const [was, is] = [constraintsOf(field.type), constraintsOf(type)]
  const { required, label, description, order, unique, min, max, pattern, model, options, accept, maxSize } = field
  const given = {
    required,
    label,
    description,
    order,
    ...(is.unique ? { unique } : {}),
    ...(is.range !== undefined && is.range === was.range ? { min, max } : {}),
    ...(is.pattern ? { pattern } : {}),
    ...(is.targets && was.targets ? { model } : {}),
    ...(is.options && was.options ? { options } : {}),
    ...(is.files && was.files ? { accept, maxSize } : {}),
    ...(texts.has(type) && texts.has(field.type) ? { default: field.default } : {}),
  }
  const kept = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return { ...newField(type, targets), ...kept, type }
}

/** A definition with another value of one of its members; undefined takes it away. */
export function withMember<Name extends keyof FieldDefinition>(
  field: FieldDefinition,
  name: Name,
  value: FieldDefinition[Name] | undefined,
): FieldDefinition {
  const { [name]: _, ...others } = field
  const rest = { ...others, type: field.type }
  return value === undefined ? rest : { ...rest, [name]: value }
}

/** The name of a field, from what it is called. */
export const fieldNameOf = (label: string): string =>
  slugOf(label)
    .replaceAll('-', '_')
    .replace(/^[\d_]+/, '')

/** A field's label in one language; its name in words where it has no label. */
export const labelIn = (name: string, field: FieldDefinition, locale: string): string =>
  fieldLabel({ name, label: ownLabel(field, locale) })

/** The label that a field was given; empty where it has none. */
export const ownLabel = ({ label }: FieldDefinition, locale: string): string =>
  (typeof label === 'object' ? (label[locale] ?? Object.values(label)[0]) : label) ?? ''

/** With another label in one language, and those of others kept. */
export function withLabel(field: FieldDefinition, locale: string, text: string): FieldDefinition {
  if (typeof field.label !== 'object') return withMember(field, 'label', text === '' ? undefined : text)
  const { [locale]: _, ...others } = field.label
  const next = text === '' ? others : { ...others, [locale]: text }
  return withMember(field, 'label', Object.keys(next).length === 0 ? undefined : next)
}
