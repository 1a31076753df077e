import * as api from '@atelier/api'
import { call } from '@atelier/api/client'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { unwrap } from './client.ts'

/** All that is read of a project's content. */
export const contentKey = (id: string) => ['projects', id, 'content']
/** All that is read of the entries of all models, or of one. */
export const entriesKey = (id: string, model?: string) => [
  ...contentKey(id),
  'entries',
  ...(model === undefined ? [] : [model]),
]

/** Edits that wait for a review are shown to whoever made them. */
const over = { branch: 'own' }

/** The models with how many entries each has, and the branches. */
export const contentQuery = (id: string) =>
  queryOptions({
    queryKey: [...contentKey(id), 'overview'],
    queryFn: ({ signal }) => unwrap(call(api.readContent, { params: { id }, query: over }, { signal })),
  })

/** 50 entries of a model from `offset` on, the last changed first. */
export const entriesQuery = (id: string, model: string, search: string, offset: number) =>
  queryOptions({
    queryKey: [...entriesKey(id, model), 'list', search, offset],
    queryFn: ({ signal }) =>
      unwrap(
        call(
          api.listContentEntries,
          { params: { id, model }, query: { ...over, ...(search === '' ? {} : { search }), offset: String(offset) } },
          { signal },
        ),
      ),
    placeholderData: keepPreviousData,
  })

/** An entry as it is edited, in all its locales. */
export const entryQuery = (id: string, model: string, entry: string) =>
  queryOptions({
    queryKey: [...entriesKey(id, model), 'entry', entry],
    queryFn: ({ signal }) =>
      unwrap(call(api.readContentEntry, { params: { id, model, entry }, query: over }, { signal })),
  })

/** What a branch would change and its conflicts, page by page. */
export const branchQuery = (id: string, branch: string) =>
  infiniteQueryOptions({
    queryKey: [...contentKey(id), 'branch', branch],
    queryFn: ({ pageParam, signal }) =>
      unwrap(call(api.readContentBranch, { params: { id, branch }, query: { offset: String(pageParam) } }, { signal })),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })

/** What was changed after a number, once something was; without a change after 25 seconds. */
export const nextContentChanges = (id: string, after: number, signal: AbortSignal) =>
  call(api.readContentChanges, { params: { id }, query: { after: String(after), wait: '1' } }, { signal })
