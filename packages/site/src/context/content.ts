import type { Json } from '@atelier/documents'

/**
 * The content type of a collection's field. `html` and `markdown` are long texts; a `relation` holds ids of entries.
 */
export type ContentKind = 'text' | 'url' | 'media' | 'number' | 'date' | 'boolean' | 'list' | 'relation' | RichKind
export type RichKind = 'markdown' | 'html'

export interface ContentField {
  name: string
  label: string
  kind: ContentKind
  /** The models of a relation: the collections that it leads to. */
  models?: readonly string[]
}

/** A collection that loops can read. */
export interface ContentModel {
  /** As in `data-table-id`. */
  id: string
  label: string
  /** Whether its entries differ by locale. */
  localized: boolean
  /** The field whose value names an entry. */
  titleField?: string
  fields: readonly ContentField[]
  /** Where its entries have pages: `blog` for `/blog/<slug>/`. Absent if they have none. */
  route?: string
}

/** The public part of an entry in one locale. */
export interface ContentLocale {
  /** By the name of the field. Media as the path at which the site serves it; a relation as ids or `{model, ref}`. */
  values: Readonly<Record<string, Json>>
  /** Epoch milliseconds. */
  publishedAt: number
  /** The names of fields that are not translated yet, and the locale whose values they show. */
  standIns?: { locale: string; fields: readonly string[] }
}

/** An entry as far as visitors may see it. */
export interface ContentEntry {
  /** Stays when the entry is renamed. */
  key: string
  id: string
  /** Another one whenever anything of the entry is another. */
  version: string
  /** Epoch milliseconds. */
  createdAt: number
  updatedAt: number
  /** The locales in which it may be seen, at least one; `*` where the collection has none. */
  locales: Readonly<Record<string, ContentLocale>>
}

export interface ContentLocales {
  default: string
  supported: readonly string[]
}

/** The content of a project as visitors may see it now; its entries are loaded when they are first needed. */
export interface ContentSource {
  locales: ContentLocales
  models: readonly ContentModel[]
  /** The entries of each collection, in the order in which they were made; none of one that there is not. */
  load(models: readonly string[]): Promise<ReadonlyMap<string, readonly ContentEntry[]>>
  /** Markdown as HTML. Its result is cleaned like any HTML that comes to a site. */
  markdown(text: string): string
  /** Terms with what they are called in each locale. */
  vocabulary?: Vocabulary
}

/** By term, then by locale. */
export type Vocabulary = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The same while pages are composed. */
export interface ContentView extends Omit<ContentSource, 'load'> {
  /** Those that may be seen; none while they are not loaded. Called whenever a page reads some. */
  entries(model: string): readonly ContentEntry[]
}
