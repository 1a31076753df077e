import * as api from '@atelier/api'
import { call } from '@atelier/api/client'
import { queryOptions } from '@tanstack/react-query'
import { unwrap } from './client.ts'

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id, 'versions'],
    queryFn: ({ signal }) => unwrap(call(api.listVersions, { params: { id } }, { signal })),
  })

/** The differences between a version and another one, or now. */
export const comparisonQuery = (id: string, versionId: string, to?: string) =>
  queryOptions({
    queryKey: ['projects', id, 'versions', versionId, 'changes', to ?? 'now'],
    queryFn: ({ signal }) => unwrap(call(api.compareVersion, { params: { id, versionId }, query: { to } }, { signal })),
    staleTime: 0,
  })

/** A state of a site: now, a version of it, or before or after the changes of a change set. */
export type Moment = { version?: string } | { changeSet: string; side: 'before' | 'after' }

/** One page as it was at a moment, as HTML with `uid` on its elements. */
export const frameQuery = (id: string, pageId: string, moment: Moment) =>
  queryOptions({
    queryKey: ['projects', id, 'frames', pageId, moment],
    queryFn: ({ signal }) => unwrap(call(api.readFrame, { params: { id, pageId }, query: moment }, { signal })),
    staleTime: 0,
  })

/** Changes since the site was last published. */
export const unpublishedQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id, 'unpublished'],
    queryFn: ({ signal }) => unwrap(call(api.readUnpublished, { params: { id } }, { signal })),
    staleTime: 0,
  })

export const saveVersion = (id: string, name: string) => call(api.saveVersion, { params: { id }, body: { name } })

export const removeVersion = (id: string, versionId: string) => call(api.deleteVersion, { params: { id, versionId } })

export const restoreVersion = (id: string, versionId: string, pageId?: string) =>
  call(api.restoreVersion, { params: { id, versionId }, body: { pageId } })

export const domainsQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id, 'domains'],
    queryFn: ({ signal }) => unwrap(call(api.listDomains, { params: { id } }, { signal })),
  })

export const addDomain = (id: string, host: string) => call(api.addDomain, { params: { id }, body: { host } })

export const removeDomain = (id: string, host: string) => call(api.removeDomain, { params: { id, host } })

export const exportUrl = (id: string) => api.addressOf(api.exportSite, { params: { id } })
