import type { Draft } from '@atelier/documents'
import { carryDigest } from '../../entry/digest.ts'
import { readEntry, setTranslated } from '../../entry/entryDocument.ts'
import type { Model } from '../../model/definition.ts'

/**
 * Writes into an entry what is no edit of it, and keeps which translations are out of date.
 * @param main the locale that others are translated from
 */
export function withoutStaling<Result>(draft: Draft, model: Model, main: string, write: () => Result): Result {
  const before = readEntry(draft, model).locales
  const result = write()
  const after = readEntry(draft, model).locales
  for (const [locale, { translated }] of Object.entries(after))
    if (locale !== main && translated !== undefined)
      setTranslated(draft, locale, carryDigest(translated, before[main]?.values ?? {}, after[main]?.values ?? {}))
  return result
}
