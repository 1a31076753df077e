import type { Json } from '@atelier/documents'
import type { Overlap } from './overlaps.ts'
import { createStore, type Store } from './store.ts'

/**
 * Edits of one user of this browser that the server has not acknowledged. They outlive a closed tab, a crash of the browser
 * and a session that has ended: whichever tab connects next sends them. Another user of the browser gets none of them.
 */
export interface UnsentEdits {
  /** Keeps an update of a document, in the turn in which it was applied. */
  keep(documentId: string, update: Uint8Array): void
  /** Forgets what this tab has kept of a document so far. */
  forget(documentId: string): void
  /** Returns the updates that tabs have kept that are gone, by document; empty if this browser keeps nothing. */
  left(): Promise<ReadonlyMap<string, readonly Uint8Array[]>>
  /** Keeps a value of a document on which the user has not decided yet, in place of an earlier one of its key. */
  keepOverlap(documentId: string, overlap: Overlap): void
  /** Forgets it, since the user has decided. */
  forgetOverlap(documentId: string, key: string): void
  /** Returns the undecided values of tabs that are gone, by document. */
  leftOverlaps(): Promise<ReadonlyMap<string, readonly Overlap[]>>
  /** Forgets what such tabs have kept of a document: it is kept by this tab, or the server has it. */
  forgetLeft(documentId: string): void
  /** Whether this browser cannot keep edits: its storage is full, or it has none in this window. */
  readonly failing: Store<boolean>
  close(): void
}

const DATABASE = 'atelier-unsent'
const UPDATES = 'updates'

/** The user, the document, the tab, and the number of the update within the tab or the key of an undecided value. */
type Place = [user: string, document: string, tab: string, number: number | string]

/** Opens what this browser keeps for a user. Nothing here throws: `failing` reports edits that cannot be kept. */
export function openUnsentEdits(
  userId: string,
  { databases, locks }: BrowserStorage = { databases: globalThis.indexedDB, locks: globalThis.navigator?.locks },
): UnsentEdits {
  const tab = crypto.randomUUID()
  const failing = createStore(false)
  const fail = () => failing.set(true)
  const last = new Map<string, number>()
  /** The places of updates of tabs that are gone, as far as this tab has read them. */
  const foreign = new Map<string, Place[]>()
  const release = holdLock(locks, lockOf(tab))
  const opened = openDatabase(databases)
  let database: IDBDatabase | undefined
  opened.then((open) => {
    database = open
  }, fail)

  /** Writes at once where the database is open, and otherwise as soon as it is. */
  function write(act: (updates: IDBObjectStore) => void): void {
    if (database) writeTo(database, act, fail)
    else opened.then((open) => writeTo(open, act, fail), fail)
  }

  /** By document, what tabs that are gone have kept and `read` knows. */
  async function leftOf<Kept>(read: (kept: KeptValue) => Kept | undefined): Promise<Map<string, Kept[]>> {
    const found = new Map<string, Kept[]>()
    try {
      const open = await opened
      const [all, alive] = await Promise.all([readAll(open, userId), heldLocks(locks)])
      for (const kept of all) {
        const [, documentId, owner] = kept.place
        const value = owner === tab || alive.has(lockOf(owner)) ? undefined : read(kept)
        if (value === undefined) continue
        found.set(documentId, [...(found.get(documentId) ?? []), value])
        foreign.set(documentId, [...(foreign.get(documentId) ?? []), kept.place])
      }
    } catch {
      fail()
    }
    return found
  }

  return {
    failing,
    keep(documentId, update) {
      const number = (last.get(documentId) ?? 0) + 1
      last.set(documentId, number)
      write((updates) => updates.put(update, [userId, documentId, tab, number] satisfies Place))
    },
    forget(documentId) {
      const number = last.get(documentId)
      if (number === undefined) return
      write((updates) =>
        updates.delete(IDBKeyRange.bound([userId, documentId, tab, 0], [userId, documentId, tab, number])),
      )
    },
    keepOverlap(documentId, { key, mine, theirs }) {
      const text = JSON.stringify({ mine, theirs })
      write((updates) => updates.put(text, [userId, documentId, tab, key] satisfies Place))
    },
    forgetOverlap(documentId, key) {
      write((updates) => updates.delete([userId, documentId, tab, key] satisfies Place))
    },
    left: () => leftOf(({ value }) => (value instanceof Uint8Array ? value : undefined)),
    leftOverlaps: () => leftOf(readOverlap),
    forgetLeft(documentId) {
      const places = foreign.get(documentId) ?? []
      foreign.delete(documentId)
      write((updates) => {
        for (const place of places) updates.delete(place)
      })
    },
    close() {
      release()
      opened.then((open) => open.close(), fail)
    },
  }
}

/** The parts of a browser that keep updates and tell which of its tabs are open. */
export interface BrowserStorage {
  databases: Pick<IDBFactory, 'open'> | undefined
  /** Absent where a page is not served over a secure connection. */
  locks: Pick<LockManager, 'request' | 'query'> | undefined
}

const lockOf = (tab: string) => `${DATABASE}:${tab}`

/** Holds a lock as long as the tab is there; returns how to give it up. */
function holdLock(locks: BrowserStorage['locks'], name: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  locks?.request(name, () => promise).catch(() => undefined)
  return resolve
}

async function heldLocks(locks: BrowserStorage['locks']): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks?.query()) ?? {}
  return new Set(held.flatMap(({ name = '' }) => name))
}

function openDatabase(databases: BrowserStorage['databases']): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    if (!databases) return reject(new Error('This browser has no database'))
    const opening = databases.open(DATABASE, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(UPDATES)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
}

function writeTo(database: IDBDatabase, act: (updates: IDBObjectStore) => void, fail: () => void): void {
  try {
    const transaction = database.transaction(UPDATES, 'readwrite')
    transaction.onabort = fail
    act(transaction.objectStore(UPDATES))
  } catch {
    fail()
  }
}

interface KeptValue {
  place: Place
  value: unknown
}

/** An undecided value; undefined if it is none. */
function readOverlap({ place, value }: KeptValue): Overlap | undefined {
  const key = place[3]
  if (typeof key !== 'string' || typeof value !== 'string') return undefined
  const { mine, theirs }: { mine?: Json; theirs?: Json } = JSON.parse(value)
  return { key, mine, theirs }
}

function readAll(database: IDBDatabase, userId: string): Promise<KeptValue[]> {
  return new Promise((resolve, reject) => {
    const found: KeptValue[] = []
    // A list comes behind every text, so that this is all of the user.
    const reading = database
      .transaction(UPDATES)
      .objectStore(UPDATES)
      .openCursor(IDBKeyRange.bound([userId], [userId, []]))
    reading.onerror = () => reject(reading.error)
    reading.onsuccess = () => {
      const cursor = reading.result
      if (!cursor) return resolve(found)
      const place = unsentPlace(cursor.key)
      if (place) found.push({ place, value: cursor.value })
      cursor.continue()
    }
  })
}

function unsentPlace(key: IDBValidKey): Place | undefined {
  if (!Array.isArray(key)) return undefined
  const [user, document, tab, number] = key
  const isPlace = typeof user === 'string' && typeof document === 'string' && typeof tab === 'string'
  return isPlace && (typeof number === 'number' || typeof number === 'string')
    ? [user, document, tab, number]
    : undefined
}
