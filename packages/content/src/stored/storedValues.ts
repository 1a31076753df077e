import type { Entry, EntryLocale } from '../entry/entry.ts'
import { renamedFields, renamedValues } from '../entry/keys.ts'
import type { Model } from '../model/definition.ts'

/** The locales of a settled entry as a row has them: values by the key of the field, which no renaming changes. */
export type StoredLocales = Record<string, EntryLocale>

const renameIn = (locales: Readonly<Record<string, EntryLocale>>, names: ReadonlyMap<string, string>): StoredLocales =>
  Object.fromEntries(
    Object.entries(locales).map(([locale, each]) => {
      const filled = each.filled && { filled: renamedValues(each.filled, names) }
      return [locale, { ...each, values: renamedValues(each.values, names), ...filled }]
    }),
  )

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
