import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'

/** The people who may work on a project, by name: owners and admins of its workspace, and members with a role in it. */
export async function listProjectPeople(
  database: Database,
  projectId: string,
): Promise<{ id: string; name: string; role: string }[]> {
  const query = queryBuilder<Tables>(database.dialect)
    .selectFrom('projects')
    .innerJoin('workspace_members', 'workspace_members.workspace_id', 'projects.workspace_id')
    .innerJoin('auth_users', 'auth_users.id', 'workspace_members.user_id')
    .leftJoin('project_members', (join) =>
      join
        .onRef('project_members.user_id', '=', 'workspace_members.user_id')
        .onRef('project_members.project_id', '=', 'projects.id'),
    )
    .select(['auth_users.id', 'auth_users.name', 'workspace_members.role', 'project_members.role as project_role'])
    .where('projects.id', '=', projectId)
    .orderBy('auth_users.name')
    .orderBy('auth_users.id')
  return (await database.read(rowsOf(query))).flatMap(({ id, name, role, project_role }) => {
    const own = role === 'member' ? project_role : role
    return own === null ? [] : [{ id, name, role: own }]
  })
}
