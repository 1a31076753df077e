import { type Static, Type } from 'typebox'
import { route } from './route.ts'

export const decideApproval = route({
  method: 'POST',
  path: '/api/ai/sessions/:id/approvals/:toolCallId',
  summary: 'Decides on a call that waits; to approve takes the capability ai.tools.write',
  who: { session: 'ai.chat' },
  request: {
    body: Type.Object({
      decision: Type.Union([Type.Literal('approve'), Type.Literal('deny')]),
      reason: Type.Optional(Type.String({ maxLength: 2000 })),
      remember: Type.Optional(Type.Union([Type.Literal('operation'), Type.Literal('session')])),
      /** The revision shown when the person decided. */
      revision: Type.Optional(Type.String({ maxLength: 10_000 })),
    }),
  },
  response: Type.Object({
    toolCallId: Type.String(),
    status: Type.Enum(['approved', 'denied']),
    decidedBy: Type.String(),
    decidedAt: Type.Number(),
  }),
})

/** The actions that the agent may take without asking: one operation in a project, or everything in a session. */
export const Policy = Type.Object({
  id: Type.String(),
  reach: Type.Enum(['operation', 'session']),
  createdAt: Type.Number(),
  projectId: Type.Optional(Type.String()),
  projectName: Type.Optional(Type.String()),
  operation: Type.Optional(Type.String()),
  summary: Type.Optional(Type.String()),
  sessionId: Type.Optional(Type.String()),
  sessionTitle: Type.Optional(Type.String()),
})
export type Policy = Static<typeof Policy>

export const listPolicies = route({
  method: 'GET',
  path: '/api/ai/policies',
  summary: 'Your standing approvals',
  who: 'user',
  response: Type.Object({ policies: Type.Array(Policy) }),
})

export const withdrawPolicies = route({
  method: 'DELETE',
  path: '/api/ai/policies',
  summary: 'Withdraws all your standing approvals',
  who: 'user',
})

export const withdrawPolicy = route({
  method: 'DELETE',
  path: '/api/ai/policies/:id',
  summary: 'Withdraws a standing approval',
  who: 'user',
})
