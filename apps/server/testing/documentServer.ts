import { createServer } from 'node:http'
import type { AllDocuments } from '@atelier/documents'
import { createSync, type Sync } from '../src/documents/sync.ts'

export interface TestServer {
  url: string
  sync: Sync
  close(): Promise<void>
}

/** A sync server on a free port. The query names the user; `viewer` reads, no user may open `secret` documents. */
export async function serve(documents: AllDocuments, onError: (error: unknown) => void): Promise<TestServer> {
  const sync = createSync({
    documents,
    allowedOrigin: (request) => request.headers.get('origin') !== 'http://evil.example',
    authenticate: async (request) => {
      const userId = new URL(request.url).searchParams.get('user')
      if (!userId) return undefined
      return { userId, access: (id) => (id === 'secret' ? undefined : userId === 'viewer' ? 'read' : 'write') }
    },
    onError,
  })
  const http = createServer()
  http.on('upgrade', (request, socket, head) => void sync.handleUpgrade(request, socket, head).catch(onError))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `ws://127.0.0.1:${port}/sync`,
    sync,
    async close() {
      await sync.close()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}
