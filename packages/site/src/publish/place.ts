import type { ShownEntry } from '../compose/pieces.ts'
import type { ContentModel } from '../context/content.ts'
import type { PageEntry } from '../document/pages.ts'
import type { TextFile } from './files.ts'
import type { PageSettings } from './settings.ts'

/** The page of an entry in one locale. */
export interface EntryPage {
  model: ContentModel
  locale: string
  publishedAt: number
  /** The addresses of the entry in each locale in which it has a page, from the root on; the default locale first. */
  alternates: readonly { locale: string; address: string }[]
  /** The address of the feed that it is in, from the root on. */
  feed: string
  /** The entry as its template reads it. */
  read(): ShownEntry | undefined
}

/** A page to include in the release. */
export interface Place {
  /** Its name in the record: the id of its document, or that of the page of an entry. */
  key: string
  entry: PageEntry
  /** The document that it takes its code and styles from: its own, or the template of an entry. */
  document: string
  path: string
  /** The inputs beside documents that only this page reads, as text. */
  own: string
  settings: PageSettings
  styles: TextFile | undefined
  /** The entry that it shows. */
  shows?: EntryPage
  /** The addresses of a page in each language that it is translated to; its source, which is for all others, first. */
  alternates?: readonly Alternate[]
}

/** The same content in another language. */
export interface Alternate {
  locale: string
  /** From the root on. */
  address: string
}

export interface Skipped {
  pageId: string
  reason: string
}
