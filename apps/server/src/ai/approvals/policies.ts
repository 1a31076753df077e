import { affectedBy, type Database, type Query, queryBuilder, rowsOf } from '@atelier/streams'
import { digest } from '../../auth/secrets.ts'
import type { Tables } from '../../database/tables.ts'

/** How far a person's approval reaches beyond the one call. */
export type Reach = 'operation' | 'session'

/** Whose policies count for a call, and what they could cover. */
export interface Covered {
  userId: string
  workspaceId: string
  projectId: string
  sessionId: string
  /** The operation's id. */
  operation: string
}

/** A standing approval: of one operation in one project, or of everything in one session. */
export type Policy = { id: string; createdAt: number } & (
  | { reach: 'operation'; projectId: string; projectName: string; operation: string }
  | { reach: 'session'; sessionId: string; sessionTitle?: string; projectId?: string }
)

export interface Policies {
  /** Which of the person's policies lets this call through; undefined if they want to be asked. */
  covering(call: Covered): Promise<Reach | undefined>
  /** Creates a policy as part of a commit; an existing one stays as it is. */
  keep(reach: Reach, call: Covered, now: number): Query
  /** The person's own, newest first; those of deleted projects and sessions are left out. */
  list(userId: string, workspaceId: string): Promise<Policy[]>
  /** False if they have no such policy. */
  withdraw(userId: string, workspaceId: string, id: string): Promise<boolean>
  withdrawAll(userId: string, workspaceId: string): Promise<void>
}

export function createPolicies(database: Database): Policies {
  const db = queryBuilder<Tables>(database.dialect)
  return {
    async covering({ userId, workspaceId, projectId, sessionId, operation }) {
      const rows = await database.read(
        rowsOf(
          db
            .selectFrom('approval_policies')
            .select('session_id')
            .where('user_id', '=', userId)
            .where('workspace_id', '=', workspaceId)
            .where((where) =>
              where.or([
                where('session_id', '=', sessionId),
                where.and([where('project_id', '=', projectId), where('operation', '=', operation)]),
              ]),
            ),
        ),
      )
      if (rows.length === 0) return undefined
      return rows.some((row) => row.session_id === sessionId) ? 'session' : 'operation'
    },
    keep(reach, { userId, workspaceId, projectId, sessionId, operation }, now) {
      const about = reach === 'session' ? ['session', sessionId] : ['operation', projectId, operation]
      return db
        .insertInto('approval_policies')
        .values({
          // The same policy is the same row, however many tabs ask for it.
          id: digest(JSON.stringify([workspaceId, userId, ...about])).slice(0, 32),
          workspace_id: workspaceId,
          user_id: userId,
          project_id: reach === 'operation' ? projectId : null,
          operation: reach === 'operation' ? operation : null,
          session_id: reach === 'session' ? sessionId : null,
          created_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .compile()
    },
    async list(userId, workspaceId) {
      const rows = await database.read(
        rowsOf(
          db
            .selectFrom('approval_policies as policy')
            .leftJoin('projects as project', 'project.id', 'policy.project_id')
            .leftJoin('sessions as session', (join) =>
              join.onRef('session.id', '=', 'policy.session_id').on('session.deleted_at', 'is', null),
            )
            .select(['policy.id', 'policy.operation', 'policy.created_at'])
            .select(['project.id as project_id', 'project.name as project_name'])
            .select(['session.id as session_id', 'session.title', 'session.project_id as session_project_id'])
            .where('policy.user_id', '=', userId)
            .where('policy.workspace_id', '=', workspaceId)
            .orderBy('policy.created_at', 'desc'),
        ),
      )
      return rows.flatMap((row): Policy[] => {
        const { id, created_at: createdAt, operation, session_id: sessionId, session_project_id: projectId } = row
        if (sessionId !== null) {
          const title = row.title === null ? {} : { sessionTitle: row.title }
          return [
            { id, createdAt, reach: 'session', sessionId, ...title, ...(projectId === null ? {} : { projectId }) },
          ]
        }
        if (operation === null || row.project_id === null) return []
        const projectName = row.project_name ?? ''
        return [{ id, createdAt, reach: 'operation', projectId: row.project_id, projectName, operation }]
      })
    },
    async withdraw(userId, workspaceId, id) {
      const affected = await database.write(
        affectedBy(
          db
            .deleteFrom('approval_policies')
            .where('id', '=', id)
            .where('user_id', '=', userId)
            .where('workspace_id', '=', workspaceId),
        ),
      )
      return affected > 0
    },
    async withdrawAll(userId, workspaceId) {
      await database.write(
        affectedBy(
          db.deleteFrom('approval_policies').where('user_id', '=', userId).where('workspace_id', '=', workspaceId),
        ),
      )
    },
  }
}
