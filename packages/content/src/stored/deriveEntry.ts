import type { View } from '@atelier/documents'
import { searchTextOf } from '../brain/words.ts'
import type { Entry } from '../entry/entry.ts'
import { entryIdentity, isErased, readEntry } from '../entry/entryDocument.ts'
import { publishedEntry } from '../entry/published.ts'
import { type EntryKey, entryTitle, keysOf, settleEntry } from '../entry/settle.ts'
import { type ContentSchema, editsWait, type Model } from '../model/definition.ts'
import type { Finding } from '../model/finding.ts'
import { type DerivedPublished, derivePublished, type KnownPublished } from './derivePublished.ts'
import { fromStored, type StoredLocales, toStored } from './storedValues.ts'

/** How long a time that has come may wait for its release: it is kept in rows that are derived meanwhile. In milliseconds. */
const RELEASED_WITHIN = 60_000

/** A row of `content_entries`, as far as it is derived from the document. */
export interface DerivedEntry {
  documentId: string
  model: string
  id: string
  /** Its visible values; undefined if its model has never accepted it in any locale. */
  settled?: {
    locales: StoredLocales
    title: string
    nextAt: number | null
    keys: readonly DerivedKey[]
    texts: readonly { locale: string; title: string; text: string }[]
    /** Undefined where edits go out at once and none are held. */
    published: DerivedPublished | undefined
  }
  issues: readonly Finding[]
  deleted: boolean
  /** Whether it was deleted for good. */
  erased?: true
}

export interface DerivedKey {
  kind: string
  model: string
  field: string
  locale: string
  value: string
  /** Whether it is of a live value, not of one that was settled before. */
  live: boolean
}

/**
 * Derives the row of an entry: its visible values in each locale, and the issues that its model has with it.
 * @param last what its row has
 * @param found what is wrong with it that only the other entries tell, such as a value that another one has
 * @param published what is known of its published values
 * @returns undefined if the document is no entry of a model that there is
 */
export function deriveEntry(
  documentId: string,
  view: View,
  schema: ContentSchema,
  now: number,
  {
    last,
    found = [],
    published: known,
  }: {
    last?: StoredLocales | undefined
    found?: readonly Finding[] | undefined
    published?: KnownPublished | undefined
  } = {},
): DerivedEntry | undefined {
  const born = entryIdentity(view)
  const model = born && schema.models.find(({ id }) => id === born.model)
  if (born && view.get('deleted') === true)
    return { documentId, ...born, issues: [], deleted: true, ...(isErased(view) ? { erased: true } : {}) }
  if (!born || !model) return undefined
  const live = readEntry(view, model)
  const at = { documentId, model: model.id, id: live.id }
  const before = last && { model: model.id, id: live.id, locales: fromStored(last, model) }
  const { settled, unsettled, issues } = settleEntry(live, model, schema, { last: before, found })
  // Warnings are reported together with errors only.
  const told = issues.some(({ severity }) => severity === 'error') ? issues : []
  if (!settled) return { ...at, issues: told, deleted: false }
  const locales = toStored(settled, model)
  const published = derivePublished(view, locales, model, schema, known, now)
  const key = ({ kind, targetModel, field, locale, value }: EntryKey, live: boolean): DerivedKey => ({
    kind,
    model: kind === 'ref' ? (targetModel ?? '') : kind === 'unique' ? model.id : '',
    field,
    locale,
    value,
    live,
  })
  const keys = keysOf(settled, model)
  return {
    ...at,
    settled: {
      locales,
      title: entryTitle(settled, model, schema.config),
      nextAt: nextTime(timesOf(settled.locales), now - RELEASED_WITHIN),
      keys: [
        ...keys.map((each) => key(each, !unsettled.has(each.locale))),
        ...publishedKeys(settled, keys, published, model, schema).map((each) => key(each, false)),
      ],
      texts: Object.entries(searchTextOf(settled, model)).map(([locale, { title, text }]) => ({ locale, title, text })),
      published,
    },
    issues: told,
    deleted: false,
  }
}

/** The keys of published values that the settled ones do not have: they hold as long as visitors see them. */
function publishedKeys(
  settled: Entry,
  keys: readonly EntryKey[],
  published: DerivedPublished | undefined,
  model: Model,
  schema: ContentSchema,
): EntryKey[] {
  if (!published || Object.keys(published.waiting).length === 0) return []
  const own = new Set(keys.map((each) => JSON.stringify(each)))
  const shown = publishedEntry(settled, published.waiting, model, schema)
  return keysOf(shown, model).filter((each) => !own.has(JSON.stringify(each)))
}

/**
 * Whether what is seen of an entry depends on what its row has: a field that a translation lacks shows the default language
 * where it was never translated, and is unfinished where its value was taken away.
 */
export const needsLast = ({ issues, settled }: DerivedEntry): boolean =>
  issues.length > 0 ||
  settled?.published?.isOpen === true ||
  Object.values(settled?.locales ?? {}).some(({ filled }) => filled !== undefined)

/** The names of the models that a change of the schema has touched. */
export function changedModels(before: ContentSchema | undefined, after: ContentSchema | undefined): string[] {
  if (!before || !after) return (after ?? before)?.models.map(({ id }) => id) ?? []
  const text = (models: readonly Model[]) => new Map(models.map((model) => [model.id, JSON.stringify(model)]))
  const old = text(before.models)
  const locales = JSON.stringify(before.config.locales) !== JSON.stringify(after.config.locales)
  return [...text(after.models)].flatMap(([id, model]) => (locales || old.get(id) !== model ? [id] : []))
}

/** The models of whose published entries visitors may see other values, since edits wait now, or no longer do. */
export const modelsPublishedAnew = (before: ContentSchema | undefined, after: ContentSchema | undefined): string[] =>
  before && after && editsWait(before.config) !== editsWait(after.config) ? after.models.map(({ id }) => id) : []

/** When locales of an entry come to visitors, or go. */
export const timesOf = (locales: StoredLocales): (string | undefined)[] =>
  Object.values(locales).flatMap(({ meta }) => [meta.publish_at, meta.expire_at])

/** The first of some times that is still to come; null if there is none. @param now epoch milliseconds */
export function nextTime(times: readonly (string | undefined)[], now: number): number | null {
  const coming = times.flatMap((time) => (time === undefined ? [] : [Date.parse(time)])).filter((time) => time > now)
  return coming.length === 0 ? null : Math.min(...coming)
}
