import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { createBurstLimiter } from '@atelier/agent'
import { type AllDocuments, type LiveDocument, type Origin, UnreadableDocument } from '@atelier/documents'
import { Hocuspocus } from '@hocuspocus/server'
import { type WebSocket, WebSocketServer } from 'ws'
import * as Y from 'yjs'
import { reject, requestOf } from '../streams/upgrade.ts'
import { createMessageRate, type MessageRate } from './messageRate.ts'

export type DocumentAccess = 'read' | 'write'

/** The user at the other end of a connection. */
export interface SyncUser {
  userId: string
  /** Whether a program connects with a key of theirs: for locks it is an agent. */
  byAgent?: boolean
  /** Their present rights on a document; undefined if they may not open it. Asked again from time to time. */
  access(documentId: string): DocumentAccess | undefined | Promise<DocumentAccess | undefined>
  /** Called when the socket is open, with a function that ends it; its result is called once the socket is closed. */
  opened?(end: () => void): () => void
}

export interface SyncOptions {
  documents: AllDocuments
  /** By the cookie session or the key of the upgrade request; undefined if there is neither. */
  authenticate(request: Request): Promise<SyncUser | undefined>
  allowedOrigin(request: Request): boolean
  now?(): number
  /** Called with failures that closed a connection. */
  onError?(error: unknown): void
}

export interface Sync {
  /** Takes an upgrade request of the HTTP server, or refuses it with 401 or 403. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
  /** How many sockets are open. */
  readonly connections: number
  close(): Promise<void>
}

/** The largest message taken, in bytes: one update at its limit and its envelope. */
const MAX_MESSAGE = 4.5 * 1024 * 1024
/** Characters of one tab's presence as JSON. */
const MAX_AWARENESS = 4096
/**
 * Presence messages of one socket, in a row and over time. The studio sends one for each step of a selection and for each
 * document that it opens, and two a minute without: four times what holding an arrow key down sends with 30 steps a second.
 */
const PRESENCE_BURST = 1_000
const PRESENCE_PER_SECOND = 120
const ACCESS_LASTS_MS = 15_000
const TEXT_TOO_LONG = 123
/** Sockets that one person may have open, and those of all that may be on their way in at a time. */
const MAX_OF_USER = 250
const MAX_ARRIVING = 250
/** Sockets that are opened in one iteration of the event loop, so that a burst of them holds up no answer. */
const PER_ITERATION = 8
const REFUSALS_PER_ITERATION = 32

/** Closed so that the tab connects again and sends what was not acknowledged. */
export const TRY_AGAIN = 4503
/** Reason of the message that ends a document's part of a connection because an edit in it can never be taken. */
export const REFUSED_EDIT = 'refused'
/** The same, because the document was removed. */
export const REMOVED_DOCUMENT = 'removed'
/** The same, or the reason not to open it, because this server cannot read it; the sentence follows. */
export const UNREADABLE_DOCUMENT = 'unreadable'

interface Context {
  user: SyncUser
  checkedAt: number
  /** Counts the presence messages of the socket. */
  presence: MessageRate
  /** Cuts the socket off with `TRY_AGAIN`. */
  tryAgain(why: string): void
}

/**
 * Live documents over WebSocket, in the protocol of Hocuspocus 4, in the caller's HTTP server. A tab's edit is stored
 * before it is applied and acknowledged; an edit of the server is broadcast once it is committed. Hocuspocus keeps a
 * copy of each open document, which only ever gets what the live document has.
 *
 * The edits that a tab sees: an edit that could not be stored closes the socket with `TRY_AGAIN`, and the provider
 * reconnects and sends it again. An edit that will never be taken ends the document's part of the connection with a
 * reason that begins with `refused: `; the tab then drops its Y.Doc and opens the document again.
 */
