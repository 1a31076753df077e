import type { PageEntry } from '../document/pages.ts'
import type { Composition } from './composition.ts'
import type { Scope, ShownEntry } from './pieces.ts'

export interface ExpanderOptions {
  entry: PageEntry
  composition: Composition
  /** The outermost first; the last one is the page's. */
  scopes: readonly Scope[]
  page: number
  /** The language of the page: its loops read the content in this one. */
  language: string
  /** The entry that the page shows, if it is the page of one. */
  shows?: ShownEntry | undefined
  /** Marks where each slot of an instance of the page itself begins and ends, by comments. */
  marksSlots?: boolean
  report(documentId: string, nodeId: string, message: string): void
}
