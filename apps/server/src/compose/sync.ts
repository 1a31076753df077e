import type { AllDocuments } from '@atelier/documents'
import type { Identities } from '../auth/identity.ts'
import { createSync, type Sync } from '../documents/sync.ts'
import type { Guard } from '../http/guard.ts'
import type { Log } from '../log/log.ts'
import type { Connections } from '../people/connections.ts'
import type { Workspaces } from '../workspaces/workspaces.ts'

interface SyncServices {
  documents: AllDocuments
  identities: Identities
  workspaces: Workspaces
  connections: Connections
  guard: Guard
  log: Log
}

/** The live documents' socket: who may connect, and what they may do with which document. */
export function openSync({ documents, identities, workspaces, connections, guard, log }: SyncServices): Sync {
  return createSync({
    documents,
    onError: (error) => log.error({ err: error }, 'a live connection failed'),
    allowedOrigin: allowedUpgrade(guard),
    async authenticate(request) {
      const { headers } = request
      const rights = await connections.rights(headers)
      const caller = await identities.of(headers)
      if (!rights || !caller) return undefined
      return {
        userId: rights.userId,
        byAgent: caller.key !== undefined,
        opened: (end) => connections.watch(headers, rights, end),
        async access(documentId) {
          const identity = await identities.of(headers)
          const document = identity && (await documents.open(documentId))
          if (!document) return undefined
          const access = await workspaces.access(identity, document.projectId)
          if (!access?.capabilities.has('document.read')) return undefined
          const writes = access.capabilities.has('document.write') && documents.writtenByTabs(document.kind)
          return writes ? 'write' : 'read'
        },
      }
    },
  })
}

/** Whether a socket may be opened from the page that asks for it: unlike an answer over HTTP, any page could read from it. */
export const allowedUpgrade =
  (guard: Guard) =>
  ({ headers }: Request) =>
    guard.allowedHost(headers.get('host') ?? undefined) && guard.allowedOrigin(headers)
