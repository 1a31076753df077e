import type { Json, View } from '@atelier/documents'
import { isList, isRecord } from '@atelier/operation'
import { splitClasses } from '../document/tree.ts'

/** A thing of a document (a node, a rule, a token, a script) as it is stored: its birth record under '', its edits by field. */
export type StoredRecord = Readonly<Record<string, Json>>

/** Where a record keeps its birth. */
export const BIRTH = ''

/** Undefined if the document has no such thing. */
export function storedRecord(view: View, owner: string): StoredRecord | undefined {
  const birth = view.get(owner)
  if (birth === undefined) return undefined
  const record: Record<string, Json> = { [BIRTH]: birth }
  for (const key of view.keys(`${owner}/`)) {
    const value = view.get(key)
    if (value !== undefined) record[key.slice(owner.length + 1)] = value
  }
  return record
}

/**
 * The value of a field, edited or from the birth record; undefined if it has none. A declaration's value is its text, that of
 * a class is whether the element has it.
 */
export function recordField(record: StoredRecord | undefined, field: string): Json | undefined {
  if (!record) return undefined
  const edited = record[field]
  const value = edited === undefined && field !== BIRTH ? bornValue(record[BIRTH], field) : edited
  if (field.startsWith('class:')) return value !== undefined && value !== false
  if (field.startsWith('d:') && isRecord(value)) return value.text
  return value === null || value === false ? undefined : value
}

function bornValue(birth: Json | undefined, field: string): Json | undefined {
  if (!isRecord(birth)) return undefined
  const [kind, name] = splitField(field)
  if (name === undefined) return birth[kind]
  if (kind === 'attr') return bornAttribute(birth.attrs, name)
  if (kind === 'class') {
    const classes = bornAttribute(birth.attrs, 'class')
    return typeof classes === 'string' && splitClasses(classes).includes(name) ? true : undefined
  }
  return kind === 'd' ? bornDeclaration(birth.declarations, name) : undefined
}

function splitField(field: string): [kind: string, name: string | undefined] {
  const colon = field.indexOf(':')
  return colon < 0 ? [field, undefined] : [field.slice(0, colon), field.slice(colon + 1)]
}

function bornAttribute(attrs: Json | undefined, name: string): Json | undefined {
  if (!isList(attrs)) return undefined
  for (const each of attrs) if (isList(each) && each[0] === name) return each[1]
  return undefined
}

function bornDeclaration(declarations: Json | undefined, id: string): Json | undefined {
  if (!isList(declarations)) return undefined
  for (const each of declarations) if (isList(each) && each[0] === id) return each[3]
  return undefined
}
