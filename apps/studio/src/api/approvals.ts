import * as api from '@atelier/api'
import { call } from '@atelier/api/client'
import { queryOptions } from '@tanstack/react-query'
import { unwrap } from './client.ts'

export type Decision = api.BodyOf<typeof api.decideApproval>

/** Decides on a waiting call. 409 if another user was first, or if its target has changed since. */
export const decideApproval = (id: string, toolCallId: string, body: Decision) =>
  call(api.decideApproval, { params: { id, toolCallId }, body })

export const policiesQuery = () =>
  queryOptions({
    queryKey: ['policies'],
    queryFn: ({ signal }) => unwrap(call(api.listPolicies, {}, { signal })),
  })

export const withdrawPolicy = (id: string) => call(api.withdrawPolicy, { params: { id } })
