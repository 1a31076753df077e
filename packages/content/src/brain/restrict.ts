import type { Restriction } from '@atelier/operation'
import type { StoredEntry } from '../context/reader.ts'
import type { Entry, EntryLocale } from '../entry/entry.ts'
import { entryTitle, mainLocale } from '../entry/settle.ts'
import { type ContentSchema, type Model, NO_LOCALE } from '../model/definition.ts'
import { recordOf } from '../model/json.ts'

/** The content that a caller may see: absent lists limit nothing, and what has no locale is seen in every one. */
export function visibleTo({ models, locales }: Restriction = {}) {
  return {
    model: (model: string): boolean => models?.includes(model) ?? true,
    locale: (locale: string | undefined): boolean =>
      locale === undefined || locale === '' || locale === NO_LOCALE || (locales?.includes(locale) ?? true),
  }
}

/** The models and locales that a caller may see; the others do not exist in it. */
export function restrictSchema(schema: ContentSchema, restriction: Restriction = {}): ContentSchema {
  const { models, locales } = restriction
  if (!models && !locales) return schema
  const sees = visibleTo(restriction)
  const { config } = schema
  const seen = schema.models.filter(({ id }) => sees.model(id))
  const terms = Object.entries(schema.vocabulary).map(
    ([term, texts]) => [term, recordOf(Object.entries(texts).filter(([locale]) => sees.locale(locale)))] as const,
  )
  return {
    models: seen,
    config: {
      ...config,
      domains: models
        ? config.domains.filter((domain) => seen.some((model) => model.domain === domain))
        : config.domains,
      locales: { ...config.locales, supported: config.locales.supported.filter(sees.locale) },
    },
    vocabulary: recordOf(terms.filter(([, texts]) => Object.keys(texts).length > 0)),
    ...(schema.routes ? { routes: recordOf(Object.entries(schema.routes).filter(([id]) => sees.model(id))) } : {}),
    ...(schema.lists ? { lists: recordOf(Object.entries(schema.lists).filter(([id]) => sees.model(id))) } : {}),
    ...(schema.layouts ? { layouts: recordOf(Object.entries(schema.layouts).filter(([id]) => sees.model(id))) } : {}),
    ...(schema.moving ? { moving: schema.moving } : {}),
    ...(schema.public ? { public: schema.public.filter(sees.model) } : {}),
  }
}

/** An entry without the texts of locales that a caller may not see: also where they replace a translation. */
export function restrictEntry(
  stored: StoredEntry,
  model: Model,
  { config }: Pick<ContentSchema, 'config'>,
  restriction: Restriction = {},
): StoredEntry {
  if (!restriction.locales) return stored
  const sees = visibleTo(restriction)
  const settled = stored.settled && restrictSettled(stored.settled, model, config, sees.locale)
  const title = settled
    ? entryTitle(settled, model, config)
    : sees.locale(mainLocale(model, config))
      ? stored.title
      : stored.id
  const { model: modelId, id, documentId, head, createdAt, updatedAt } = stored
  const published = stored.published && restrictSettled(stored.published, model, config, sees.locale)
  const waiting = stored.waiting?.filter(sees.locale)
  return {
    model: modelId,
    id,
    documentId,
    head,
    createdAt,
    updatedAt,
    title,
    ...(settled ? { settled } : {}),
    ...(published ? { published } : {}),
    ...(waiting && waiting.length > 0 ? { waiting } : {}),
    issues: stored.issues.filter(({ locale }) => sees.locale(locale)),
  }
}

/** A locale without the values of another one that it falls back to. */
function withoutSource({ filled: _, ...own }: EntryLocale): EntryLocale {
  return own.standIn ? { ...own, values: {} } : own
}

function restrictSettled(
  entry: Entry,
  model: Model,
  config: ContentSchema['config'],
  sees: (locale: string) => boolean,
): Entry {
  const main = mainLocale(model, config)
  const translated = Object.keys(entry.locales).filter((locale) => !entry.locales[locale]?.standIn)
  const source = translated.includes(main) ? main : (translated[0] ?? main)
  return {
    ...entry,
    locales: recordOf(
      Object.entries(entry.locales)
        .filter(([locale]) => sees(locale))
        .map(([locale, own]) => [locale, sees(source) ? own : withoutSource(own)]),
    ),
  }
}
