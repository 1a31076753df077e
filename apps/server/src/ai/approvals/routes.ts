import { decideApproval, listPolicies, withdrawPolicies, withdrawPolicy } from '@atelier/api'
import { Hono } from 'hono'
import type { Environment } from '../../auth/environment.ts'
import { conflict, notFound } from '../../http/refusal.ts'
import type { Scopes } from '../../operations/scopes.ts'
import { lacking } from '../../workspaces/access.ts'
import { createMount, type MountServices } from '../../workspaces/mount.ts'
import type { Audit } from '../audit/audit.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Decide } from './decide.ts'
import type { Policies, Policy } from './policies.ts'

interface ApprovalServices extends MountServices {
  scopes: Scopes
  sessions: Sessions
  policies: Policies
  decide: Decide
  audit: Audit
}

/** Decisions on calls that wait for a person, and the standing ones that spare the question. */
export function approvalRoutes(services: ApprovalServices): Hono<Environment> {
  const { policies, decide, audit } = services
  const routes = new Hono<Environment>()
  const mount = createMount(services, services.sessions)

  mount(routes, decideApproval, async ({ identity, session, params: { toolCallId }, body: input }) => {
    const access = session.project_id && (await services.workspaces.access(identity, session.project_id))
    // The person may always refuse; to allow, they need the right to do it themselves.
    if (access && input.decision === 'approve' && !access.capabilities.has('ai.tools.write'))
      throw lacking(access.role, 'ai.tools.write')
    const reason = input.reason?.trim()
    const { userId, workspaceId } = identity
    const outcome = await decide({ userId, workspaceId, session }, toolCallId, {
      decision: input.decision,
      ...(reason ? { reason } : {}),
      ...(input.remember ? { remember: input.remember } : {}),
      ...(input.revision === undefined ? {} : { revision: input.revision }),
    })
    if (outcome.ok) return outcome.decided
    if (outcome.code === 'not_found') throw notFound('question')
    throw conflict(outcome.code, outcome.message)
  })

  mount(routes, listPolicies, async ({ identity: { userId, workspaceId } }) => ({
    policies: (await policies.list(userId, workspaceId)).map((policy) => withSummary(services.scopes, policy)),
  }))

  mount(routes, withdrawPolicies, async ({ identity: { userId, workspaceId } }) => {
    await policies.withdrawAll(userId, workspaceId)
    await audit.record({ workspaceId, userId, kind: 'policy.withdrawn', detail: { all: true } })
  })

  mount(routes, withdrawPolicy, async ({ identity: { userId, workspaceId }, params: { id } }) => {
    if (!(await policies.withdraw(userId, workspaceId, id))) throw notFound('policy')
    await audit.record({ workspaceId, userId, kind: 'policy.withdrawn', subject: id })
  })

  return routes
}

/** With the operation's own summary beside its id. */
function withSummary(scopes: Scopes, policy: Policy): Policy & { summary?: string } {
  if (policy.reach !== 'operation') return policy
  const bound = scopes.bound(policy.operation)
  return bound ? { ...policy, summary: bound.operation.summary } : policy
}
