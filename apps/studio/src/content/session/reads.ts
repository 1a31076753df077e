import type { Answer } from '@atelier/api/client'
import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query'
import { meQuery } from '../../api/account.ts'
import { unwrap } from '../../api/client.ts'
import { contentKey, entriesKey } from '../../api/content.ts'
import * as strings from '../strings.ts'
import { callOperation } from './contentSession.ts'
import { type ContentHandle, listSitePages, operations } from './handles.ts'

/** The result of a reading operation. */
async function read<Input, Output>(
  projectId: string,
  operation: ContentHandle<Input, Output>,
  input: NoInfer<Input>,
): Promise<Answer<Output>> {
  const answer = await callOperation(projectId, operation, input)
  return answer.ok ? { ok: true, value: answer.value.data } : answer
}

/** The changes of an entry, the newest first, page by page. */
export const historyQuery = (
  id: string,
  model: string,
  entryId: string,
  about: { locale?: string; field?: string } = {},
) =>
  infiniteQueryOptions({
    queryKey: [...entriesKey(id, model), 'history', entryId, about],
    queryFn: ({ pageParam }) =>
      unwrap(
        read(id, operations.entryHistory, {
          model,
          entryId,
          ...about,
          limit: 50,
          ...(pageParam === undefined ? {} : { before: pageParam }),
        }),
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ more, changes }) => (more ? changes.at(-1)?.seq : undefined),
  })

/** Deleted entries, the last ones first, page by page. */
export const binQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...entriesKey(id), 'bin'],
    queryFn: ({ pageParam }) => unwrap(read(id, operations.listBin, { offset: pageParam, limit: BIN_PAGE })),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => (pages.length * BIN_PAGE < total ? pages.length * BIN_PAGE : undefined),
  })
const BIN_PAGE = 50

/** Comments of others come without an edit of the content: they are looked for this often, in milliseconds. */
const COMMENTS_EVERY = 20_000
const NOTES_EVERY = 60_000

/** The comments on an entry, or the requests for changes on a branch; the oldest first. */
export const commentsQuery = (id: string, of: { model: string; entryId: string } | { of: string }) =>
  queryOptions({
    queryKey: [...contentKey(id), 'comments', of],
    queryFn: async () => (await unwrap(read(id, operations.listComments, of))).comments,
    refetchInterval: COMMENTS_EVERY,
  })

/** Notes for the person who is signed in, about their own work. */
export const notesQuery = (id: string) =>
  queryOptions({
    queryKey: [...contentKey(id), 'notes'],
    queryFn: () => unwrap(read(id, operations.listNotes, {})),
    refetchInterval: NOTES_EVERY,
  })

/** Returns a function that gives the name of a person by their id. */
export function useNameOf(projectId: string): (id: string) => string {
  const people = useQuery(peopleQuery(projectId)).data ?? []
  const me = useQuery(meQuery()).data?.user
  return (id) => (id === me?.id ? me.name : people.find((each) => each.id === id)?.name) ?? strings.somebody
}

/** Who may work on the content, by id. */
export const peopleQuery = (id: string) =>
  queryOptions({
    queryKey: [...contentKey(id), 'people'],
    queryFn: async () => (await unwrap(read(id, operations.listUsers, {}))).users,
    staleTime: 5 * 60_000,
  })

/** The settings of the content, for those who may change them. */
export const settingsQuery = (id: string) =>
  queryOptions({
    queryKey: [...contentKey(id), 'settings'],
    queryFn: async () => (await unwrap(read(id, operations.saveSettings, {}))).settings,
  })

/** The edits of published entries that wait until somebody publishes them. */
export const waitingQuery = (id: string) =>
  queryOptions({
    queryKey: [...contentKey(id), 'waiting'],
    queryFn: () => unwrap(read(id, operations.listWaiting, {})),
  })

/** Submissions by the form of a model, or by all, newest first. */
export const submissionsQuery = (
  id: string,
  status: 'pending' | 'approved' | 'rejected' | 'spam',
  modelId: string | undefined,
) =>
  queryOptions({
    queryKey: [...contentKey(id), 'submissions', status, modelId],
    queryFn: () =>
      unwrap(
        read(id, operations.listSubmissions, { status, limit: 100, ...(modelId === undefined ? {} : { modelId }) }),
      ),
  })

/** The form of a model; null where it has none. */
export const formQuery = (id: string, model: string) =>
  queryOptions({
    queryKey: [...contentKey(id), 'form', model],
    queryFn: async () => {
      const answer = await read(id, operations.readForm, { model })
      return !answer.ok && answer.error.code === 'no_form' ? null : unwrap(Promise.resolve(answer))
    },
  })

/** The pages of the site that visitors can go to, by name and slug. */
export const sitePagesQuery = (id: string) =>
  queryOptions({
    queryKey: [...contentKey(id), 'sitePages'],
    queryFn: async () => {
      const { documents } = await unwrap(read(id, listSitePages, {}))
      return documents.flatMap(({ document, title, slug }) =>
        document.type === 'page' && slug !== undefined ? [{ id: document.id, kind: 'page' as const, title, slug }] : [],
      )
    },
    staleTime: 60_000,
  })
