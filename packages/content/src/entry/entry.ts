import type { Json } from '@atelier/documents'

export const entryStatuses = ['draft', 'in_review', 'published', 'rejected', 'archived'] as const
export type EntryStatus = (typeof entryStatuses)[number]

export const changeSources = ['agent', 'human', 'import'] as const
export type ChangeSource = (typeof changeSources)[number]

/** The facts of one locale of an entry besides its values, under the names of the format's meta files. */
export interface EntryMeta {
  status: EntryStatus
  /** Who changed it last and when (ISO 8601, UTC); derived from the log of changes, never written to the document. */
  source?: ChangeSource
  updated_by?: string
  updated_at?: string
  approved_by?: string
  version?: string
  publish_at?: string
  expire_at?: string
}

/** One locale of an entry. */
export interface EntryLocale {
  /**
   * By the **name** of the field; of a dictionary by its keys, all of them strings. The text of an entry of kind
   * `document` is `body`. Without members that are not set.
   */
  values: Readonly<Record<string, Json>>
  meta: EntryMeta
  /** The values of the default locale that are shown in place of those that the locale lacks; none is among `values`. */
  filled?: Readonly<Record<string, Json>>
  /** The locale has no translation yet: the values are those of the default locale, and its status is `draft`. */
  standIn?: boolean
  /** The digest of the source text that this is a translation of (`digestOf`), where it is known. */
  translated?: string
}

/** The values of a locale as they are shown: its own, and the fallbacks of missing ones. */
export const shownValues = ({ values, filled }: Pick<EntryLocale, 'values' | 'filled'>): EntryLocale['values'] =>
  filled ? { ...filled, ...values } : values

/** One item of a model over all its locales, as a plain value. A singleton and a dictionary are one entry each, `main`. */
export interface Entry {
  model: string
  /** The slug of a document. */
  id: string
  /** By locale; `*` where the model has none. */
  locales: Readonly<Record<string, EntryLocale>>
}

/** The id of the only entry of a singleton or a dictionary. */
export const ONLY_ENTRY = 'main'

/** An entry in one text: `blog-post/hello-world`. */
export const entryName = ({ model, id }: Pick<Entry, 'model' | 'id'>): string => `${model}/${id}`
