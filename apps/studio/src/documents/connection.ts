import { type Json, openLocal } from '@atelier/documents'
import { HocuspocusProvider } from '@hocuspocus/provider'
import * as Y from 'yjs'
import { LiveSocket } from './liveSocket.ts'
import { applyLeft, type Overlap, type OverlapWatch, stillOpen, watchOverlaps } from './overlaps.ts'
import { distinctPeople, type Peer, type Person, readPeers } from './presence.ts'
import { type DocumentSync, type SaveStatus, saveStatus, unopened } from './status.ts'
import { createStore, patchStore, type Store } from './store.ts'
import type { UnsentEdits } from './unsent.ts'

/** One live document of this tab. It lives as long as it has a holder. */
export interface OpenDocument {
  readonly id: string
  readonly doc: Y.Doc
  readonly sync: Store<DocumentSync>
  readonly peers: Store<readonly Peer[]>
  /** Resolves when the document's content is here; rejects if the user may not open it. */
  readonly loaded: Promise<void>
  /** Tells the other tabs what is selected here. */
  showSelection(nodeId: string | undefined): void
  /** Tells the other tabs in which text is typed here. */
  showTyping(nodeId: string | undefined): void
  /** Who made the transaction that is being observed right now: another tab by its presence, or else the server (the agent). */
  author(origin: unknown): 'self' | 'peer' | 'agent'
}

export interface Connection {
  /** The same document for every holder; each `open` is answered by one `release`. */
  open(documentId: string): OpenDocument
  release(document: OpenDocument): void
  /** The status of all documents together, for the status bar. */
  readonly status: Store<SaveStatus>
  /** The other users here; the user's own other tabs do not count. */
  readonly people: Store<readonly Person[]>
  /** Values that were changed here without a connection and elsewhere meanwhile, until a person has decided. */
  readonly overlaps: Store<readonly FoundOverlap[]>
  /** Lets one of both values stand. */
  decide(overlap: FoundOverlap, value: Json | undefined): Promise<void>
  /** Leaves a value as it is now, such as a text that holds the words of both. */
  leave(overlap: FoundOverlap): void
  /** Sends again what the server closed the connection on. */
  retry(): void
  /** Gives up the edits that the server does not accept; their documents load again from the server. */
  discard(): void
  /** Increases when documents were released, so that holders open them again. */
  readonly generation: Store<number>
  close(): void
}

export interface FoundOverlap extends Overlap {
  readonly documentId: string
  /** The names of those one of whom has written `theirs`; absent until the server has told. */
  readonly by?: readonly string[]
}

/** Returns the names of who may have written the values of some keys of a document last, by key. */
export type FindWriters = (
  documentId: string,
  keys: readonly string[],
) => Promise<ReadonlyMap<string, readonly string[]>>

export interface ConnectionOptions {
  /** `ws:` or `wss:`, without a document. */
  url: string
  person: Person
  /** Where edits are kept until the server has them; only in the tab when absent. */
  unsent?: UnsentEdits
  /** Names the authors of overlapping values; they have no names when absent. */
  findWriters?: FindWriters
  /** Waits before each unasked attempt after a close without a verdict, in milliseconds; then a person decides. */
  retryDelays?: readonly number[]
  /** Waits before the socket is opened again, in milliseconds. */
  reconnectDelays?: { first: number; least: number; most: number }
  /** How long an acknowledgement may take before that is said, in milliseconds. */
  patience?: number
  /** The source of `online` and `offline` events; the window by default. */
  network?: Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>>
}

/** How the server's reason begins if an edit can never be taken, or the document not be read, and its whole reason if it is gone. */
const refusedEdit = 'refused: '
const removed = 'removed'
const unreadable = 'unreadable: '

/** How long a document waits for what an earlier tab has left of it; after that it is shown without. */
const STORAGE_MS = 2_000
const pauseConnection = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms))

/** The types of messages that bring what the server has of a document, and the step that only says how far it is. */
const SYNC_MESSAGES: ReadonlySet<number> = new Set([0, 4])
const STATE_STEP = 0

/** The origin of a value that a user decided for. */
const DECIDED = 'decided'

