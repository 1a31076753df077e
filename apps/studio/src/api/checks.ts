import { Finding } from '@atelier/site'
import { queryOptions } from '@tanstack/react-query'
import { Type } from 'typebox'
import { call, unwrap } from './client.ts'

const Checks = Type.Object({
  findings: Type.Array(Finding),
  gate: Type.Enum(['off', 'errors', 'warnings']),
})

/** What the checks find in a whole site, as the server has it. */
export const readChecks = (projectId: string, signal?: AbortSignal) =>
  call(Checks, `/api/projects/${encodeURIComponent(projectId)}/checks`, { ...(signal ? { signal } : {}) })

export const checksQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'checks'],
    queryFn: ({ signal }) => unwrap(readChecks(projectId, signal)),
    staleTime: 0,
  })
