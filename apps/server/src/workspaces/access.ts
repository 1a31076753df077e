import type { Capability } from '@atelier/operation'
import type { Identity } from '../auth/identity.ts'
import { forbidden, notFound } from '../http/refusal.ts'
import type { Access, Workspaces } from './workspaces.ts'

interface AccessServices {
  workspaces: Workspaces
}

/**
 * The caller's access to a project.
 * @throws Refusal 404 if it is not theirs, 403 if their role lacks `capability`
 */
export async function projectAccess(
  { workspaces }: AccessServices,
  identity: Identity,
  projectId: string,
  capability?: Capability,
): Promise<Access> {
  const access = await workspaces.access(identity, projectId)
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
export function requireAdmin({ workspaces }: AccessServices, identity: Identity): void {
  if (workspaces.shared(identity).has('workspace.manage')) return
  throw forbidden('Only an owner or admin of the workspace may do this.', 'Ask one of them.')
}

/**
 * Lets only those through who have `capability` in the workspace: owners and admins have all of them, and a member
 * what their role in any project allows.
 * @throws Refusal 403
 */
export async function requireCapability(
  { workspaces }: AccessServices,
  identity: Identity,
  capability: Capability,
): Promise<void> {
  if (workspaces.shared(identity).has(capability)) return
  const everybodys = capability === 'ai.providers.manage' || capability === 'ai.audit.read'
  const own = everybodys ? [] : await workspaces.all(identity)
  if (own.some(({ capabilities }) => capabilities.has(capability))) return
  if (everybodys) throw forbidden('Only an owner or admin of the workspace may do this.', 'Ask one of them.')
  throw lacking(identity.key?.role ?? identity.role, capability)
}
