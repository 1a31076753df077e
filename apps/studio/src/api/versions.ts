import { queryOptions } from '@tanstack/react-query'
import { type Static, Type } from 'typebox'
import { call, unwrap } from './client.ts'
import { Anything } from './schemas.ts'

const Optional = Type.Optional

export const Version = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: Type.String(),
  createdAt: Type.Number(),
  userName: Optional(Type.String()),
  pages: Type.Number(),
})
export type Version = Static<typeof Version>
const Versions = Type.Object({ versions: Type.Array(Version) })

const Author = Type.Object({
  userId: Type.String(),
  userName: Optional(Type.String()),
  runId: Optional(Type.String()),
  edits: Type.Number(),
  at: Type.Number(),
})
export type Author = Static<typeof Author>

const Line = Type.Object({
  kind: Type.Enum(['added', 'changed', 'removed']),
  what: Type.String(),
  target: Optional(Type.String()),
  label: Type.String(),
  before: Optional(Type.String()),
  after: Optional(Type.String()),
})
export type ChangedLine = Static<typeof Line>

const Changed = Type.Object({
  documentId: Type.String(),
  title: Type.String(),
  lines: Type.Array(Line),
  authors: Type.Array(Author),
})
export type ChangedDocument = Static<typeof Changed>

const Comparison = Type.Object({ documents: Type.Array(Changed), authors: Type.Array(Author) })
export type Comparison = Static<typeof Comparison>

const Unpublished = Type.Object({
  release: Optional(Type.Object({ id: Type.String(), number: Type.Number(), createdAt: Type.Number() })),
  documents: Optional(Type.Array(Changed)),
  authors: Optional(Type.Array(Author)),
})

const Domain = Type.Object({ host: Type.String(), createdAt: Type.Number() })
const Domains = Type.Object({ domains: Type.Array(Domain) })
const Restored = Type.Object({ changeSetId: Type.String(), documentIds: Type.Array(Type.String()) })

const at = (projectId: string, rest: string) => `/api/projects/${encodeURIComponent(projectId)}${rest}`
const version = (projectId: string, id: string, rest = '') =>
  at(projectId, `/versions/${encodeURIComponent(id)}${rest}`)

export const versionsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'versions'],
    queryFn: ({ signal }) => unwrap(call(Versions, at(projectId, '/versions'), { signal })),
  })

/** What is different between a version and another one, or now. */
export const comparisonQuery = (projectId: string, from: string, to?: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'versions', from, 'changes', to ?? 'now'],
    queryFn: ({ signal }) => unwrap(call(Comparison, version(projectId, from, '/changes'), { query: { to }, signal })),
    staleTime: 0,
  })

/** One page as a version has it; `now` is how it stands. */
export const previewQuery = (projectId: string, id: string, pageId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'versions', id, 'page', pageId],
    queryFn: ({ signal }) =>
      unwrap(
        call(Type.Object({ html: Type.String() }), version(projectId, id, `/pages/${encodeURIComponent(pageId)}`), {
          signal,
        }),
      ),
    staleTime: 0,
  })

/** What has changed since the site was last published. */
export const unpublishedQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'unpublished'],
    queryFn: ({ signal }) => unwrap(call(Unpublished, at(projectId, '/publish/changes'), { signal })),
    staleTime: 0,
  })

export const saveVersion = (projectId: string, name: string) =>
  call(Version, at(projectId, '/versions'), { method: 'POST', body: { name } })

export const removeVersion = (projectId: string, id: string) =>
  call(Anything, version(projectId, id), { method: 'DELETE' })

export const restoreVersion = (projectId: string, id: string, pageId?: string) =>
  call(Restored, version(projectId, id, '/restore'), { method: 'POST', body: pageId === undefined ? {} : { pageId } })

export const domainsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'domains'],
    queryFn: ({ signal }) => unwrap(call(Domains, at(projectId, '/domains'), { signal })),
  })

export const addDomain = (projectId: string, host: string) =>
  call(Domain, at(projectId, '/domains'), { method: 'POST', body: { host } })

export const removeDomain = (projectId: string, host: string) =>
  call(Anything, at(projectId, `/domains/${encodeURIComponent(host)}`), { method: 'DELETE' })

export const exportUrl = (projectId: string) => at(projectId, '/export')
