import * as api from '@atelier/api'
import { call } from '@atelier/api/client'
import { queryOptions } from '@tanstack/react-query'
import { unwrap } from './client.ts'

/** The server's findings for a whole site. */
export const readChecks = (id: string, signal?: AbortSignal) => call(api.readChecks, { params: { id } }, { signal })

export const checksQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'checks'],
    queryFn: ({ signal }) => unwrap(readChecks(projectId, signal)),
    staleTime: 0,
  })

/** The problems that visitors would see at once if the site were published now. */
export const publishProblemsQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id, 'publish', 'problems'],
    queryFn: ({ signal }) => unwrap(call(api.readPublishProblems, { params: { id } }, { signal })),
    staleTime: 0,
  })
