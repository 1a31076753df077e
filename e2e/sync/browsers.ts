import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { openLocal } from '@atelier/documents'
import { IDBFactory } from 'fake-indexeddb'
import {
  type Connection,
  createConnection,
  type FoundOverlap,
  type OpenDocument,
} from '../../apps/studio/src/documents/connection.ts'
import { type BrowserStorage, openUnsentEdits, type UnsentEdits } from '../../apps/studio/src/documents/unsent.ts'

/**
 * A network between one browser and the server: whole; without answers, so that what the browser sends arrives and it learns
 * nothing of that; or cut, so that messages on their way are lost.
 */
export type NetworkState = 'whole' | 'unanswered' | 'cut'

export interface Network {
  port: number
  set(state: NetworkState): void
  close(): Promise<void>
}

export async function openNetwork(serverPort: number): Promise<Network> {
  let state: NetworkState = 'whole'
  const open = new Set<Socket>()
  const server = createServer((near) => {
    if (state === 'cut') return near.destroy()
    const far = connect(serverPort, '127.0.0.1')
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (bytes) => state !== 'cut' && far.write(bytes))
    far.on('data', (bytes) => state === 'whole' && near.write(bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    set(next) {
      state = next
      if (next === 'unanswered') return
      // Data held back in between is lost, as is all that is on its way.
      for (const socket of open) socket.resetAndDestroy()
      open.clear()
    },
    close() {
      for (const socket of open) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** A tab that shows one document. */
export interface Tab {
  connection: Connection
  document: OpenDocument
  /** Every overlap that this tab has reported. */
  overlaps: FoundOverlap[]
  isLoaded(): boolean
  write(fields: Readonly<Record<string, string | undefined>>): void
  close(): void
}

/** A browser of one user: what it keeps outlives its tabs. */
export function openBrowser(userId: string, url: string, documentId: string) {
  const databases = new IDBFactory()
  const held = new Map<string, () => void>()
  const locks: BrowserStorage['locks'] = {
    async request(name: string, ...rest: unknown[]) {
      const act = rest.at(-1)
      held.set(name, () => held.delete(name))
      if (typeof act === 'function') await act(null)
      held.delete(name)
    },
    query: () => Promise.resolve({ held: [...held.keys()].map((name) => ({ name })), pending: [] }),
  }
  const keep = (): UnsentEdits => openUnsentEdits(userId, { databases, locks })
  return {
    openTab(): Tab {
      const unsent = keep()
      const connection = createConnection({
        url: `${url}?user=${userId}`,
        person: { userId, name: userId, color: 'teal' },
        unsent,
        reconnectDelays: { first: 5, least: 5, most: 20 },
        network: {},
      })
      const document = connection.open(documentId)
      document.loaded.catch(() => undefined)
      const overlaps: FoundOverlap[] = []
      connection.overlaps.subscribe(() => {
        for (const each of connection.overlaps.get()) if (!overlaps.includes(each)) overlaps.push(each)
      })
      return {
        connection,
        document,
        overlaps,
        isLoaded: () => document.sync.get().loaded,
        write(fields) {
          const local = openLocal(document.doc)
          const patches = Object.entries(fields).map(([key, after]) => ({
            key,
            ...(after === undefined ? {} : { after }),
          }))
          local.apply(patches, 'hand')
          local.close()
        },
        close: () => connection.close(),
      }
    },
    /** Ends every tab as a crash does: none of them gives its lock back or takes anything out of the storage. */
    crash: () => held.clear(),
    /** How many updates it keeps that no server has. */
    async kept(): Promise<number> {
      const other = openUnsentEdits(userId, { databases, locks: undefined })
      const left = await other.left()
      other.close()
      return [...left.values()].reduce((sum, updates) => sum + updates.length, 0)
    },
  }
}
