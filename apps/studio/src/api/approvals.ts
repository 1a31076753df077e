import { queryOptions } from '@tanstack/react-query'
import { type Static, Type } from 'typebox'
import { call, unwrap } from './client.ts'
import { Anything } from './schemas.ts'

const Policy = Type.Object({
  id: Type.String(),
  reach: Type.Union([Type.Literal('operation'), Type.Literal('session')]),
  createdAt: Type.Number(),
  projectName: Type.Optional(Type.String()),
  operation: Type.Optional(Type.String()),
  summary: Type.Optional(Type.String()),
  sessionTitle: Type.Optional(Type.String()),
})
/** What the agent may do without asking: one operation in a project, or everything in a chat. */
export type Policy = Static<typeof Policy>

export interface Decision {
  decision: 'approve' | 'deny'
  reason?: string
  remember?: 'operation' | 'session'
  /** What was shown when the person decided. */
  revision?: string
}

/** Decides on a call that waits. 409 where somebody else was first, or what it would change has moved on. */
export const decideApproval = (sessionId: string, toolCallId: string, body: Decision) =>
  call(Anything, `/api/ai/sessions/${encodeURIComponent(sessionId)}/approvals/${encodeURIComponent(toolCallId)}`, {
    method: 'POST',
    body,
  })

export const policiesQuery = () =>
  queryOptions({
    queryKey: ['policies'],
    queryFn: ({ signal }) =>
      unwrap(call(Type.Object({ policies: Type.Array(Policy) }), '/api/ai/policies', { signal })),
  })

export const withdrawPolicy = (id: string) =>
  call(Anything, `/api/ai/policies/${encodeURIComponent(id)}`, { method: 'DELETE' })
