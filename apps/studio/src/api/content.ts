import * as api from '@atelier/api'
import { call } from '@atelier/api/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { unwrap } from './client.ts'

/** All that is read of a project's content. */
export const contentKey = (id: string) => ['projects', id, 'content']
/** All that is read of a model's entries. */
export const entriesKey = (id: string, model: string) => [...contentKey(id), 'entries', model]

/** The models with how many entries each has, and the branches. */
export const contentQuery = (id: string) =>
  queryOptions({
    queryKey: [...contentKey(id), 'overview'],
    queryFn: ({ signal }) => unwrap(call(api.readContent, { params: { id } }, { signal })),
  })

/** 50 entries of a model from `offset` on, the last changed first. */
export const entriesQuery = (id: string, model: string, search: string, offset: number) =>
  queryOptions({
    queryKey: [...entriesKey(id, model), 'list', search, offset],
    queryFn: ({ signal }) =>
      unwrap(
        call(
          api.listContentEntries,
          { params: { id, model }, query: { ...(search === '' ? {} : { search }), offset: String(offset) } },
          { signal },
        ),
      ),
    placeholderData: keepPreviousData,
  })

/** An entry as it is edited, in all its locales. */
export const entryQuery = (id: string, model: string, entry: string) =>
  queryOptions({
    queryKey: [...entriesKey(id, model), 'entry', entry],
    queryFn: ({ signal }) => unwrap(call(api.readContentEntry, { params: { id, model, entry } }, { signal })),
  })

/** What was changed after a number, once something was; without a change after 25 seconds. */
export const nextContentChanges = (id: string, after: number, signal: AbortSignal) =>
  call(api.readContentChanges, { params: { id }, query: { after: String(after), wait: '1' } }, { signal })
