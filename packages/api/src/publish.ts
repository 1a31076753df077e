import { type Static, Type } from 'typebox'
import { ErrorBody } from './common.ts'
import { route } from './route.ts'
import { Author, ChangedDocument } from './versions.ts'

const release = {
  id: Type.String(),
  /** Counts up from 1 within a project. */
  number: Type.Number(),
  createdAt: Type.Number(),
  createdBy: Type.String(),
  pages: Type.Number(),
  files: Type.Number(),
  bytes: Type.Number(),
  /** The version that visitors see. */
  live: Type.Boolean(),
  url: Type.String(),
}
export const Release = Type.Object(release)
export type Release = Static<typeof Release>

export const PublishReport = Type.Object({
  /** Pages that the release holds. */
  pages: Type.Number(),
  /** Pages that were rendered; the others are as they were. */
  rendered: Type.Number(),
  /** Bytes of all text files that were made. */
  bytes: Type.Number(),
  /** Pages that were left out, and why. */
  skipped: Type.Array(Type.Object({ pageId: Type.String(), reason: Type.String() })),
  /** Fields that could not be filled in. */
  problems: Type.Array(Type.Object({ documentId: Type.String(), nodeId: Type.String(), message: Type.String() })),
})

const Published = Type.Object({
  ...release,
  report: PublishReport,
  /** Visitors would see nothing new, so that the live release stays. */
  unchanged: Type.Optional(Type.Boolean()),
})
export type PublishedRelease = Static<typeof Published>

/** How far a publication is. */
export const PublishProgress = Type.Object({
  type: Type.Literal('progress'),
  stage: Type.Enum(['checking', 'rendering', 'writing']),
  done: Type.Number(),
  total: Type.Number(),
})
export type PublishProgress = Static<typeof PublishProgress>

export const publish = route({
  method: 'POST',
  path: '/api/projects/:id/publish',
  summary: 'Publishes the site; with `Accept: application/x-ndjson` line by line, with progress',
  who: { project: 'project.publish' },
  request: {
    query: Type.Object({
      despite: Type.Optional(Type.String()),
      /** `content`: the pages stay as they are online, and show the content as it is now. */
      only: Type.Optional(Type.String()),
    }),
  },
  response: Published,
  lines: Type.Union([
    PublishProgress,
    Type.Object({ type: Type.Literal('release'), release: Published }),
    Type.Object({ type: Type.Literal('error'), ...ErrorBody.properties }),
  ]),
  status: 201,
  alsoStatus: 200,
})

export const listReleases = route({
  method: 'GET',
  path: '/api/projects/:id/releases',
  summary: 'The releases of a site, newest first',
  who: { project: 'document.read' },
  response: Type.Object({ releases: Type.Array(Release) }),
})

export const restoreRelease = route({
  method: 'POST',
  path: '/api/projects/:id/releases/:releaseId/restore',
  summary: 'Makes an earlier release live again',
  who: { project: 'project.publish' },
  response: Release,
})

export const deleteRelease = route({
  method: 'DELETE',
  path: '/api/projects/:id/releases/:releaseId',
  summary: 'Deletes a release that is not live',
  who: { project: 'project.publish' },
})

export const exportSite = route({
  method: 'GET',
  path: '/api/projects/:id/export',
  summary: 'The site as it is now, for any host of static files',
  who: { project: 'document.read' },
  bytes: 'application/zip',
})

export const readUnpublished = route({
  method: 'GET',
  path: '/api/projects/:id/publish/changes',
  summary: 'What has changed since the live release',
  who: { project: 'document.read' },
  response: Type.Object({
    release: Type.Optional(Type.Object({ id: Type.String(), number: Type.Number(), createdAt: Type.Number() })),
    /** The version that was published. */
    versionId: Type.Optional(Type.String()),
    documents: Type.Optional(Type.Array(ChangedDocument)),
    authors: Type.Optional(Type.Array(Author)),
    /** Entries of which visitors may see something new: how many, and the first of them. */
    content: Type.Optional(
      Type.Object({
        count: Type.Number(),
        entries: Type.Array(
          Type.Object({
            model: Type.String(),
            id: Type.String(),
            title: Type.String(),
            deleted: Type.Boolean(),
            changedAt: Type.Number(),
          }),
        ),
      }),
    ),
  }),
})

/** A host name that leads to a site. */
export const Domain = Type.Object({ host: Type.String(), createdAt: Type.Number() })
export type Domain = Static<typeof Domain>

export const listDomains = route({
  method: 'GET',
  path: '/api/projects/:id/domains',
  summary: 'The domains of a site',
  who: { project: 'document.read' },
  response: Type.Object({ domains: Type.Array(Domain) }),
})

export const addDomain = route({
  method: 'POST',
  path: '/api/projects/:id/domains',
  summary: 'Gives a site a domain',
  who: { project: 'project.publish' },
  request: { body: Type.Object({ host: Type.String({ minLength: 1, maxLength: 300 }) }) },
  response: Domain,
  status: 201,
})

export const removeDomain = route({
  method: 'DELETE',
  path: '/api/projects/:id/domains/:host',
  summary: 'Takes a domain from a site',
  who: { project: 'project.publish' },
})
