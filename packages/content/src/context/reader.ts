import type { Entry } from '../entry/entry.ts'
import type { ContentSchema } from '../model/definition.ts'
import type { Finding } from '../model/finding.ts'

/** An entry as it is stored: its settled state, and what is known of the live one. */
export interface StoredEntry {
  model: string
  id: string
  documentId: string
  /** The head of its document that this was derived from. */
  head: number
  /** The value of the model's title field in the default locale; the id where there is none. */
  title: string
  /** The last state that its model accepted; undefined until it has accepted one. */
  settled?: Entry
  /** As visitors, public reads and the repository see it; absent where that is the settled state. */
  published?: Entry
  /** The locales in which it is published and has newer edits. */
  waiting?: readonly string[]
  /** The problems of the live state; empty where that is the settled one. */
  issues: readonly Finding[]
  /** Epoch milliseconds. */
  createdAt: number
  updatedAt: number
  /** When it came to visitors, by locale, in epoch milliseconds. */
  publishedAt?: Readonly<Record<string, number>>
}

/** One value that refers to an entry. */
export interface Referrer {
  model: string
  entry: string
  documentId: string
  locale: string
  /** The name of the field. */
  field: string
}

/** An entry that has a value in one of its locales. */
export interface Holder {
  entry: string
  documentId: string
  locale: string
  /** As the text by which it is unique (`uniqueText`). */
  value: string
}

export interface SearchHit {
  model: string
  entry: string
  locale: string
  /** Larger is better; comparable only within one search. */
  score: number
}

export interface SearchRequest {
  /** As `wordsOf` makes them of the query; the last one is the beginning of a word. */
  words: readonly string[]
  models?: readonly string[]
  locales?: readonly string[]
  limit: number
}

/**
 * A project's stored content, as one caller may see it: models, entries and locales that are not theirs do not exist
 * here. With a branch it shows the content as it would be, were the branch merged.
 */
export interface ContentReader {
  /** Undefined until the project's content is set up. */
  schema(): Promise<ContentSchema | undefined>
  /** Those of a model in the order in which they were made; without deleted ones. */
  entries(model: string): Promise<readonly StoredEntry[]>
  entry(model: string, id: string): Promise<StoredEntry | undefined>
  /** Which settled entries of a model have one of these values, as text, in a field whose values are unique. */
  holders(model: string, field: string, values: readonly string[]): Promise<readonly Holder[]>
  /** Which values refer to an entry. */
  referrers(model: string, id: string): Promise<readonly Referrer[]>
  /** Best first. */
  search(request: SearchRequest): Promise<readonly SearchHit[]>
  /** Known words that begin like or are nearest to one that was not found; at most five. */
  nearestWords(word: string): Promise<readonly string[]>
}
