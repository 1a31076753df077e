import type { Capability } from '@atelier/operation'
import type { Kysely } from 'kysely'
import { Value } from 'typebox/value'
import type { Identity } from '../auth/identity.ts'
import type { ServerTables } from '../tables.ts'
import { capabilitiesOf, lesserRole, ProjectRole } from './roles.ts'

export type ProjectRow = ServerTables['projects']

/** One project as one caller may use it. */
export interface Access {
  project: ProjectRow
  role: ProjectRole
  capabilities: ReadonlySet<Capability>
}

export interface Workspaces {
  /** The caller's own role in the workspace, as a role that capabilities are read from; undefined for a plain member. */
  admin(identity: Identity): ProjectRole | undefined
  /** undefined where the project is unknown, in another workspace, or without a role for the caller. */
  access(identity: Identity, projectId: string): Promise<Access | undefined>
  /** Every project that the caller has a role in, oldest first. */
  all(identity: Identity): Promise<Access[]>
}

export function createWorkspaces(kysely: Kysely<ServerTables>): Workspaces {
  const admin = (identity: Identity) => {
    // A key for some projects has no say in what is everybody's.
    if (identity.role === 'member' || identity.key?.projectIds) return undefined
    const role = identity.key ? lesserRole(identity.role, identity.key.role) : identity.role
    return role === 'owner' || role === 'admin' ? role : undefined
  }
  const select = (identity: Identity) =>
    kysely
      .selectFrom('projects as project')
      .leftJoin('project_members as member', (join) =>
        join.onRef('member.project_id', '=', 'project.id').on('member.user_id', '=', identity.userId),
      )
      .selectAll('project')
      .select('member.role as memberRole')
      .where('project.workspace_id', '=', identity.workspaceId)
      .orderBy('project.id')

  const toAccess = (
    identity: Identity,
    { memberRole, ...project }: ProjectRow & { memberRole: string | null },
  ): Access | undefined => {
    const own =
      identity.role !== 'member'
        ? identity.role
        : memberRole === null
          ? undefined
          : Value.Parse(ProjectRole, memberRole)
    if (!own) return undefined
    if (identity.key?.projectIds && !identity.key.projectIds.includes(project.id)) return undefined
    const role = identity.key ? lesserRole(own, identity.key.role) : own
    return { project, role, capabilities: capabilitiesOf(role) }
  }

  return {
    admin,
    async access(identity, projectId) {
      const row = await select(identity).where('project.id', '=', projectId).executeTakeFirst()
      return row && toAccess(identity, row)
    },
    async all(identity) {
      const rows = await select(identity).execute()
      return rows.map((row) => toAccess(identity, row)).filter((access) => access !== undefined)
    },
  }
}
