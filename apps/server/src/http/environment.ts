import type { Capability } from '@atelier/operation'
import type { Context, MiddlewareHandler } from 'hono'
import type { Identity } from '../auth/identity.ts'
import type { Services } from '../services.ts'
import type { Access } from '../workspaces/workspaces.ts'
import { forbidden, notFound, unauthenticated } from './refusal.ts'

/** What a request carries through the app. */
export interface Environment {
  Variables: { requestId: string; address: string; identity: Identity }
}

export type RequestContext = Context<Environment>

/** Lets only signed-in callers through and says who they are. */
export function signedIn(services: Services): MiddlewareHandler<Environment> {
  return async (context, next) => {
    const identity = await services.identities.of(context.req.raw.headers)
    if (!identity) throw unauthenticated()
    context.set('identity', identity)
    await next()
  }
}

/**
 * The caller's access to a project.
 * @throws Refusal 404 where it is not theirs, 403 where their role lacks `capability`
 */
export async function projectAccess(
  services: Services,
  identity: Identity,
  projectId: string,
  capability?: Capability,
): Promise<Access> {
  const access = await services.workspaces.access(identity, projectId)
  if (!access) throw notFound('project')
  if (capability && !access.capabilities.has(capability)) throw lacking(access.role, capability)
  return access
}

export function lacking(role: string, capability: Capability) {
  return forbidden(
    `Your role (${role}) does not allow this; it needs ${capability}.`,
    'Ask an owner or admin of the workspace.',
  )
}

/** Lets only owners and admins of the workspace through. */
export function requireAdmin(services: Services, identity: Identity): void {
  if (services.workspaces.admin(identity)) return
  throw forbidden('Only an owner or admin of the workspace may do this.', 'Ask one of them.')
}

/**
 * Lets only those through who have `capability` in the workspace: owners and admins have all of them, and a member
 * what their role in any project gives.
 * @throws Refusal 403
 */
export async function requireCapability(services: Services, identity: Identity, capability: Capability): Promise<void> {
  if (services.workspaces.admin(identity)) return
  const everybodys = capability === 'ai.providers.manage' || capability === 'ai.audit.read'
  const own = everybodys ? [] : await services.workspaces.all(identity)
  if (own.some(({ capabilities }) => capabilities.has(capability))) return
  if (everybodys) throw forbidden('Only an owner or admin of the workspace may do this.', 'Ask one of them.')
  throw lacking(identity.key?.role ?? identity.role, capability)
}
