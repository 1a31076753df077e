import * as api from '@atelier/api'
import { type Answer, call } from '@atelier/api/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { unwrap } from './client.ts'
import { socketFetch } from './socketFetch.ts'

/** All that is read of a project's content. */
export const contentKey = (id: string) => ['projects', id, 'content']
/** All that is read of the entries of all models, or of one. */
export const entriesKey = (id: string, model?: string) => [
  ...contentKey(id),
  'entries',
  ...(model === undefined ? [] : [model]),
]

/** Edits that wait for a review are shown to their authors. */
const over = { branch: 'own' }

/** The models with how many entries each has, and the branches. */
export const contentQuery = (id: string) =>
  queryOptions({
    queryKey: [...contentKey(id), 'overview'],
    queryFn: ({ signal }) => unwrap(call(api.readContent, { params: { id }, query: over }, { signal })),
  })

/** The terms of a project in each of its locales. */
export const vocabularyQuery = (id: string) =>
  queryOptions({
    queryKey: [...contentKey(id), 'vocabulary'],
    queryFn: ({ signal }) => unwrap(call(api.readContentVocabulary, { params: { id }, query: over }, { signal })),
  })

/** Entries on one page of a list. */
export const LIST_PAGE = 100

/** The entries of a model that a view of its list shows, from `offset` on; the last changed first if it has no order. */
export const entriesQuery = (id: string, model: string, view: api.ContentListView = {}, offset = 0) =>
  queryOptions({
    queryKey: [...entriesKey(id, model), 'list', offset, view],
    queryFn: ({ signal }) =>
      unwrap(
        call(
          api.listContentEntries,
          {
            params: { id, model },
            query: { ...over, ...listQuery(view), offset: String(offset), limit: String(LIST_PAGE) },
          },
          { signal },
        ),
      ),
    // Kept from the same rows: those of another page are other entries.
    placeholderData: (before, query) => (query?.queryKey.at(-2) === offset ? before : undefined),
  })

/** As many entries as `allEntries` reads. */
const MOST_ENTRIES = 10_000

/** All entries of a model with some of their values, at most 10,000; `isWhole` is false if there are more. */
export async function allEntries(
  id: string,
  model: string,
  view: api.ContentListView = {},
): Promise<Answer<{ entries: api.ListedContentEntry[]; isWhole: boolean }>> {
  const entries: api.ListedContentEntry[] = []
  for (let offset = 0; offset < MOST_ENTRIES; offset += LIST_PAGE) {
    const query = {
      ...over,
      ...listQuery({ sort: 'created_at', ...view }),
      offset: String(offset),
      limit: String(LIST_PAGE),
    }
    const answer = await call(api.listContentEntries, { params: { id, model }, query })
    if (!answer.ok) return answer
    entries.push(...answer.value.entries)
    if (entries.length >= answer.value.total || answer.value.entries.length === 0)
      return { ok: true, value: { entries, isWhole: true } }
  }
  return { ok: true, value: { entries, isWhole: false } }
}

/** The ids of all entries that a view shows. */
export const entryIds = (id: string, model: string, view: api.ContentListView) =>
  call(api.listContentEntries, {
    params: { id, model },
    query: { ...over, ...listQuery({ ...view, columns: [] }), limit: '1', ids: '1' },
  })

function listQuery({ columns = [], where, search = '', ...view }: api.ContentListView) {
  return {
    ...view,
    ...(columns.length > 0 ? { columns: columns.join(',') } : {}),
    ...(where ? { where: JSON.stringify(where) } : {}),
    ...(search.trim() === '' ? {} : { search: search.trim() }),
  }
}

/** An entry as it is edited, in all its locales. Once it has been read, it is found under another id as well. */
export const entryQuery = (id: string, model: string, entry: string) =>
  queryOptions({
    queryKey: [...entriesKey(id, model), 'entry', entry],
    queryFn: ({ signal, client, queryKey }) => {
      const known = client.getQueryData<api.AnswerOf<typeof api.readContentEntry>>(queryKey)?.documentId
      const query = { ...over, ...(known === undefined ? {} : { document: known }) }
      return unwrap(call(api.readContentEntry, { params: { id, model, entry }, query }, { signal }))
    },
  })

/** How far the repository of the content is; asked again in a moment while it is behind or taken over. */
export const repositoryQuery = (id: string) =>
  queryOptions({
    queryKey: [...contentKey(id), 'repository'],
    queryFn: ({ signal }) => unwrap(call(api.readRepositoryStatus, { params: { id } }, { signal })),
    refetchInterval: ({ state: { data } }) =>
      data && (data.import || (data.written < data.seq && (data.state === 'waiting' || data.state === 'writing')))
        ? 1_500
        : false,
  })

/** The models as loops and templates of the site read them, without any entries. */
export const shownModelsQuery = (id: string) =>
  queryOptions({
    queryKey: [...contentKey(id), 'shownModels'],
    queryFn: ({ signal }) => unwrap(call(api.readShownContent, { params: { id }, body: {} }, { signal })),
    staleTime: 10_000,
  })

/** Writes what is pending to the repository, and exchanges with its remote. */
export const syncRepository = (id: string) => call(api.syncRepository, { params: { id } })

/** Puts a new repository in the place of a damaged one. */
export const rebuildRepository = (id: string) => call(api.rebuildRepository, { params: { id } })

export const connectRemote = (id: string, body: api.BodyOf<typeof api.connectRemote>) =>
  call(api.connectRemote, { params: { id }, body })

export const disconnectRemote = (id: string) => call(api.disconnectRemote, { params: { id } })

/** A branch's changes and conflicts, page by page. */
export const branchQuery = (id: string, branch: string) =>
  infiniteQueryOptions({
    queryKey: [...contentKey(id), 'branch', branch],
    queryFn: ({ pageParam, signal }) =>
      unwrap(call(api.readContentBranch, { params: { id, branch }, query: { offset: String(pageParam) } }, { signal })),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })

/** Changes after a number, once there are any; without a change after 25 seconds. */
export const nextContentChanges = (id: string, after: number, signal: AbortSignal) =>
  call(
    api.readContentChanges,
    { params: { id }, query: { after: String(after), wait: '1' } },
    { signal, fetch: socketFetch },
  )
