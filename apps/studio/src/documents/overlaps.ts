import { equalJson, FIELDS, type Json, type LocalDocument, openLocal } from '@atelier/documents'
import * as Y from 'yjs'

/** A value that was changed here without a connection and by others at the same time; undefined means deleted. */
export interface Overlap {
  key: string
  mine: Json | undefined
  theirs: Json | undefined
}

/** Watches what is changed in one document while it is cut off, until the server has it. */
export interface OverlapWatch {
  /** Told of each edit of this tab. */
  wrote(transaction: Y.Transaction): void
  /** The connection is lost; edits that the server has not acknowledged may meet those of others when it is back. */
  cutOff(): void
  /** The server has everything that was written. */
  settle(): void
}

/** @param isOthers whether a transaction of this origin brings what others have written */
export function watchOverlaps(
  doc: Y.Doc,
  isOthers: (origin: unknown) => boolean,
  found: (overlaps: readonly Overlap[]) => void,
): OverlapWatch {
  const mine = new Map<string, Json | undefined>()
  let local: LocalDocument | undefined

  function watch(): LocalDocument {
    const opened = openLocal(doc)
    const meet = (values: Iterable<readonly [string, Json | undefined]>) => {
      const overlaps = [...values].flatMap(([key, theirs]): Overlap[] => {
        const own = mine.get(key)
        const differs =
          mine.delete(key) && (own === undefined || theirs === undefined ? own !== theirs : !equalJson(own, theirs))
        // Words of one text are merged where both sides can be kept.
        return differs && !key.endsWith('/text') ? [{ key, mine: own, theirs }] : []
      })
      if (overlaps.length > 0) found(overlaps)
    }
    opened.observe((patches, origin) => {
      if (isOthers(origin)) meet(patches.map(({ key, after }) => [key, after]))
    })
    opened.observeLost((lost, origin) => {
      if (isOthers(origin)) meet(lost.map(({ key, value }) => [key, value]))
    })
    return opened
  }

  return {
    wrote({ changed }) {
      const fields = doc.getMap<Json>(FIELDS)
      for (const [type, keys] of changed) {
        if (Object.is(type, fields)) for (const key of keys) if (key !== null) mine.set(key, fields.get(key))
      }
    },
    cutOff() {
      local ??= watch()
    },
    settle() {
      mine.clear()
      local?.close()
      local = undefined
    },
  }
}

/** Applies what an earlier tab has left to a document, and returns what others have changed there since it was written. */
export function applyLeft(doc: Y.Doc, update: Uint8Array): Overlap[] {
  const before = Y.decodeStateVector(Y.encodeStateVector(doc))
  const isNew = ({ client, clock }: Y.ID) => clock >= (before.get(client) ?? 0)
  const overlaps: Overlap[] = []
  const local = openLocal(doc)
  local.observe((patches) => {
    for (const { key, before: theirs, after } of patches)
      if (theirs !== undefined && !followsLast(doc, key, isNew)) overlaps.push({ key, mine: after, theirs })
  })
  local.observeLost((lost) => {
    // The last of several values comes first.
    for (const { key, value } of lost)
      if (!overlaps.some((each) => each.key === key)) overlaps.push({ key, mine: value, theirs: local.view.get(key) })
  })
  Y.applyUpdate(doc, update)
  local.close()
  return overlaps
}

/** Whether the new values of a key were written over the one that stood there before them, and not beside it. */
function followsLast(doc: Y.Doc, key: string, isNew: (id: Y.ID) => boolean): boolean {
  let first: Y.Item | undefined
  let item = doc.getMap(FIELDS)._map.get(key) ?? null
  while (item && isNew(item.id)) {
    first = item
    item = item.left
  }
  // A deletion adds nothing: what it deletes was known where it was made.
  if (!first) return true
  return item === null ? first.origin === null : first.origin !== null && Y.compareIDs(first.origin, item.lastId)
}
