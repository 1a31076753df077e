import { ProjectRole } from '@atelier/api'
import type { Capability, Restriction } from '@atelier/operation'
import { type Database, rowsOf, statement } from '@atelier/streams'
import type { Kysely } from 'kysely'
import { Value } from 'typebox/value'
import type { Identity } from '../auth/identity.ts'
import { capabilitiesOf, roleOf } from '../auth/roles.ts'
import type { ServerTables } from '../database/tables.ts'

export type ProjectRow = ServerTables['projects']

/** One project as one caller may use it. */
export interface Access {
  project: ProjectRow
  /** For people to read; `capabilities` says what the caller may do. */
  role: ProjectRole
  capabilities: ReadonlySet<Capability>
  /** The caller's restriction besides the role: through a key that is. */
  restriction?: Restriction
}

export interface Workspaces {
  /** The caller's rights in the workspace as a whole: nothing, unless they manage it. */
  shared(identity: Identity): ReadonlySet<Capability>
  /** undefined if the project is unknown, in another workspace, or without a role for the caller. */
  access(identity: Identity, projectId: string): Promise<Access | undefined>
  /** Every project that the caller has a role in, oldest first. */
  all(identity: Identity): Promise<Access[]>
}

type Caller = { userId: string; workspaceId: string }

const projectsOf = (db: Kysely<ServerTables>, { userId, workspaceId }: Caller) =>
  db
    .selectFrom('projects as project')
    .leftJoin('project_members as member', (join) =>
      join.onRef('member.project_id', '=', 'project.id').on('member.user_id', '=', userId),
    )
    .selectAll('project')
    .select('member.role as memberRole')
    .where('project.workspace_id', '=', workspaceId)

const allProjects = statement((db: Kysely<ServerTables>, caller: Caller) =>
  projectsOf(db, caller).orderBy('project.id'),
)

const oneProject = statement((db: Kysely<ServerTables>, caller: Caller & { projectId: string }) =>
  projectsOf(db, caller).where('project.id', '=', caller.projectId),
)

export function createWorkspaces(database: Database): Workspaces {
  const shared = (identity: Identity): ReadonlySet<Capability> => {
    // A key for some projects must not change what all projects share.
    if (identity.role === 'member' || identity.key?.projectIds) return new Set()
    const capabilities = capabilitiesOf(identity.role, identity.key?.role)
    return capabilities.has('workspace.manage') ? capabilities : new Set()
  }
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
    const { role: key, restriction } = identity.key ?? {}
    return {
      project,
      role: roleOf(own, key),
      capabilities: capabilitiesOf(own, key),
      ...(restriction ? { restriction } : {}),
    }
  }

  return {
    shared,
    async access(identity, projectId) {
      const { userId, workspaceId } = identity
      const query = oneProject(database.dialect, { userId, workspaceId, projectId })
      // It decides what is read and written after it, so it does not wait for the disk.
      const [row] = await database.read(rowsOf(query), 'committed')
      return row && toAccess(identity, row)
    },
    async all(identity) {
      const { userId, workspaceId } = identity
      const rows = await database.read(rowsOf(allProjects(database.dialect, { userId, workspaceId })))
      return rows.map((row) => toAccess(identity, row)).filter((access) => access !== undefined)
    },
  }
}
