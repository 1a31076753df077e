import { equalJson, FIELDS, type Json } from '@atelier/documents'
import * as Y from 'yjs'
import { containsId, type KeyChange, readChanges, type UpdateChanges } from './updateChanges.ts'

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
  /** The server's state of the document when the connection is back: how far the edits of each client have come. */
  heardState(vector: Uint8Array): void
  /** Takes an update of others before it is applied to the document. */
  heard(update: Uint8Array): void
  /** The server has everything that was written. */
  settle(): void
}

/** Edits of one key made here that the server has not acknowledged. */
interface Unheard extends KeyChange {
  /** The first item that was written; undefined if the key was only deleted. */
  first: Y.ID | undefined
}

export function watchOverlaps(doc: Y.Doc, found: (overlaps: readonly Overlap[]) => void): OverlapWatch {
  const fields = doc.getMap<Json>(FIELDS)
  const mine = new Map<string, Unheard>()
  let isCutOff = false
  let serverHas: ReadonlyMap<number, number> | undefined

  return {
    wrote(transaction) {
      for (const [type, keys] of transaction.changed) {
        if (!Object.is(type, fields)) continue
        for (const key of keys) {
          if (key === null) continue
          const value = fields.get(key)
          const known = mine.get(key)
          const began = beginningOf(fields._map.get(key), transaction)
          mine.set(key, known ? { ...known, first: known.first ?? began.first, value } : { ...began, value })
        }
      }
    },
    cutOff() {
      isCutOff = true
      serverHas = undefined
    },
    heardState(vector) {
      if (isCutOff) serverHas = Y.decodeStateVector(vector)
    },
    heard(update) {
      if (!isCutOff || mine.size === 0) return
      const theirs = readChanges(doc, update)
      const overlaps: Overlap[] = []
      for (const [key, own] of mine) {
        const met = meet(key, own, theirs)
        if (!met) continue
        mine.delete(key)
        if (met.isConcurrent && !equalValues(own.value, met.value))
          overlaps.push({ key, mine: own.value, theirs: met.value })
      }
      if (overlaps.length > 0) found(overlaps)
    },
    settle() {
      mine.clear()
      isCutOff = false
    },
  }

  /** The change of an update to a key that was written here; undefined if there is none. */
  function meet(key: string, own: Unheard, theirs: UpdateChanges) {
    const change = theirs.changes.get(key)
    if (change) {
      const hasSeenMine = change.base !== undefined && isOwn(key, own, change.base)
      // Values that have lost against the one that was seen here change nothing.
      const isNothing = change.value === undefined && !(own.base && own.replaces && theirs.deletes(own.base))
      return { value: change.value, isConcurrent: !hasSeenMine && !isNothing }
    }
    if (own.value === undefined || !own.base || !own.replaces || !theirs.deletes(own.base)) return undefined
    // It also counts as deleted where the server has got the value that was written over it, and only the answer was lost.
    const has = own.first && serverHas?.get(own.first.client)
    const hasMine = own.first !== undefined && has !== undefined && has > own.first.clock
    return serverHas && { value: undefined, isConcurrent: !hasMine }
  }

  /** Whether an id is of what was written here, and not of what was there before. */
  function isOwn(key: string, { base }: Unheard, id: Y.ID): boolean {
    for (let item = fields._map.get(key) ?? null; item; item = item.left) {
      if (base && containsId(item, base)) return false
      if (containsId(item, id)) return true
    }
    return false
  }
}

/** Where the changes of a transaction to a key begin. @param last the last item of the key, deleted or not */
function beginningOf(last: Y.Item | undefined, { beforeState, deleteSet }: Y.Transaction): Omit<Unheard, 'value'> {
  let first: Y.Item | undefined
  let item = last ?? null
  while (item && item.id.clock >= (beforeState.get(item.id.client) ?? 0)) {
    first = item
    item = item.left
  }
  const base = item?.lastId
  return { first: first?.id, base, replaces: base !== undefined && Y.isDeleted(deleteSet, base) }
}

/** Applies what an earlier tab has left to a document, and returns what others have changed there since it was written. */
export function applyLeft(doc: Y.Doc, update: Uint8Array): Overlap[] {
  const fields = doc.getMap<Json>(FIELDS)
  const left = readChanges(doc, update)
  const overlaps: Overlap[] = []
  for (const [key, { value, base, replaces }] of [...left.changes, ...left.deletedKeys()]) {
    const item = fields._map.get(key)
    const theirs = fields.get(key)
    const isBase = item !== undefined && base !== undefined && containsId(item, base)
    const isChanged = isBase ? replaces && item.deleted && left.changes.has(key) : theirs !== undefined || replaces
    if (item && isChanged && !equalValues(value, theirs)) overlaps.push({ key, mine: value, theirs })
  }
  Y.applyUpdate(doc, update)
  return overlaps
}

/** Returns the values that an earlier tab has left undecided and that are still to be decided, with the newest of others. */
export function stillOpen(doc: Y.Doc, overlaps: readonly Overlap[]): Overlap[] {
  const fields = doc.getMap<Json>(FIELDS)
  return overlaps.map(({ key, mine, theirs }) => {
    const now = fields.get(key)
    return { key, mine, theirs: equalValues(now, mine) ? theirs : now }
  })
}

const equalValues = (one: Json | undefined, other: Json | undefined): boolean =>
  one === undefined || other === undefined ? one === other : equalJson(one, other)
