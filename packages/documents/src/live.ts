import { createRests, inSlices } from '@atelier/operation'
import * as Y from 'yjs'
import type { UnreadableDocument } from './documentType.ts'
import { type LocalDocument, openLocal } from './local.ts'
import type { Continuation, StoredDocument } from './queries.ts'
import { updateParts } from './updateParts.ts'
import type { Patch, View } from './view.ts'

/** A document in this process's memory, in step with what is committed. It is read here and written through `Documents`. */
export interface LiveDocument {
  readonly id: string
  readonly kind: string
  readonly projectId: string
  /** The number of the last update that is in. */
  readonly head: number
  /** MUST NOT be edited: an edit made here is neither stored nor numbered. */
  readonly doc: Y.Doc
  readonly view: View
  /** Called after each committed change. The document stays loaded as long as it has an observer. */
  observe(listener: (patches: readonly Patch[], origin: unknown) => void): () => void
  /**
   * Called when the document is removed, or when a newer server has migrated it and this one cannot continue with it. Also
   * keeps it loaded.
   */
  onEnd(listener: (why: 'removed' | UnreadableDocument) => void): () => void
}

/** The same with what only this package may touch. */
export interface LiveState extends LiveDocument {
  readonly watched: boolean
  readonly local: LocalDocument
  readonly removed: boolean
  /** It has left memory; another one may have taken its place. */
  readonly closed: boolean
  snapshotHead: number
  schemaVersion: number
  /**
   * Applies the update that has the number after `head`, which moves on once all of it is in: a large one takes several
   * turns of the event loop. The caller holds the document's lock, or is the only one to have the document.
   */
  apply(update: Uint8Array, origin: unknown): Promise<void>
  /** Applies what another process committed, in the same way; false if updates up to the stored head are still missing. */
  applyContinuation(continuation: Continuation): Promise<boolean>
  setRemoved(removed: boolean): void
  /** Ends it because this server cannot read what was committed to it; the caller takes it out of memory. */
  fail(error: UnreadableDocument): void
  close(): void
}

export function createLive(stored: StoredDocument): LiveState {
  // With an id of its own Yjs would draw 36 random numbers for each.
  const doc = new Y.Doc({ guid: stored.id })
  const local = openLocal(doc)
  const endings = new Set<(why: 'removed' | UnreadableDocument) => void>()
  let head = 0
  let observers = 0
  let removed = stored.deletedAt !== null
  let closed = false

  function setRemoved(next: boolean): void {
    if (removed === next) return
    removed = next
    if (removed) for (const listener of [...endings]) listener('removed')
  }

  const live: LiveState = {
    id: stored.id,
    kind: stored.kind,
    projectId: stored.projectId,
    doc,
    local,
    view: local.view,
    snapshotHead: 0,
    schemaVersion: stored.schemaVersion,
    get head() {
      return head
    },
    get watched() {
      return observers > 0 || endings.size > 0
    },
    get closed() {
      return closed
    },
    get removed() {
      return removed
    },
    observe(listener) {
      observers += 1
      const stop = local.observe(listener)
      let stopped = false
      return () => {
        if (!stopped) observers -= 1
        stopped = true
        stop()
      }
    },
    onEnd(listener) {
      const own: typeof listener = (why) => listener(why)
      endings.add(own)
      return () => endings.delete(own)
    },
    async apply(update, origin) {
      const parts = await inSlices(updateParts(update))
      const rest = createRests()
      for (const part of parts) {
        Y.applyUpdate(doc, part, origin)
        if (parts.length > 1) await rest()
      }
      head += 1
    },
    async applyContinuation({ document, snapshot, updates }) {
      if (snapshot && snapshot.head > head) {
        Y.applyUpdateV2(doc, snapshot.state, 'snapshot')
        head = snapshot.head
      }
      for (const update of updates) {
        if (update.seq === head + 1) await live.apply(update.data, JSON.parse(update.origin))
      }
      live.snapshotHead = Math.max(live.snapshotHead, document.snapshotHead)
      live.schemaVersion = document.schemaVersion
      setRemoved(document.deletedAt !== null)
      return head >= document.head
    },
    setRemoved,
    fail(error) {
      for (const listener of [...endings]) listener(error)
    },
    close() {
      closed = true
      local.close()
      doc.destroy()
    },
  }
  return live
}
