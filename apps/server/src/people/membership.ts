import { type ProjectMembership, WorkspaceRole } from '@atelier/api'
import { affectedBy, rowsOf } from '@atelier/streams'
import type { Kysely } from 'kysely'
import { Value } from 'typebox/value'
import type { ServerTables } from '../database/tables.ts'

type Builder = Kysely<ServerTables>

/** Owners may change every member, admins all but owners. `roles` are the person's current and new roles. */
export function mayManage(actor: WorkspaceRole | undefined, ...roles: (WorkspaceRole | undefined)[]): boolean {
  return actor === 'owner' || (actor === 'admin' && !roles.includes('owner'))
}

/** Lets one change of a workspace's members in at a time, so that two cannot both find another owner left. */
export function* lockMembers(query: Builder, workspaceId: string) {
  const touch = query.updateTable('workspaces').set((column) => ({ name: column.ref('name') }))
  yield* affectedBy(touch.where('id', '=', workspaceId))
}

/** undefined if the person is not a member. */
export function* memberRole(query: Builder, workspaceId: string, userId: string) {
  const [row] = yield* rowsOf(
    query
      .selectFrom('workspace_members')
      .select('role')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId),
  )
  return row && Value.Parse(WorkspaceRole, row.role)
}

/** The ids of the workspace's projects. */
export function* projectIds(query: Builder, workspaceId: string) {
  const rows = yield* rowsOf(query.selectFrom('projects').select('id').where('workspace_id', '=', workspaceId))
  return new Set(rows.map(({ id }) => id))
}

/** Takes the person out of every project of the workspace and into `projects`; of a repeated one the last role holds. */
export function* setProjects(
  query: Builder,
  { workspaceId, userId, projects }: { workspaceId: string; userId: string; projects: readonly ProjectMembership[] },
) {
  yield* affectedBy(
    query
      .deleteFrom('project_members')
      .where('user_id', '=', userId)
      .where('project_id', 'in', (all) =>
        all.selectFrom('projects').select('id').where('workspace_id', '=', workspaceId),
      ),
  )
  const roles = new Map(projects.map(({ projectId, role }) => [projectId, role]))
  if (roles.size === 0) return
  const rows = [...roles].map(([project_id, role]) => ({ project_id, user_id: userId, role }))
  yield* affectedBy(query.insertInto('project_members').values(rows))
}
