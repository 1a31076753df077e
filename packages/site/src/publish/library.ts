import type { Fields, View } from '@atelier/documents'
import { type PageTree, readTree } from '../document/tree.ts'
import { viewOfFields } from './fields.ts'

/** A document as it is stored. */
export interface StoredFields {
  head: number
  fields: Fields
}

/** The documents of a release while it is rendered. */
export interface Library {
  /** Loads the documents that are not loaded yet. */
  ensure(ids: readonly string[]): Promise<void>
  /** Whether it was loaded, or found not to exist. */
  isSettled(id: string): boolean
  tree(id: string): PageTree | undefined
  view(id: string): View | undefined
  /** The head that was loaded; -1 if there is no such document. */
  head(id: string): number
  /** Drops a rendered page, which is rarely needed again. */
  forget(id: string): void
}

/** @param source returns the existing documents as they are stored now */
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