export function createSync(options: SyncOptions): Sync {
  const { documents, authenticate, allowedOrigin, now = Date.now, onError = console.error } = options
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE })
  const open = new Set<WebSocket>()
  const openOf = new Map<string, number>()
  const limiter = createBurstLimiter(PER_ITERATION)
  const refusals = createBurstLimiter(REFUSALS_PER_ITERATION)
  let arriving = 0
  const following = new Set<() => void>()
  let closed = false

  const hocuspocus = new Hocuspocus<Context>({
    quiet: true,
    async onAuthenticate({ context, documentName, connectionConfig }) {
      // A denial is final for the tab, so that it must not come from a storage that is away for a moment.
      const access = await stored(context, async () =>
        (await documents.exists(documentName)) ? await context.user.access(documentName) : undefined,
      )
      if (!access) throw new SyncRefusal('not-found')
      connectionConfig.readOnly = access !== 'write'
    },
    async onLoadDocument({ context, document, documentName }) {
      const live = await stored(context, () => documents.open(documentName))
      if (!live) throw new SyncRefusal('not-found')
      follow(live, document)
    },
    async beforeSync({ type, payload, connection, documentName, context }) {
      if (type === 0) return
      await recheck(context, documentName, connection)
      // Answered by Hocuspocus with "not applied", or with an acknowledgement if it holds nothing new.
      if (connection.readOnly) return
      const { userId, byAgent = false } = context.user
      const origin: Origin = { kind: 'hand', userId, ...(byAgent ? { byAgent } : {}) }
      // A copy, since what was received is written over below.
      const update = payload.slice()
      const outcome = await stored(context, () => documents.receive(documentName, update, origin))
      if (outcome.ok) return leaveNothingToApply(payload)
      if (outcome.refused === 'out_of_order') context.tryAgain('An earlier edit is missing')
      if (outcome.refused === 'document_not_found') throw new SyncRefusal(REMOVED_DOCUMENT)
      if (outcome.refused === 'document_newer' || outcome.refused === 'document_kind_unknown')
        throw new SyncRefusal(unreadable(outcome))
      throw new SyncRefusal(`${REFUSED_EDIT}: ${outcome.message}`.slice(0, TEXT_TOO_LONG))
    },
    async beforeHandleAwareness({ states, context }) {
      if (context && !context.presence.take()) {
        context.tryAgain('Too many presence messages')
        throw new SyncRefusal('Too many presence messages')
      }
      for (const state of states.values()) {
        if (JSON.stringify(state).length > MAX_AWARENESS) throw new SyncRefusal('The presence is too large')
      }
    },
  })

  /** Does what needs the storage; if that fails, the tab is disconnected, keeps its edits, and reconnects. */
  async function stored<Result>(context: Context, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof UnreadableDocument) throw new SyncRefusal(unreadable(error))
      onError(error)
      context.tryAgain('The storage failed')
      throw new SyncRefusal('not stored')
    }
  }

  /** Copies the live document into Hocuspocus's one, now and with every committed change, as long as the copy lives. */
  function follow(live: LiveDocument, copy: Y.Doc): void {
    const origin = { source: 'local', skipStoreHooks: true } as const
    const onUpdate = (update: Uint8Array) => Y.applyUpdate(copy, update, origin)
    // Both without an await between them: nothing can be committed in the middle.
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(live.doc), origin)
    live.doc.on('update', onUpdate)
    const letGo = live.observe(() => undefined)
    const stopEnding = live.onEnd((why) => {
      const reason = why === 'removed' ? REMOVED_DOCUMENT : unreadable(why)
      for (const connection of hocuspocus.documents.get(live.id)?.getConnections() ?? []) {
        connection.close({ code: 1000, reason })
      }
    })
    const stop = () => {
      live.doc.off('update', onUpdate)
      stopEnding()
      letGo()
      following.delete(stop)
    }
    following.add(stop)
    copy.once('destroy', stop)
  }

  async function recheck(context: Context, documentId: string, connection: { readOnly: boolean }): Promise<void> {
    // The distance, so that a clock that is set back does not prolong a right.
    if (Math.abs(now() - context.checkedAt) < ACCESS_LASTS_MS) return
    const access = await stored(context, async () => context.user.access(documentId))
    if (!access) throw new SyncRefusal('not-found')
    connection.readOnly = access !== 'write'
    context.checkedAt = now()
  }

  function count({ userId }: SyncUser, change: number): void {
    const now = (openOf.get(userId) ?? 0) + change
    if (now > 0) openOf.set(userId, now)
    else openOf.delete(userId)
  }

  function connect(socket: WebSocket, request: Request, user: SyncUser): void {
    open.add(socket)
    count(user, 1)
    const tryAgain = (why: string) => socket.close(TRY_AGAIN, why)
    const client = hocuspocus.handleConnection(socket, request, {
      user,
      checkedAt: now(),
      presence: createMessageRate(PRESENCE_BURST, PRESENCE_PER_SECOND, now),
      tryAgain,
    })
    const closed = user.opened?.(() => socket.close(TRY_AGAIN, 'What you may do has changed'))
    socket.on('message', (data: Buffer) => {
      // Messages that arrive while it is being closed are not acknowledged, so that the tab keeps its edits.
      if (socket.readyState === socket.OPEN) client.handleMessage(new Uint8Array(data))
    })
    socket.on('error', onError)
    socket.on('close', (code, reason) => {
      open.delete(socket)
      count(user, -1)
      closed?.()
      client.handleClose({ code, reason: reason.toString() })
    })
  }

  return {
    async handleUpgrade(incoming, socket, head) {
      socket.on('error', () => socket.destroy())
      if (closed || arriving >= MAX_ARRIVING) {
        await refusals.next()
        return reject(socket, 503, 'Service Unavailable')
      }
      arriving += 1
      try {
        await limiter.next()
        const request = requestOf(incoming)
        if (!allowedOrigin(request)) return reject(socket, 403, 'Forbidden')
        const user = await authenticate(request)
        if (closed) return reject(socket, 503, 'Service Unavailable')
        if (!user) return reject(socket, 401, 'Unauthorized')
        if ((openOf.get(user.userId) ?? 0) >= MAX_OF_USER) return reject(socket, 429, 'Too Many Requests')
        sockets.handleUpgrade(incoming, socket, head, (webSocket) => connect(webSocket, request, user))
      } finally {
        arriving -= 1
      }
    },
    get connections() {
      return open.size
    },
    async close() {
      closed = true
      for (const socket of open) socket.close(1001, 'The server is stopping')
      // A tab that does not answer the closing handshake must not keep the server from stopping.
      const deadline = setTimeout(() => {
        for (const socket of open) socket.terminate()
      }, 1000)
      await Promise.all([...open].map((socket) => new Promise((resolve) => socket.once('close', resolve))))
      clearTimeout(deadline)
      for (const stop of [...following]) stop()
      sockets.close()
    },
  }
}

/**
 * Makes an update in the message that Hocuspocus handles an empty one (no structs, no deletions; Yjs ignores the bytes
 * behind them). Its copy of the document has all of it by then, and to read it again takes one turn of the event loop.
 */
function leaveNothingToApply(update: Uint8Array): void {
  update.fill(0, 0, 2)
}

function unreadable({ message }: { message: string }): string {
  return `${UNREADABLE_DOCUMENT}: ${message}`.slice(0, TEXT_TOO_LONG)
}

/**
 * An answer to a tab. While a document is being opened Hocuspocus sends the tab its reason; while a message is handled
 * it also ends the document's part of the connection. It has no message, since Hocuspocus prints those.
 */
class SyncRefusal extends Error {
  override name = 'SyncRefusal'
  readonly code = 1008
  readonly reason: string

  constructor(reason: string) {
    super()
    this.reason = reason
  }
}

/** Was this error an ordinary answer to a tab, and no fault of the server? */
export function isRefusal(error: unknown): boolean {
  return error instanceof SyncRefusal
}
