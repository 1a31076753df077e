import { type Static, Type } from 'typebox'
import { route } from './route.ts'

/** How far the repository of a project's content is. */
export const RepositoryStatus = Type.Object({
  /** The phase of the content: `uninitialized`, `init_pending`, `active` or `error`. */
  phase: Type.String(),
  /** The number of the last change; of the last one in the repository; of the last one that the remote has. */
  seq: Type.Integer(),
  written: Type.Integer(),
  pushed: Type.Integer(),
  /** The address of the remote, without what opens it; absent if there is none. */
  remote: Type.Optional(Type.String()),
  /** The newest commit. */
  tip: Type.Optional(Type.String()),
  state: Type.Union([
    Type.Literal('written'),
    Type.Literal('waiting'),
    Type.Literal('writing'),
    Type.Literal('failed'),
    Type.Literal('unavailable'),
  ]),
  /** The problem, as a sentence. */
  error: Type.Optional(Type.String()),
  /** git cannot read the repository any more; it is to be made anew from the content. */
  damaged: Type.Optional(Type.Literal(true)),
  /**
   * The content of the remote is being taken over; absent otherwise. `error` says why that has failed; it is tried again
   * until the remote is disconnected.
   */
  import: Type.Optional(Type.Object({ error: Type.Optional(Type.String()) })),
  /** The problems of the files that others have written, as they were last imported; absent if nothing is. */
  findings: Type.Optional(
    Type.Object({
      errors: Type.Integer(),
      warnings: Type.Integer(),
      /** The gravest of them, those that cannot be read first. */
      first: Type.Array(
        Type.Object({
          severity: Type.Union([Type.Literal('error'), Type.Literal('warning')]),
          code: Type.String(),
          message: Type.String(),
          model: Type.Optional(Type.String()),
          entry: Type.Optional(Type.String()),
          locale: Type.Optional(Type.String()),
          field: Type.Optional(Type.String()),
          file: Type.Optional(Type.String()),
          line: Type.Optional(Type.Integer()),
          hint: Type.Optional(Type.String()),
        }),
      ),
    }),
  ),
})
export type RepositoryStatus = Static<typeof RepositoryStatus>

export const readRepositoryStatus = route({
  method: 'GET',
  path: '/api/projects/:id/content/status',
  summary: 'Returns how far the repository of the content is, and what is wrong with it',
  who: { project: 'document.read' },
  response: RepositoryStatus,
})

export const syncRepository = route({
  method: 'POST',
  path: '/api/projects/:id/content/sync',
  summary:
    'Writes what is pending to the repository of the content now, merges what its remote has, pushes, and returns how far it is',
  who: { project: 'document.write' },
  response: RepositoryStatus,
})

export const rebuildRepository = route({
  method: 'POST',
  path: '/api/projects/:id/content/rebuild',
  summary:
    'Puts a new repository in the place of a damaged one, writes it from the content, and returns how far it is; the damaged one is kept aside',
  who: { project: 'admin' },
  response: RepositoryStatus,
})

export const connectRemote = route({
  method: 'PUT',
  path: '/api/projects/:id/content/remote',
  summary: 'Connects the repository of the content with a remote by https or ssh, and synchronizes with it',
  who: { project: 'admin' },
  request: {
    body: Type.Object({
      /** Credentials in it are taken out and sealed. */
      url: Type.String({ minLength: 1, maxLength: 2000 }),
      username: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\r\\n]*$' })),
      /** A token for https. */
      token: Type.Optional(Type.String({ minLength: 1, maxLength: 4000, pattern: '^[^\\r\\n]*$' })),
      /** For ssh: a private key without a passphrase. */
      key: Type.Optional(Type.String({ minLength: 1, maxLength: 20_000 })),
    }),
  },
  response: Type.Object({
    ...RepositoryStatus.properties,
    /** The secret of the webhook; only this answer contains it. */
    webhookSecret: Type.String(),
  }),
})

export const callContentWebhook = route({
  method: 'POST',
  path: '/api/projects/:id/content/webhook',
  summary:
    'Synchronizes the content with its remote, once a minute at most; called by the remote after a push, with the secret of the webhook',
  who: 'everyone',
  request: { bytes: '*/*', maxBytes: 64 * 1024 },
  response: Type.Object({ accepted: Type.Boolean() }),
  status: 202,
})

export const disconnectRemote = route({
  method: 'DELETE',
  path: '/api/projects/:id/content/remote',
  summary: 'Forgets the remote of the content and its secret, and gives up an import of it that is not finished',
  who: { project: 'admin' },
})
