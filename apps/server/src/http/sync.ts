import { createSync, type Sync } from '../documents/sync.ts'
import type { Services } from '../services.ts'

/** The live documents' socket: who may connect, and what they may do with which document. */
export function openSync({ documents, identities, workspaces, guard, log }: Services): Sync {
  return createSync({
    documents,
    onError: (error) => log.error({ err: error }, 'a live connection failed'),
    allowedOrigin: ({ headers }) => guard.allowedHost(headers.get('host') ?? undefined) && guard.allowedOrigin(headers),
    async authenticate(request) {
      const identity = await identities.of(request.headers)
      if (!identity) return undefined
      return {
        userId: identity.userId,
        async access(documentId) {
          const document = await documents.open(documentId)
          const access = document && (await workspaces.access(identity, document.projectId))
          if (!access?.capabilities.has('document.read')) return undefined
          return access.capabilities.has('document.write') ? 'write' : 'read'
        },
      }
    },
  })
}
