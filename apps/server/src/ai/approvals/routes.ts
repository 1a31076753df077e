import { Hono } from 'hono'
import { Type } from 'typebox'
import type { Environment } from '../../auth/environment.ts'
import { readInput } from '../../http/input.ts'
import { conflict, notFound } from '../../http/refusal.ts'
import type { Scopes } from '../../operations/scopes.ts'
import { lacking } from '../../workspaces/access.ts'
import type { Workspaces } from '../../workspaces/workspaces.ts'
import type { Audit } from '../audit/audit.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Decide } from './decide.ts'
import type { Policies, Policy } from './policies.ts'

interface ApprovalServices {
  scopes: Scopes
  sessions: Sessions
  policies: Policies
  decide: Decide
  audit: Audit
  workspaces: Workspaces
}

const Decision = Type.Object({
  decision: Type.Union([Type.Literal('approve'), Type.Literal('deny')]),
  reason: Type.Optional(Type.String({ maxLength: 2000 })),
  remember: Type.Optional(Type.Union([Type.Literal('operation'), Type.Literal('session')])),
  revision: Type.Optional(Type.String({ maxLength: 10_000 })),
})

/** Decisions on calls that wait for a person, and the standing ones that spare the question. */
export function approvalRoutes(services: ApprovalServices): Hono<Environment> {
  const { sessions, policies, decide, audit } = services
  const routes = new Hono<Environment>()

  routes.post('/sessions/:id/approvals/:toolCallId', async (context) => {
    const identity = context.get('identity')
    const session = await sessions.find(identity, context.req.param('id'))
    if (!session) throw notFound('session')
    const access = session.project_id && (await services.workspaces.access(identity, session.project_id))
    if (access === undefined || (access && !access.capabilities.has('ai.chat'))) throw notFound('session')
    const input = await readInput(context, Decision)
    // To refuse is always theirs; to allow needs the right to do it.
    if (access && input.decision === 'approve' && !access.capabilities.has('ai.tools.write'))
      throw lacking(access.role, 'ai.tools.write')
    const reason = input.reason?.trim()
    const { userId, workspaceId } = identity
    const outcome = await decide({ userId, workspaceId, session }, context.req.param('toolCallId'), {
      decision: input.decision,
      ...(reason ? { reason } : {}),
      ...(input.remember ? { remember: input.remember } : {}),
      ...(input.revision === undefined ? {} : { revision: input.revision }),
    })
    if (outcome.ok) return context.json(outcome.decided)
    if (outcome.code === 'not_found') throw notFound('question')
    throw conflict(outcome.code, outcome.message)
  })

  routes.get('/policies', async (context) => {
    const { userId, workspaceId } = context.get('identity')
    return context.json({
      policies: (await policies.list(userId, workspaceId)).map((policy) => named(services.scopes, policy)),
    })
  })

  routes.delete('/policies', async (context) => {
    const { userId, workspaceId } = context.get('identity')
    await policies.withdrawAll(userId, workspaceId)
    await audit.record({ workspaceId, userId, kind: 'policy.withdrawn', detail: { all: true } })
    return context.body(null, 204)
  })

  routes.delete('/policies/:id', async (context) => {
    const { userId, workspaceId } = context.get('identity')
    const id = context.req.param('id')
    if (!(await policies.withdraw(userId, workspaceId, id))) throw notFound('policy')
    await audit.record({ workspaceId, userId, kind: 'policy.withdrawn', subject: id })
    return context.body(null, 204)
  })

  return routes
}

/** With the operation's own summary beside its id. */
function named(scopes: Scopes, policy: Policy): Policy & { summary?: string } {
  if (policy.reach !== 'operation') return policy
  const bound = scopes.bound(policy.operation)
  return bound ? { ...policy, summary: bound.operation.summary } : policy
}
