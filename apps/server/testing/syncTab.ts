import { HocuspocusProvider, HocuspocusProviderWebsocket, type onMessageParameters } from '@hocuspocus/provider'
import { WebSocket } from 'ws'
import * as Y from 'yjs'

/** A tab of the studio with one live document open. */
export interface SyncTab {
  provider: HocuspocusProvider
  fields: Y.Map<unknown>
  /** The reasons for which the server has not opened the document. */
  denials: string[]
  /** Resolves when the server has decided on one more edit of this tab: took it, left it out, or closed the document. */
  answered(): Promise<void>
  close(): void
}

/** The types of messages that end a document's part of a connection, and that say whether an edit was taken. */
const DECISIONS: ReadonlySet<number> = new Set([7, 8])

/**
 * Opens a live document over a socket, as the studio does.
 * @param url `ws:`, of the live documents' socket
 * @param headers the session's cookie or a key
 */
export function openSyncTab(url: string, documentId: string, headers: Record<string, string>): SyncTab {
  class Socket extends WebSocket {
    constructor(address: string) {
      super(address, { headers })
    }
  }
  const socket = new HocuspocusProviderWebsocket({ url, WebSocketPolyfill: Socket })
  const doc = new Y.Doc()
  const denials: string[] = []
  const provider = new HocuspocusProvider({
    websocketProvider: socket,
    name: documentId,
    document: doc,
    onAuthenticationFailed: ({ reason }) => denials.push(reason),
  })
  provider.attach()
  return {
    provider,
    fields: doc.getMap('fields'),
    denials,
    answered: () =>
      new Promise((resolve) => {
        provider.on('message', ({ message }: onMessageParameters) => {
          message.readVarString()
          const type: number = message.readVarUint()
          if (DECISIONS.has(type)) resolve()
        })
        provider.on('close', () => resolve())
      }),
    close() {
      provider.destroy()
      socket.destroy()
    },
  }
}
