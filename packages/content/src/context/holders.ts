import type { Steps } from '@atelier/operation'
import { uniqueText } from '../entry/settle.ts'
import { memberOf } from '../model/json.ts'
import type { Holder, StoredEntry } from './reader.ts'

/** Those of some entries that have one of these values in a field, as `ContentReader.holders` tells them. */
export function* holdersAmong(
  entries: readonly StoredEntry[],
  field: string,
  values: readonly string[],
): Steps<Holder[]> {
  const wanted = new Set(values)
  const found: Holder[] = []
  for (const { id, documentId, settled } of entries) {
    for (const [locale, own] of Object.entries(settled?.locales ?? {})) {
      const value = memberOf(own.values, field)
      if (value === undefined || value === null || value === '') continue
      const text = uniqueText(value)
      if (wanted.has(text)) found.push({ entry: id, documentId, locale, value: text })
    }
    yield
  }
  return found
}
