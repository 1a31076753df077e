import { MemberRole, type ProjectMembership, WorkspaceRole } from '@atelier/api'
import { affectedBy, type Database, queryBuilder, rowsOf, type Script } from '@atelier/streams'
import { Value } from 'typebox/value'
import type { Identity } from '../auth/identity.ts'
import { peopleTopic } from '../auth/peopleTopic.ts'
import type { ServerTables } from '../database/tables.ts'
import { lockMembers, mayManage, memberRole, projectIds, setProjects } from './membership.ts'

/** A member of the workspace. */
export interface Person {
  id: string
  name: string
  email: string
  role: WorkspaceRole
  /** Where a plain member was let in; owners and admins are in every project whatever this says. */
  projects: ProjectMembership[]
  /** How many API keys they have. */
  keys: number
  joinedAt: number
}

/** `only_owner`: an owner is involved, and the caller is none. `project_not_found` names the entry of `projects`. */
export type PeopleOutcome =
  | { ok: true }
  | { ok: false; refused: 'forbidden' | 'not_found' | 'only_owner' | 'last_owner' }
  | { ok: false; refused: 'project_not_found'; index: number }

export interface People {
  /** Oldest member first. */
  list(workspaceId: string): Promise<Person[]>
  /** Sets a member's role, or exactly these projects. A demoted member's pending invitations are withdrawn. */
  change(
    actor: Identity,
    userId: string,
    change: { role?: WorkspaceRole; projects?: readonly ProjectMembership[] },
  ): Promise<PeopleOutcome>
  /**
   * Ends a membership with its sessions, API keys and pending invitations, and the password if it was the last one. The
   * person's work and chats stay, for a later invitation of the same address.
   */
  remove(actor: Identity, userId: string): Promise<PeopleOutcome>
  rename(userId: string, name: string): Promise<void>
}

export function createPeople(services: { database: Database; now(): number }): People {
  const { database, now } = services
  const query = queryBuilder<ServerTables>(database.dialect)

  /** Why the actor may not turn the person into `next`; undefined if they may. */
  function* refusal(actor: Identity, userId: string, next: WorkspaceRole | undefined) {
    const { workspaceId } = actor
    yield* lockMembers(query, workspaceId)
    const own = yield* memberRole(query, workspaceId, actor.userId)
    if (!mayManage(own)) return 'forbidden'
    const current = yield* memberRole(query, workspaceId, userId)
    if (!current) return 'not_found'
    if (!mayManage(own, current, next)) return 'only_owner'
    if (current !== 'owner' || next === 'owner') return undefined
    const owners = yield* rowsOf(
      query
        .selectFrom('workspace_members')
        .select('user_id')
        .where('workspace_id', '=', workspaceId)
        .where('role', '=', 'owner'),
    )
    return owners.length > 1 ? undefined : 'last_owner'
  }

  const pending = (workspaceId: string, userId: string) =>
    query
      .deleteFrom('invitations')
      .where('workspace_id', '=', workspaceId)
      .where('invited_by', '=', userId)
      .where('accepted_at', 'is', null)

  return {
    async list(workspaceId) {
      const people = await database.read(
        rowsOf(
          query
            .selectFrom('workspace_members as member')
            .innerJoin('auth_users as user', 'user.id', 'member.user_id')
            .select(['user.id', 'user.name', 'user.email', 'member.role', 'member.created_at as joinedAt'])
            .where('member.workspace_id', '=', workspaceId)
            .orderBy('member.created_at')
            .orderBy('user.id'),
        ),
      )
      const roles = await database.read(
        rowsOf(
          query
            .selectFrom('project_members as member')
            .innerJoin('projects as project', 'project.id', 'member.project_id')
            .select(['member.user_id', 'member.project_id as projectId', 'member.role'])
            .where('project.workspace_id', '=', workspaceId)
            .orderBy('project.id'),
        ),
      )
      const keys = await database.read(
        rowsOf(
          query
            .selectFrom('api_keys')
            .select(['user_id', (all) => all.fn.countAll<number>().as('count')])
            .where('workspace_id', '=', workspaceId)
            .groupBy('user_id'),
        ),
      )
      return people.map(({ role, ...person }) => ({
        ...person,
        role: Value.Parse(WorkspaceRole, role),
        projects: roles
          .filter(({ user_id }) => user_id === person.id)
          .map(({ projectId, role }) => ({ projectId, role: Value.Parse(MemberRole, role) })),
        keys: Number(keys.find(({ user_id }) => user_id === person.id)?.count ?? 0),
      }))
    },

    change(actor, userId, { role, projects }) {
      const { workspaceId } = actor
      return database.transact(
        function* (): Script<PeopleOutcome> {
          const refused = yield* refusal(actor, userId, role)
          if (refused) return { ok: false, refused }
          if (projects) {
            const known = yield* projectIds(query, workspaceId)
            const index = projects.findIndex(({ projectId }) => !known.has(projectId))
            if (index >= 0) return { ok: false, refused: 'project_not_found', index }
            yield* setProjects(query, { workspaceId, userId, projects })
          }
          if (role) {
            const row = query.updateTable('workspace_members').set({ role }).where('workspace_id', '=', workspaceId)
            yield* affectedBy(row.where('user_id', '=', userId))
            const invitations = pending(workspaceId, userId)
            if (role === 'member') yield* affectedBy(invitations)
            if (role === 'admin') yield* affectedBy(invitations.where('role', '=', 'owner'))
          }
          return { ok: true }
        },
        ({ ok }) => (ok ? [peopleTopic] : []),
      )
    },

    remove(actor, userId) {
      const { workspaceId } = actor
      return database.transact(
        function* (): Script<PeopleOutcome> {
          const refused = yield* refusal(actor, userId, undefined)
          if (refused) return { ok: false, refused }
          yield* setProjects(query, { workspaceId, userId, projects: [] })
          yield* affectedBy(pending(workspaceId, userId))
          for (const table of ['api_keys', 'workspace_members'] as const) {
            const rows = query.deleteFrom(table).where('workspace_id', '=', workspaceId)
            yield* affectedBy(rows.where('user_id', '=', userId))
          }
          yield* affectedBy(query.deleteFrom('auth_sessions').where('userId', '=', userId))
          const elsewhere = query.selectFrom('workspace_members').select('workspace_id').where('user_id', '=', userId)
          if ((yield* rowsOf(elsewhere.limit(1))).length === 0)
            yield* affectedBy(query.deleteFrom('auth_accounts').where('userId', '=', userId))
          return { ok: true }
        },
        ({ ok }) => (ok ? [peopleTopic] : []),
      )
    },

    async rename(userId, name) {
      const updatedAt = new Date(now()).toISOString()
      await database.write(
        affectedBy(query.updateTable('auth_users').set({ name: name.trim(), updatedAt }).where('id', '=', userId)),
      )
    },
  }
}
