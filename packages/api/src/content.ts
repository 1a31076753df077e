import { type Static, Type } from 'typebox'
import { route } from './route.ts'

/** What of a project's content was changed. */
export const ContentAffected = Type.Object({
  /** The ids of models whose entries are other ones. */
  models: Type.Array(Type.String()),
  locales: Type.Array(Type.String()),
  /** Models, settings or the vocabulary are other ones. */
  snapshotChanged: Type.Boolean(),
  branchesChanged: Type.Boolean(),
})
export type ContentAffected = Static<typeof ContentAffected>

export const readContentChanges = route({
  method: 'GET',
  path: '/api/projects/:id/content/changes',
  summary:
    'Returns what of the content was changed after a number; with `wait`, once something was, or after 25 seconds',
  who: { project: 'document.read' },
  request: {
    query: Type.Object({
      after: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
      wait: Type.Optional(Type.Literal('1')),
    }),
  },
  response: Type.Object({
    /** The number of the last change; 0 before the first one. */
    seq: Type.Integer(),
    /** Of all changes after the given number together. */
    affected: ContentAffected,
  }),
})

/** How far the repository of a project's content is. */
export const RepositoryStatus = Type.Object({
  /** Of the content: `uninitialized`, `init_pending`, `active` or `error`. */
  phase: Type.String(),
  /** The number of the last change; of the last one in the repository; of the last one that the remote has. */
  seq: Type.Integer(),
  written: Type.Integer(),
  pushed: Type.Integer(),
  /** The newest commit. */
  tip: Type.Optional(Type.String()),
  state: Type.Union([
    Type.Literal('written'),
    Type.Literal('waiting'),
    Type.Literal('writing'),
    Type.Literal('failed'),
    Type.Literal('unavailable'),
  ]),
  /** What is wrong, as a sentence. */
  error: Type.Optional(Type.String()),
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
  summary: 'Writes what is pending to the repository of the content now, and returns how far it is',
  who: { project: 'document.write' },
  response: RepositoryStatus,
})
