import {
  type ContentSchema,
  checkEntry,
  digestByKeys,
  type EntryLocale,
  editsWait,
  type Model,
  readEntry,
  setPublished,
  type ValueEdit,
} from '@atelier/content'
import type { Draft, Json } from '@atelier/documents'

type Values = Readonly<Record<string, Json>>

/** The published values of the entries here, by the names of their fields. */
export interface PublishedHere {
  /** Those of an entry, by locale; without locales that are not published. */
  of(documentId: string, model: Model): Promise<Readonly<Record<string, Values>>>
  /** Keeps values under their digest. */
  keep(documentId: string, digest: string, values: Values, model: Model): Promise<void>
}

/** An entry that others have edited on the branch that visitors see. */
interface OutsideEdit {
  documentId: string
  draft: Draft
  /** The values that the entry has now as they were written there. */
  edits: readonly ValueEdit[]
  /** The locales that were published there. */
  isPublished: readonly string[]
}

/**
 * Publishes what others have committed: their values over those that are published here, so that edits which wait here go on
 * to wait. Values that the model does not accept are not published. Returns in how many locales other
 * values are published now.
 */
export async function publishOutside(
  { documentId, draft, edits, isPublished }: OutsideEdit,
  model: Model,
  schema: ContentSchema,
  published: PublishedHere,
): Promise<number> {
  const locales = new Set([...edits.map(({ locale }) => locale), ...isPublished])
  if (!editsWait(schema.config) || locales.size === 0) return 0
  const live = readEntry(draft, model)
  const before = await published.of(documentId, model)
  let count = 0
  for (const locale of locales) {
    const own = live.locales[locale]
    if (own?.meta.status !== 'published') continue
    const known = before[locale]
    const values = known ? withEdits(known, edits, locale) : own.values
    if (!isAccepted({ ...own, values }, locale, { id: live.id, model, schema })) continue
    const digest = digestByKeys(values, model)
    await published.keep(documentId, digest, values, model)
    if (setPublished(draft, locale, digest)) count += 1
  }
  return count
}

function withEdits(known: Values, edits: readonly ValueEdit[], locale: string): Values {
  const values = new Map(Object.entries(known))
  for (const { locale: each, field, value } of edits) {
    if (each !== locale) continue
    if (value === undefined || value === null) values.delete(field)
    else values.set(field, value)
  }
  return Object.fromEntries(values)
}

function isAccepted(
  own: EntryLocale,
  locale: string,
  { id, model, schema }: { id: string; model: Model; schema: ContentSchema },
): boolean {
  const entry = { model: model.id, id, locales: { [locale]: own } }
  return checkEntry(entry, model, schema).every(({ severity }) => severity !== 'error')
}
