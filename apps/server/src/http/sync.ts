import { createSync, type Sync } from '../documents/sync.ts'
import type { Services } from '../services.ts'

/** The live documents' socket: who may connect, and what they may do with which document. */
export function openSync({ documents, identities, workspaces, connections, guard, log }: Services): Sync {
  return createSync({
    documents,
    onError: (error) => log.error({ err: error }, 'a live connection failed'),
    allowedOrigin: ({ headers }) => guard.allowedHost(headers.get('host') ?? undefined) && guard.allowedOrigin(headers),
    async authenticate(request) {
      const { headers } = request
      const rights = await connections.rights(headers)
      if (!rights) return undefined
      return {
        userId: rights.userId,
        opened: (end) => connections.watch(headers, rights, end),
        async access(documentId) {
          const identity = await identities.of(headers)
          const document = identity && (await documents.open(documentId))
          const access = document && (await workspaces.access(identity, document.projectId))
          if (!access?.capabilities.has('document.read')) return undefined
          return access.capabilities.has('document.write') ? 'write' : 'read'
        },
      }
    },
  })
}
