import { queryOptions } from '@tanstack/react-query'
import { call, unwrap } from './client.ts'
import {
  Anything,
  Envelope,
  Operations,
  Pages,
  Project,
  ProjectCreated,
  Projects,
  Release,
  Releases,
} from './schemas.ts'

const at = (projectId: string, rest = '') => `/api/projects/${encodeURIComponent(projectId)}${rest}`

export const projectsQuery = () =>
  queryOptions({
    queryKey: ['projects'],
    queryFn: ({ signal }) => unwrap(call(Projects, '/api/projects', { signal })),
  })

export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId],
    queryFn: ({ signal }) => unwrap(call(Project, at(projectId), { signal })),
  })

export const pagesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'pages'],
    queryFn: ({ signal }) => unwrap(call(Pages, at(projectId, '/pages'), { signal })),
  })

export const releasesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'releases'],
    queryFn: ({ signal }) => unwrap(call(Releases, at(projectId, '/releases'), { signal })),
  })

export const createProject = (body: { name: string; starter?: string }) =>
  call(ProjectCreated, '/api/projects', { method: 'POST', body })

export const renameProject = (projectId: string, name: string) =>
  call(Project, at(projectId), { method: 'PATCH', body: { name } })

export const deleteProject = (projectId: string) => call(Anything, at(projectId), { method: 'DELETE' })

export const restoreRelease = (projectId: string, releaseId: string) =>
  call(Release, at(projectId, `/releases/${encodeURIComponent(releaseId)}/restore`), { method: 'POST', body: {} })

/** Runs an operation on the server: for those that create or delete documents. `operationId` as `site.addPage`. */
export const runOperation = (projectId: string, operationId: string, input: unknown, documentId?: string) =>
  call(Envelope, at(projectId, `/operations/${encodeURIComponent(operationId)}`), {
    method: 'POST',
    body: { input, ...(documentId === undefined ? {} : { documentId }) },
  })

/** What can be done in a scope: names, summaries, icons. */
export const operationsQuery = (scope: string) =>
  queryOptions({
    queryKey: ['operations', scope],
    queryFn: ({ signal }) => unwrap(call(Operations, '/api/operations', { query: { scope }, signal })),
    staleTime: 60 * 60_000,
  })
