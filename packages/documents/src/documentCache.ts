import type { Database } from '@atelier/streams'
import { type DocumentTypes, UnreadableDocument } from './documentType.ts'
import { createLive, type LiveState } from './live.ts'
import type { Locks } from './locks.ts'
import type { Migrations } from './migrate.ts'
import type { Queries } from './queries.ts'

/** The documents that are in this process's memory. */
export interface DocumentCache {
  /** Loads a document if it is not in memory; removed ones too. Throws `UnreadableDocument`. */
  open(id: string): Promise<LiveState | undefined>
  /** The document if it is in memory. */
  loaded(id: string): Promise<LiveState | undefined>
  /** Applies what other processes committed, up to the stored head. The caller holds the document's lock. */
  catchUp(live: LiveState): Promise<void>
  close(): Promise<void>
}

export interface DocumentCacheOptions {
  database: Database
  queries: Queries
  types: DocumentTypes
  locks: Locks
  now(): number
  /** Milliseconds without use and observers after which a document leaves memory. */
  idleMs: number
  /** How many documents may wait in memory for so long; of more, those that were used last. Each takes some 50 kB. */
  mostIdle: number
  /** Stores a snapshot of a document; the cache holds its lock. A failure costs nothing but the next load's time. */
  keep(live: LiveState): Promise<void>
  /** Brings a document that was read in an older schema to its type's. */
  migrate: Migrations['migrate']
  onError(error: unknown): void
}

/** The topic woken by each commit on a document. */
export function topicOf(documentId: string): string {
  return `documents/${documentId}`
}

/** Of `idleMs`, the part after which one of too many documents leaves memory: who edits many is done with each by then. */
const CROWDED = 1 / 12
/** The number of documents evicted from memory in one turn of the event loop. */
const AT_ONCE = 20

interface CacheEntry {
  live: Promise<LiveState | undefined>
  /** The same once it is there. */
  loaded?: LiveState
  usedAt: number
  stop(): void
}

export function createDocumentCache(options: DocumentCacheOptions): DocumentCache {
  const { database, queries, types, locks, now, idleMs, mostIdle } = options
  const entries = new Map<string, CacheEntry>()
  const behind = new Set<string>()
  let closed = false
  let sweeping = false
  const sweeper = setInterval(
    () => {
      if (sweeping) return
      sweeping = true
      void sweep()
        .catch(options.onError)
        .finally(() => {
          sweeping = false
        })
    },
    Math.max(idleMs * CROWDED, 10),
  )
  sweeper.unref()

  async function load(id: string): Promise<LiveState | undefined> {
    const first = await database.read(queries.continuation(id, 0))
    if (!first) {
      entries.get(id)?.stop()
      entries.delete(id)
      return undefined
    }
    types.expectReadable(first.document.kind, first.document.schemaVersion)
    const live = createLive(first.document)
    if (!(await live.applyContinuation(first))) await catchUp(live)
    await options.migrate(live, catchUp)
    return live
  }

  async function catchUp(live: LiveState): Promise<void> {
    for (;;) {
      const continuation = await database.read(queries.continuation(live.id, live.head))
      if (!continuation) throw new Error(`The row of the document ${live.id} is gone`)
      try {
        types.expectReadable(live.kind, continuation.document.schemaVersion)
      } catch (error) {
        if (error instanceof UnreadableDocument) abandon(live, error)
        throw error
      }
      if (await live.applyContinuation(continuation)) return
    }
  }

  /** Takes a document out of memory that a newer server has migrated. */
  function abandon(live: LiveState, error: UnreadableDocument): void {
    live.fail(error)
    const entry = entries.get(live.id)
    // One that is still being opened has no users yet: its opening fails.
    if (entry?.loaded !== live) return
    forget(live.id, entry)
    live.close()
  }

  /** Called after a commit of any process: reads what is new, once for several calls. */
  async function wake(id: string): Promise<void> {
    if (behind.has(id)) return
    behind.add(id)
    const release = await locks.hold([id])
    try {
      behind.delete(id)
      const live = await entries.get(id)?.live
      if (!live || closed) return
      // Mostly it is this process's own commit, which is in already.
      const stored = await database.read(queries.document(id))
      const known = stored?.head === live.head && (stored.deletedAt !== null) === live.removed
      if (!known) await catchUp(live)
    } finally {
      release()
    }
  }

  async function sweep(): Promise<void> {
    let left = 0
    for (const [id, entry] of [...entries].sort(([, one], [, other]) => one.usedAt - other.usedAt)) {
      if (closed) return
      const restMs = entries.size > mostIdle ? idleMs * CROWDED : idleMs
      if (now() - entry.usedAt < restMs || locks.isHeld(id)) continue
      // One that cannot be stored now must not keep all the others in memory.
      await unload(id, entry, restMs).catch(options.onError)
      left += 1
      if (left % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async function unload(id: string, entry: CacheEntry, restMs: number): Promise<void> {
    const release = await locks.hold([id])
    try {
      // Another sweep may have been here while this one waited.
      const live = entries.get(id) === entry ? await entry.live : undefined
      if (!live || live.watched || now() - entry.usedAt < restMs) return
      await options.keep(live)
      if (live.watched || now() - entry.usedAt < restMs) return
      forget(id, entry)
      live.close()
    } finally {
      release()
    }
  }

  function forget(id: string, entry: CacheEntry): void {
    entry.stop()
    entries.delete(id)
  }

  return {
    async open(id) {
      if (closed) throw new Error('The documents are closed')
      const known = entries.get(id)
      if (known) {
        known.usedAt = now()
        return known.live
      }
      // Subscribed before it is read: what is committed in between wakes it again.
      const stop = database.subscribe(topicOf(id), () => void wake(id).catch(options.onError))
      const entry: CacheEntry = { live: Promise.resolve(undefined), usedAt: now(), stop }
      entries.set(id, entry)
      entry.live = load(id).then(
        (live) => {
          entry.loaded = live
          return live
        },
        (error) => {
          forget(id, entry)
          throw error
        },
      )
      return entry.live
    },
    async loaded(id) {
      return entries.get(id)?.live
    },
    catchUp,
    async close() {
      clearInterval(sweeper)
      for (const [id, entry] of [...entries]) {
        const release = await locks.hold([id])
        try {
          if (entries.get(id) !== entry) continue
          const live = await entry.live
          forget(id, entry)
          // Without the snapshot nothing is lost: the updates are stored.
          if (live) await options.keep(live).catch(options.onError)
          live?.close()
        } finally {
          release()
        }
      }
      closed = true
    },
  }
}
