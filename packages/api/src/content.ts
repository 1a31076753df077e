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