interface Held {
  document: OpenDocument
  provider: HocuspocusProvider
  watched: OverlapWatch
  holders: number
  /** Whether it was opened only to send the edits that an earlier tab has left, without a viewer. */
  behind: boolean
  refusals: number
  timer?: ReturnType<typeof setTimeout>
  patience?: ReturnType<typeof setTimeout>
}

/**
 * One socket for all documents. Edits stay in the tab until the server has acknowledged them: through a cut
 * connection, and through a refusal, which is shown with the server's reason until the user decides.
 */
export function createConnection({
  url,
  person,
  unsent,
  findWriters,
  retryDelays = [1_000, 5_000],
  reconnectDelays = { first: 500, least: 300, most: 8_000 },
  patience = 6_000,
  network = globalThis,
}: ConnectionOptions): Connection {
  const { first: delay, least: minDelay, most: maxDelay } = reconnectDelays
  const socket = new LiveSocket({ url, delay, minDelay, maxDelay })
  const held = new Map<string, Held>()
  const status = createStore<SaveStatus>({ state: 'connecting', unsaved: 0 })
  const people = createStore<readonly Person[]>([])
  const generation = createStore(0)
  const overlaps = createStore<readonly FoundOverlap[]>([])
  let online = true
  let closed = false
  /** Edits that earlier tabs have left and that are in no document of this tab yet. */
  const left = unsent?.left().then((found) => new Map(found))
  /** Undecided values of earlier tabs, of documents that this tab has not opened yet. */
  const undecided = unsent?.leftOverlaps().then((found) => new Map(found))

  // The browser detects a lost network at once; the socket itself would continue as if it were only slow.
  const onOffline = () => {
    online = false
    for (const { document, watched } of held.values()) if (document.sync.get().unsaved > 0) watched.cutOff()
    gather()
  }
  const onOnline = () => {
    online = true
    gather()
    // Whether it still leads anywhere is not known, and a new one is opened sooner than that is found out.
    socket.webSocket?.close()
  }
  network.addEventListener?.('offline', onOffline)
  network.addEventListener?.('online', onOnline)

  function gather() {
    const all = [...held.values()].filter(({ behind }) => !behind)
    const next = saveStatus(
      all.map(({ document }) => document.sync.get()),
      online,
    )
    const kept = unsent !== undefined && !unsent.failing.get()
    patchStore(status, { state: next.state, unsaved: next.unsaved, reason: next.reason, kept })
    const others = all.flatMap(({ document }) => document.peers.get().filter((peer) => peer.userId !== person.userId))
    const present = distinctPeople(others)
    if (JSON.stringify(present) !== JSON.stringify(people.get())) people.set(present)
  }

  /** Opens the document again on the open socket. (Detaching first would make the server close the new opening.) */
  function reopen(entry: Held) {
    clearTimeout(entry.timer)
    void entry.provider.onOpen(new Event('open'))
  }

  function refuse(entry: Held, reason: string) {
    const { sync } = entry.document
    if (reason.startsWith(removed)) {
      patchStore(sync, { connected: false, removed: true, unsaved: 0 })
      return
    }
    if (reason.startsWith(unreadable)) {
      patchStore(sync, { connected: false, unreadable: reason.slice(unreadable.length) })
      return
    }
    if (reason.startsWith(refusedEdit)) {
      patchStore(sync, { connected: false, refused: reason.slice(refusedEdit.length) })
      return
    }
    const delay = retryDelays[entry.refusals]
    entry.refusals += 1
    if (delay !== undefined) {
      patchStore(sync, { connected: false })
      entry.timer = setTimeout(() => reopen(entry), delay)
      return
    }
    patchStore(sync, { connected: false, refused: reason })
  }

  function create(id: string): Held {
    const doc = new Y.Doc()
    const sync = createStore(unopened)
    const peers = createStore<readonly Peer[]>([])
    const loaded = Promise.withResolvers<void>()
    loaded.promise.catch(() => undefined)
    let authors: ReadonlySet<number> = new Set()
    const provider = new HocuspocusProvider({
      name: id,
      document: doc,
      websocketProvider: socket,
      token: 'cookie',
      onAuthenticated: ({ scope }) =>
        patchStore(sync, { connected: true, denied: undefined, readOnly: scope === 'readonly' }),
      onAuthenticationFailed: ({ reason }) => {
        if (reason.startsWith(unreadable)) refuse(entry, reason)
        else patchStore(sync, { connected: false, denied: reason })
        loaded.reject(new Error(reason))
      },
      onSynced: async () => {
        if (!sync.get().loaded) await restore(entry)
        patchStore(sync, { loaded: true, refused: undefined })
        loaded.resolve()
      },
      onUnsyncedChanges: ({ number }) => {
        if (number > 0) return
        unsent?.forget(id)
        entry.refusals = 0
        clearTimeout(entry.patience)
        entry.patience = undefined
        patchStore(sync, { unsaved: 0, unanswered: undefined, refused: undefined })
      },
      onClose: ({ event }) => {
        // A close of only this document, while the socket is open, is the server's answer to our message.
        const socketStands = socket.webSocket?.readyState === WebSocket.OPEN
        if (socketStands) refuse(entry, event.reason || 'The server closed the document')
        else patchStore(sync, { connected: false })
      },
      onMessage: ({ message }) => {
        message.readVarString()
        const type: number = message.readVarUint()
        if (!SYNC_MESSAGES.has(type)) return
        const step: number = message.readVarUint()
        const bytes = message.readVarUint8Array()
        if (step === STATE_STEP) watched.heardState(bytes)
        else watched.heard(bytes)
      },
      onAwarenessChange: () => {
        const next = readPeers(provider.awareness?.getStates() ?? new Map(), doc.clientID)
        if (JSON.stringify(next) !== JSON.stringify(peers.get())) peers.set(next)
      },
    })
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === provider) return
      unsent?.keep(id, update)
      patchStore(sync, { unsaved: sync.get().unsaved + 1 })
      entry.patience ??= setTimeout(() => patchStore(sync, { unanswered: true }), patience)
    })
    const watched = watchOverlaps(doc, (found) => tell(id, found))
    doc.on('afterTransaction', (transaction: Y.Transaction) => {
      if (transaction.origin === provider) return
      watched.wrote(transaction)
      if (!online) watched.cutOff()
    })
    sync.subscribe(() => {
      const { unsaved, connected } = sync.get()
      if (unsaved === 0) watched.settle()
      else if (!connected) watched.cutOff()
    })
    doc.on('beforeObserverCalls', (transaction: Y.Transaction) => {
      const writers = new Set<number>()
      for (const [client, clock] of transaction.afterState) {
        if ((transaction.beforeState.get(client) ?? 0) < clock) writers.add(client)
      }
      authors = writers
    })
    const document: OpenDocument = {
      id,
      doc,
      sync,
      peers,
      loaded: loaded.promise,
      showSelection(nodeId) {
        provider.awareness?.setLocalStateField('selected', nodeId)
      },
      showTyping(nodeId) {
        provider.awareness?.setLocalStateField('typing', nodeId)
      },
      author(origin) {
        if (origin !== provider) return 'self'
        const known = provider.awareness?.getStates()
        return [...authors].some((client) => client !== doc.clientID && known?.has(client)) ? 'peer' : 'agent'
      },
    }
    const entry: Held = { document, provider, watched, holders: 0, behind: false, refusals: 0 }
    sync.subscribe(gather)
    peers.subscribe(gather)
    provider.awareness?.setLocalState({ ...person })
    provider.attach()
    return entry
  }

  /** Takes what earlier tabs have left of a document into it, from where it is kept and sent like any other edit. */
  async function restore({ document: { id, doc } }: Held): Promise<void> {
    const [waiting, overlapping] =
      (await Promise.race([Promise.all([left, undecided]), pauseConnection(STORAGE_MS)])) ?? []
    const updates = waiting?.get(id)
    const overlaps = overlapping?.get(id)
    if (!(updates ?? overlaps) || doc.isDestroyed) return
    waiting?.delete(id)
    overlapping?.delete(id)
    if (overlaps) tell(id, stillOpen(doc, overlaps))
    if (updates) tell(id, applyLeft(doc, Y.mergeUpdates([...updates])))
    unsent?.forgetLeft(id)
  }

  function tell(documentId: string, found: readonly Overlap[]): void {
    const added = found.map((overlap) => ({ ...overlap, documentId }))
    const isAgain = (one: FoundOverlap) => added.some(({ key }) => one.documentId === documentId && one.key === key)
    if (added.length === 0) return
    overlaps.update((known) => [...known.filter((each) => !isAgain(each)), ...added])
    for (const overlap of found) unsent?.keepOverlap(documentId, overlap)
    void nameWriters(documentId, added)
  }

  function forgetOverlap({ documentId, key }: FoundOverlap): void {
    unsent?.forgetOverlap(documentId, key)
    overlaps.update((known) => known.filter((each) => each.documentId !== documentId || each.key !== key))
  }

  async function nameWriters(documentId: string, added: readonly FoundOverlap[]): Promise<void> {
    const writers = await findWriters?.(
      documentId,
      added.map(({ key }) => key),
    ).catch(() => undefined)
    if (!writers) return
    const named = (overlap: FoundOverlap) => {
      const by = added.includes(overlap) ? writers.get(overlap.key) : undefined
      return by ? { ...overlap, by } : overlap
    }
    overlaps.update((known) => known.map(named))
  }

  /** Opens the documents that earlier tabs have left edits of, until those are sent. */
  async function sendLeft(): Promise<void> {
    const [waiting, overlapping] = await Promise.all([left, undecided])
    for (const id of new Set([...(waiting?.keys() ?? []), ...(overlapping?.keys() ?? [])])) {
      if (closed || held.has(id)) continue
      const document = open(id)
      const entry = held.get(id)
      if (entry) entry.behind = true
      gather()
      // Edits of a document that may not be opened any more stay kept.
      document.loaded.catch(() => undefined).then(() => release(document))
    }
  }

  function drop(entry: Held) {
    clearTimeout(entry.timer)
    clearTimeout(entry.patience)
    held.delete(entry.document.id)
    // The server closed a refused document already; a second close would hit the next opening of the same one.
    if (entry.document.sync.get().refused !== undefined) socket.configuration.providerMap.delete(entry.document.id)
    entry.provider.destroy()
    entry.document.doc.destroy()
    gather()
  }

  function open(documentId: string): OpenDocument {
    const entry = held.get(documentId) ?? create(documentId)
    held.set(documentId, entry)
    entry.holders += 1
    entry.behind = false
    gather()
    return entry.document
  }

  function release(document: OpenDocument): void {
    const entry = held.get(document.id)
    if (entry?.document !== document) return
    entry.holders -= 1
    // Unsaved edits keep their document open until they are acknowledged, so that turning a page loses nothing.
    if (entry.holders > 0) return
    if (entry.document.sync.get().unsaved === 0) {
      drop(entry)
      return
    }
    const stop = entry.document.sync.subscribe(() => {
      if (entry.document.sync.get().unsaved > 0) return
      stop()
      if (entry.holders === 0 && held.get(document.id) === entry) drop(entry)
    })
  }

  void sendLeft()
  const stopFailing = unsent?.failing.subscribe(gather)
  return {
    status,
    people,
    generation,
    open,
    release,
    overlaps,
    async decide(overlap, value) {
      const document = open(overlap.documentId)
      await document.loaded
      const local = openLocal(document.doc)
      local.apply([{ key: overlap.key, ...(value === undefined ? {} : { after: value }) }], DECIDED)
      local.close()
      forgetOverlap(overlap)
      release(document)
    },
    leave: forgetOverlap,
    retry() {
      for (const entry of held.values()) {
        if (entry.document.sync.get().refused === undefined) continue
        patchStore(entry.document.sync, { refused: undefined })
        entry.refusals = 0
        reopen(entry)
      }
    },
    discard() {
      for (const entry of [...held.values()]) {
        if (entry.document.sync.get().refused === undefined) continue
        unsent?.forget(entry.document.id)
        drop(entry)
      }
      generation.update((count) => count + 1)
    },
    close() {
      closed = true
      stopFailing?.()
      network.removeEventListener?.('offline', onOffline)
      network.removeEventListener?.('online', onOnline)
      for (const entry of [...held.values()]) drop(entry)
      socket.destroy()
    },
  }
}
