import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { WebSocket } from 'ws'
import * as Y from 'yjs'
import type { Api } from './api.ts'
import type { Studio } from './studio.ts'

/** A tab's connection to one document, as the studio makes it, without a browser around it. */
export interface Tab {
  readonly fields: Y.Map<unknown>
  /** Everything that was typed here is acknowledged. */
  saved(): boolean
  readonly denials: string[]
  close(): void
}

export function openTab(studio: Pick<Studio, 'url'>, api: Api, documentId: string): Tab {
  const headers = { cookie: api.cookie, origin: studio.url }
  const socket = new HocuspocusProviderWebsocket({
    url: `${studio.url.replace('http', 'ws')}/sync`,
    delay: 100,
    minDelay: 100,
    jitter: false,
    maxDelay: 400,
    WebSocketPolyfill: class extends WebSocket {
      constructor(url: string | URL) {
        super(url, { headers })
        // One that is closed while it connects ends with an error without a listener.
        this.on('error', () => undefined)
      }
    },
  })
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
    fields: doc.getMap('fields'),
    saved: () => provider.synced && !provider.hasUnsyncedChanges,
    denials,
    close() {
      provider.destroy()
      socket.destroy()
    },
  }
}
