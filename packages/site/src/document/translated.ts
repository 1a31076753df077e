import type { Json, View } from '@atelier/documents'
import { isRecord } from './node.ts'
import { documents, type PageEntry, page } from './pages.ts'

/**
 * The source of a text of a translation. It is stored beside the text: `<node id>/source` in the page, `<node
 * id>/source:<attribute>` for an attribute, and `page:<id>/source:<setting>` in the site for a setting of the page.
 */
export interface SourceText {
  /** The node of the source's text, or the id of the source page for a setting. */
  node: string
  /** The digest of the translated text: 16 hexadecimal digits. */
  digest: string
  /** That text, of a long one the beginning. */
  text: string
  /** Somebody said that the translation is right, also where it reads like the source. */
  done: boolean
}

/** The most characters of a translated text that are kept. */
export const MAX_SOURCE_TEXT = 2_000

/** The field of a node, or of a page in the site, that holds a `SourceText`. */
export const sourceField = (attribute?: string) => (attribute === undefined ? 'source' : `source:${attribute}`)
/** The field of a translation's body that says that a text of the source is left out on purpose. */
export const omitField = (sourceNode: string, attribute?: string) =>
  attribute === undefined ? `omit:${sourceNode}` : `omit:${sourceNode}.${attribute}`

export function readSourceText(value: Json | undefined): SourceText | undefined {
  if (!isRecord(value)) return undefined
  const { node, digest, text, done } = value
  if (typeof node !== 'string' || typeof digest !== 'string' || typeof text !== 'string') return undefined
  return { node, digest, text, done: done === true }
}

/** As it is stored. */
export function sourceTextValue({ node, digest, text, done }: SourceText): Json {
  return { node, digest, text: text.slice(0, MAX_SOURCE_TEXT), ...(done ? { done } : {}) }
}

/** The page that a page is a translation of; undefined for any other, and where that page is gone. */
export function sourcePage(site: View, entry: PageEntry): PageEntry | undefined {
  return entry.source === undefined ? undefined : page(site, entry.source)
}

/** The translations of a page, in the order of the list. */
export function translationsOf(site: View, pageId: string): PageEntry[] {
  return documents(site).filter(({ source }) => source === pageId)
}

/** The pages of which none is the translation of another one listed: one for all its locales. */
export function withoutTranslations<Entry extends Pick<PageEntry, 'id' | 'source'>>(listed: readonly Entry[]): Entry[] {
  const ids = new Set(listed.map(({ id }) => id))
  return listed.filter(({ source }) => source === undefined || !ids.has(source))
}

/** The same for visitors who read in a language: each page in it where it is translated, otherwise as it is. */
export function pagesInLocale(listed: readonly PageEntry[], locale: string | undefined): PageEntry[] {
  const own = new Map(listed.flatMap((each) => (each.source && each.locale === locale ? [[each.source, each]] : [])))
  return withoutTranslations(listed).map((each) => own.get(each.id) ?? each)
}
