import type { Json, View } from '@atelier/documents'
import { type ContentConfig, type ContentSchema, editsWait, type Model, NO_LOCALE } from '../model/definition.ts'
import { recordOf } from '../model/json.ts'
import { fieldOf } from '../model/named.ts'
import { publishedDigest } from './digest.ts'
import type { Entry, EntryLocale } from './entry.ts'
import { readEntry, readHeld, readPublished } from './entryDocument.ts'
import { valuesThatFit } from './fitting.ts'
import { renamedFields, renamedValues } from './keys.ts'
import { mainLocale, settleAnew, settleEntry } from './settle.ts'

/** Published values by locale, each by the key of its field. */
export type PublishedLocales = Readonly<Record<string, Readonly<Record<string, Json>>>>

/**
 * An entry as visitors, public reads and the repository see it.
 * @param settled as its model accepts it now
 * @param published the published values of the locales in which they are not the settled ones
 */
export function publishedEntry(
  settled: Entry,
  published: PublishedLocales,
  model: Model,
  schema: ContentSchema,
): Entry {
  const names = renamedFields(model, 'key', 'name')
  const main = mainLocale(model, schema.config)
  const locales = Object.entries(settled.locales).flatMap(([locale, own]): [string, EntryLocale][] => {
    if (own.standIn === true) return []
    const values = published[locale] ?? (locale === main ? formerValues(published, settled, model, schema) : undefined)
    return [[locale, values ? { ...own, values: shownNow(renamedValues(values, names), own.values, model) } : own]]
  })
  return settleAnew({ ...settled, locales: recordOf(locales) }, model, schema)
}

/** The published values of a model that was in all locales or in none when they were published. */
function formerValues(
  published: PublishedLocales,
  { locales }: Entry,
  model: Model,
  { config }: ContentSchema,
): PublishedLocales[string] | undefined {
  const from = model.i18n ? NO_LOCALE : config.locales.default
  return locales[from] === undefined ? published[from] : undefined
}

/** Published values in the form of a model that was changed since; a field that it requires now has its settled value. */
function shownNow(
  published: Readonly<Record<string, Json>>,
  settled: Readonly<Record<string, Json>>,
  model: Model,
): Readonly<Record<string, Json>> {
  const fitting = valuesThatFit(published, settled, model)
  if (model.kind === 'dictionary') return fitting
  const lacking = Object.entries(settled).filter(
    ([name]) => !Object.hasOwn(fitting, name) && fieldOf(model, name)?.definition.required === true,
  )
  return lacking.length === 0 ? fitting : { ...recordOf(lacking), ...fitting }
}

/**
 * The digest of the values of a published locale that visitors see in place of those that are settled.
 * @returns undefined where they see what is settled, or the document does not tell
 */
export const seenDigest = (
  view: View,
  locale: string,
  config: Pick<ContentConfig, 'publishEdits'>,
): string | undefined => (editsWait(config) ? readPublished(view, locale) : readHeld(view, locale)?.digest)

/** The digest by which a document names the values of a locale. @param values by the names of their fields */
export const digestByKeys = (values: Readonly<Record<string, Json>>, model: Model): string =>
  publishedDigest(renamedValues(values, renamedFields(model, 'name', 'key')))

/**
 * The digest of what is settled of a locale; undefined if nothing is.
 * @param last what was settled before
 */
export function settledDigest(
  view: View,
  locale: string,
  model: Model,
  schema: ContentSchema,
  last?: Entry,
): string | undefined {
  const { settled } = settleEntry(readEntry(view, model), model, schema, { last })
  const own = settled?.locales[locale]
  return own && own.standIn !== true ? digestByKeys(own.values, model) : undefined
}
