import * as Y from 'yjs'
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
  /**
   * Called with the values that another replica wrote at the same time as one here and that lost against it: Yjs keeps
   * one of two concurrent values of a key, and no patch tells of the other. Returns the way to stop.
   */
  observeLost(listener: (lost: readonly { key: string; value: Json }[], origin: unknown) => void): () => void
  /** Writes each patch's `after` in one Yjs transaction with this origin; existing values stay as they are. */
  apply(patches: readonly Patch[], origin?: unknown): void
  close(): void
}

/** Opens the fields of a Y.Doc. Only JSON texts, numbers, booleans, null, lists and objects belong in it. */
export function openLocal(doc: Y.Doc): LocalDocument {
  const fields = doc.getMap<Json>(FIELDS)
  const mirror = createMemoryView(fields.entries())
  const listeners = new Set<(patches: readonly Patch[], origin: unknown) => void>()
  const losers = new Set<(lost: readonly { key: string; value: Json }[], origin: unknown) => void>()

  function onChange(event: Y.YMapEvent<Json>, transaction: Y.Transaction): void {
    const patches: Patch[] = []
    const lost: { key: string; value: Json }[] = []
    for (const key of event.keysChanged) {
      const before = mirror.get(key)
      const after = fields.get(key)
      if (after === undefined) mirror.delete(key)
      else mirror.set(key, after)
      if (!equalJson(before, after)) patches.push(patchOf(key, before, after))
      else if (losers.size > 0 && !transaction.local) lost.push(...lostValues(fields, key, transaction))
    }
    if (lost.length > 0) for (const listener of [...losers]) listener(lost, transaction.origin)
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
    observeLost(listener) {
      losers.add(listener)
      return () => losers.delete(listener)
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
      losers.clear()
    },
  }
}

/** The values of a key that a transaction brought behind the one that holds: their content is there until it has ended. */
function lostValues(fields: Y.Map<Json>, key: string, transaction: Y.Transaction): { key: string; value: Json }[] {
  const lost: { key: string; value: Json }[] = []
  for (let item = fields._map.get(key)?.left; item; item = item.left) {
    const { client, clock } = item.id
    if (clock < (transaction.beforeState.get(client) ?? 0)) continue
    if (item.content instanceof Y.ContentAny) for (const value of item.content.arr) lost.push({ key, value })
    else if (item.content instanceof Y.ContentString) lost.push({ key, value: item.content.str })
  }
  return lost
}
