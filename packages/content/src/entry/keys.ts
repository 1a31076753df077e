import type { Json } from '@atelier/documents'
import type { Model } from '../model/definition.ts'
import { valueFields } from '../model/named.ts'

/** A name within a key: a paragraph's `#`, and what is no sign of a text, are written as `%` with two digits. */
export const encodeName = (name: string): string =>
  name.replace(/[%#~\p{Cc}]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)

export const decodeName = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Marks the name of a value that no field has, where a field has it as its key. */
const UNKNOWN = '~'

/** Between the names of entry documents and those of values: a field's key stays when it is renamed. */
export interface KeyNames {
  keyOf(name: string): string
  nameOf(key: string): string
}

export function keyNames(model: Model): KeyNames {
  const fields = model.kind === 'dictionary' ? [] : valueFields(model)
  const keys = new Map(fields.map(({ key, name }) => [name, key]))
  const names = new Map(fields.map(({ key, name }) => [key, name]))
  return {
    keyOf: (name) => keys.get(name) ?? (names.has(name) ? UNKNOWN : '') + encodeName(name),
    nameOf: (key) => names.get(key) ?? decodeName(key.startsWith(UNKNOWN) ? key.slice(1) : key),
  }
}

/** The fields of a model that were renamed: from their keys to their names, or the other way round. */
export const renamedFields = (
  { fields }: Model,
  from: 'key' | 'name',
  to: 'key' | 'name',
): ReadonlyMap<string, string> =>
  new Map(fields.filter(({ key, name }) => key !== name).map((field) => [field[from], field[to]]))

export const renamedValues = (
  values: Readonly<Record<string, Json>>,
  names: ReadonlyMap<string, string>,
): Record<string, Json> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [names.get(name) ?? name, value]))
