import type { Json } from '@atelier/documents'
import type { Entry, EntryLocale } from '../entry/entry.ts'
import type { Model } from '../model/definition.ts'

/** The locales of a settled entry as a row has them: values by the key of the field, which no renaming changes. */
export type StoredLocales = Record<string, EntryLocale>

const renamed = (values: Readonly<Record<string, Json>>, names: ReadonlyMap<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [names.get(name) ?? name, value]))

const renameIn = (locales: Readonly<Record<string, EntryLocale>>, names: ReadonlyMap<string, string>): StoredLocales =>
  Object.fromEntries(
    Object.entries(locales).map(([locale, each]) => {
      const filled = each.filled && { filled: renamed(each.filled, names) }
      return [locale, { ...each, values: renamed(each.values, names), ...filled }]
    }),
  )

const renamedFields = ({ fields }: Model, from: 'key' | 'name', to: 'key' | 'name') =>
  new Map(fields.filter(({ key, name }) => key !== name).map((field) => [field[from], field[to]]))

/** The columns of a settled entry. */
export function toStored(entry: Entry, model: Model): StoredLocales {
  const names = renamedFields(model, 'name', 'key')
  return names.size === 0 ? { ...entry.locales } : renameIn(entry.locales, names)
}

/** The locales of an entry from its row, values by the names that the fields have now. */
export function fromStored(stored: StoredLocales, model: Model): StoredLocales {
  const names = renamedFields(model, 'key', 'name')
  return names.size === 0 ? stored : renameIn(stored, names)
}
