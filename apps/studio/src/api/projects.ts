import * as api from '@atelier/api'
import { call } from '@atelier/api/client'
import { queryOptions } from '@tanstack/react-query'
import { unwrap } from './client.ts'

export const projectsQuery = () =>
  queryOptions({
    queryKey: ['projects'],
    queryFn: ({ signal }) => unwrap(call(api.listProjects, {}, { signal })),
  })

export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id],
    queryFn: ({ signal }) => unwrap(call(api.readProject, { params: { id } }, { signal })),
  })

export const pagesQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id, 'pages'],
    queryFn: ({ signal }) => unwrap(call(api.listPages, { params: { id } }, { signal })),
  })

export const releasesQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id, 'releases'],
    queryFn: ({ signal }) => unwrap(call(api.listReleases, { params: { id } }, { signal })),
  })

export const createProject = (body: api.BodyOf<typeof api.createProject>) => call(api.createProject, { body })

export const renameProject = (id: string, name: string) => call(api.renameProject, { params: { id }, body: { name } })

export const deleteProject = (id: string) => call(api.deleteProject, { params: { id } })

export const restoreRelease = (id: string, releaseId: string) => call(api.restoreRelease, { params: { id, releaseId } })

/** Runs an operation on the server: for those that create or delete documents. `operationId` as `site.addPage`. */
export const runOperation = (
  id: string,
  operationId: string,
  input: unknown,
  documentId?: string,
  /** The change set of an earlier call that this one adds to. */
  changeSetId?: string,
  focus?: Readonly<Record<string, string>>,
) =>
  call(api.runOperation, {
    params: { id, operationId },
    body: { input, documentId, changeSetId, ...(focus ? { focus } : {}) },
  })

/** The operations of a scope: names, summaries, icons. */
export const operationsQuery = (scope: string) =>
  queryOptions({
    queryKey: ['operations', scope],
    queryFn: ({ signal }) => unwrap(call(api.listOperations, { query: { scope } }, { signal })),
    staleTime: 60 * 60_000,
  })
