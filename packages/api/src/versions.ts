import { type Static, Type } from 'typebox'
import { ChangeLine } from './changes.ts'
import { PartUse } from './partUse.ts'
import { route } from './route.ts'

/** A kept state of a whole site. */
export const Version = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** Why it was kept. */
  kind: Type.Enum(['hand', 'import', 'restore', 'publish']),
  createdAt: Type.Number(),
  createdBy: Type.String(),
  userName: Type.Optional(Type.String()),
  pages: Type.Number(),
})
export type Version = Static<typeof Version>

/** A person, or a run that they asked for, who wrote in a document. */
export const Author = Type.Object({
  userId: Type.String(),
  userName: Type.Optional(Type.String()),
  runId: Type.Optional(Type.String()),
  edits: Type.Number(),
  /** When they last did. */
  at: Type.Number(),
})
export type Author = Static<typeof Author>

export const ChangedDocument = Type.Object({
  documentId: Type.String(),
  title: Type.String(),
  lines: Type.Array(ChangeLine),
  authors: Type.Array(Author),
  /** For a CAD part whose changes are not published: the pages, templates and components that show it. */
  part: Type.Optional(Type.Object({ pages: Type.Array(PartUse) })),
})
export type ChangedDocument = Static<typeof ChangedDocument>

/** The differences between two states of a site. */
export const Comparison = Type.Object({ documents: Type.Array(ChangedDocument), authors: Type.Array(Author) })
export type Comparison = Static<typeof Comparison>

export const readWriters = route({
  method: 'POST',
  path: '/api/projects/:id/documents/:documentId/writers',
  summary: 'Who wrote the values of some keys of a live document last',
  who: { project: 'document.read' },
  request: {
    body: Type.Object(
      { keys: Type.Array(Type.String({ maxLength: 1024 }), { minItems: 1, maxItems: 200 }) },
      { additionalProperties: false },
    ),
  },
  response: Type.Object({
    writers: Type.Array(
      Type.Object({
        key: Type.String(),
        /** The last one other than the caller; where that is not known any more, those who wrote in the document last. */
        by: Type.Array(Type.Object({ userId: Type.String(), userName: Type.Optional(Type.String()) })),
      }),
    ),
  }),
})

export const listVersions = route({
  method: 'GET',
  path: '/api/projects/:id/versions',
  summary: 'The versions of a site, newest first',
  who: { project: 'document.read' },
  response: Type.Object({ versions: Type.Array(Version) }),
})

export const saveVersion = route({
  method: 'POST',
  path: '/api/projects/:id/versions',
  summary: 'Keeps the site as it is now',
  who: { project: 'document.write' },
  request: { body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }) }) },
  response: Version,
  status: 201,
})

export const deleteVersion = route({
  method: 'DELETE',
  path: '/api/projects/:id/versions/:versionId',
  summary: 'Deletes a version',
  who: { project: 'document.write' },
})

export const compareVersion = route({
  method: 'GET',
  path: '/api/projects/:id/versions/:versionId/changes',
  summary: 'What is different between a version and the version `to`, or now',
  who: { project: 'document.read' },
  request: { query: Type.Object({ to: Type.Optional(Type.String()) }) },
  response: Comparison,
})

export const previewVersion = route({
  method: 'GET',
  path: '/api/projects/:id/versions/:versionId/pages/:pageId',
  summary: 'A page as a version has it; the version `now` is its current state',
  who: { project: 'document.read' },
  response: Type.Object({ html: Type.String() }),
})

export const readFrame = route({
  method: 'GET',
  path: '/api/projects/:id/frames/:pageId',
  summary:
    'A page as HTML for viewing, with `uid="<node id>"` on its elements: as it is now, as the version `version` has it, or `before` or `after` the changes of `changeSet`',
  who: { project: 'document.read' },
  request: {
    query: Type.Object({
      version: Type.Optional(Type.String()),
      changeSet: Type.Optional(Type.String()),
      side: Type.Optional(Type.Enum(['before', 'after'])),
    }),
  },
  response: Type.Object({ html: Type.String() }),
})

export const restoreVersion = route({
  method: 'POST',
  path: '/api/projects/:id/versions/:versionId/restore',
  summary: 'Restores the site, or one page, by an edit like any other',
  who: { project: 'document.write' },
  request: { body: Type.Object({ pageId: Type.Optional(Type.String({ maxLength: 100 })) }) },
  response: Type.Object({ changeSetId: Type.String(), documentIds: Type.Array(Type.String()) }),
})
