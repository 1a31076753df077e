import type { FieldDefinition } from '@atelier/content'
import { isJson, type Json } from '@atelier/documents'
import { type EntryField, itemDefinition } from '../../entry/fieldDefinition.ts'
import { controlOf, controlText, readText } from '../../entry/fieldText.ts'

/** A change of a value inside of another one; `undefined` for no value. */
export type Update = (before: Json | undefined) => Json | undefined

/** How a list or a group is edited: texts as chips, others one below the other, a group as its fields. */
export type Shape = 'chips' | 'cards' | 'group'

/** The shape of a value; undefined if only JSON shows all of it. */
export function fieldShape(definition: FieldDefinition, value: Json | undefined): Shape | undefined {
  if (definition.type === 'object')
    return hasFields(definition) && (value === undefined || isGroup(value)) ? 'group' : undefined
  if (definition.type !== 'array' || (value !== undefined && !Array.isArray(value))) return undefined
  const item = itemDefinition(definition)
  if (!item) return (value ?? []).every((each) => typeof each === 'string') ? 'chips' : undefined
  if (item.type === 'object') return hasFields(item) && (value ?? []).every(isGroup) ? 'cards' : undefined
  const control = controlOf(item)
  if (control === 'line' || control === 'number' || control === 'select')
    return (value ?? []).every((each) => typeof each === 'string' || typeof each === 'number') ? 'chips' : undefined
  return 'cards'
}

const hasFields = ({ fields }: FieldDefinition) => fields !== undefined && Object.keys(fields).length > 0

export const isGroup = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const groupOf = (value: Json | undefined) => (isGroup(value) ? value : {})

export const itemsOfValue = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

/** The value that a text of JSON means; `ok` is false if it is none. */
export function readStructure(text: string): { ok: true; value: Json | undefined } | { ok: false } {
  if (text.trim() === '') return { ok: true, value: undefined }
  try {
    const value: unknown = JSON.parse(text)
    return isJson(value) ? { ok: true, value } : { ok: false }
  } catch {
    return { ok: false }
  }
}

/** The text of a value; empty for a list or a group with nothing in it. */
export function structureText(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value) && value.length === 0) return ''
  if (isGroup(value) && Object.keys(value).length === 0) return ''
  return JSON.stringify(value, null, 2)
}

/** A group with another value of a member, which keeps its place; without it for `undefined`. */
export function withMember(group: Json | undefined, name: string, value: Json | undefined): Json {
  const members = groupOf(group)
  if (value !== undefined) return { ...members, [name]: value }
  const { [name]: _, ...others } = members
  return others
}

/** The value that a text in a control means; one that cannot be read is kept as it is typed, and is refused when it is saved. */
export function typedValue(text: string, field: EntryField): Json | undefined {
  const read = readText(text, field)
  if (!read.ok) return text
  return isJson(read.value) && read.value !== null ? read.value : undefined
}

/** The texts that are meant by what is typed or pasted into a list: one of each line. */
export const linesOf = (text: string): string[] =>
  text.split(/[\r\n]+/).flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))

/** The name of a folded card: its first short text or number. */
export function cardTitle(value: Json | undefined, definition: FieldDefinition): string | undefined {
  if (!isGroup(value)) {
    const text = controlText(value, definition).trim()
    return text === '' ? undefined : text.slice(0, MAX_TITLE)
  }
  for (const [name, inner] of Object.entries(definition.fields ?? {})) {
    const member = value[name]
    const isShort = !['boolean', 'color', 'icon', 'select'].includes(inner.type)
    if (isShort && (typeof member === 'string' || typeof member === 'number') && String(member).trim() !== '')
      return String(member).trim().slice(0, MAX_TITLE)
  }
  return undefined
}
const MAX_TITLE = 80
