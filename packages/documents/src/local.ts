import type * as Y from 'yjs'
import { equalJson } from './json.ts'
import { createMemoryView } from './memory.ts'
import { patchOf } from './overlay.ts'
import type { Json, Patch, View } from './view.ts'

/** The one Y.Map that holds a document. */
export const FIELDS = 'fields'

/** A document on a Y.Doc of this process: a studio tab's, a test's, or the server's live one. */
export interface LocalDocument {
  readonly doc: Y.Doc
  /** A plain-JSON mirror, kept in step with every Yjs transaction. */
  readonly view: View
  /** Called after each transaction that changed a field, with that transaction's origin. Returns the way to stop. */
  observe(listener: (patches: readonly Patch[], origin: unknown) => void): () => void
  /** Writes each patch's `after` in one Yjs transaction with this origin; values that are there already are left alone. */
  apply(patches: readonly Patch[], origin?: unknown): void
  close(): void
}

/** Opens the fields of a Y.Doc. What is not JSON text, number, boolean, null, list or object does not belong in it. */
export function openLocal(doc: Y.Doc): LocalDocument {
  const fields = doc.getMap<Json>(FIELDS)
  const mirror = createMemoryView(fields.entries())
  const listeners = new Set<(patches: readonly Patch[], origin: unknown) => void>()

  function onChange(event: Y.YMapEvent<Json>, transaction: Y.Transaction): void {
    const patches: Patch[] = []
    for (const key of event.keysChanged) {
      const before = mirror.get(key)
      const after = fields.get(key)
      if (after === undefined) mirror.delete(key)
      else mirror.set(key, after)
      if (!equalJson(before, after)) patches.push(patchOf(key, before, after))
    }
    if (patches.length > 0) for (const listener of [...listeners]) listener(patches, transaction.origin)
  }

  fields.observe(onChange)
  return {
    doc,
    view: mirror,
    observe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    apply(patches, origin) {
      doc.transact(() => {
        for (const { key, after } of patches) {
          if (after === undefined) fields.delete(key)
          else if (!equalJson(fields.get(key), after)) fields.set(key, after)
        }
      }, origin)
    },
    close() {
      fields.unobserve(onChange)
      listeners.clear()
    },
  }
}
