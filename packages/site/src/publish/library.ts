import type { View } from '@atelier/documents'
import { type PageTree, readTree } from '../document/tree.ts'
import { type Fields, viewOfFields } from './fields.ts'

/** A document as it is stored. */
export interface StoredFields {
  head: number
  fields: Fields
}

/** The documents of a release while it is rendered. */
export interface Library {
  /** Loads what is not there yet. */
  ensure(ids: readonly string[]): Promise<void>
  /** Whether it was asked for and there is none, or it was loaded. */
  isSettled(id: string): boolean
  tree(id: string): PageTree | undefined
  view(id: string): View | undefined
  /** The head that was loaded; -1 if there is no such document. */
  head(id: string): number
  /** A page that was rendered is not needed again as a rule. */
  forget(id: string): void
}

/** @param source gives the documents that there are, as they are stored now */
export function createLibrary(source: {
  load(ids: readonly string[]): Promise<ReadonlyMap<string, StoredFields>>
}): Library {
  const loaded = new Map<string, { head: number; view?: View; tree?: PageTree }>()
  return {
    async ensure(ids) {
      const missing = ids.filter((id) => !loaded.has(id))
      if (missing.length === 0) return
      const found = await source.load(missing)
      for (const id of missing) {
        const stored = found.get(id)
        loaded.set(id, stored ? { head: stored.head, view: viewOfFields(stored.fields) } : { head: -1 })
      }
    },
    isSettled: (id) => loaded.has(id),
    tree(id) {
      const entry = loaded.get(id)
      if (!entry?.view) return undefined
      entry.tree ??= readTree(entry.view)
      return entry.tree
    },
    view: (id) => loaded.get(id)?.view,
    head: (id) => loaded.get(id)?.head ?? -1,
    forget(id) {
      loaded.delete(id)
    },
  }
}
