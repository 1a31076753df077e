import type { Runner } from '@atelier/agent'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Identities } from '../auth/identity.ts'
import type { Tables } from '../database/tables.ts'
import type { Workspaces } from '../workspaces/workspaces.ts'

export interface AccessChangeServices {
  database: Database
  identities: Identities
  workspaces: Workspaces
  runner: Runner
}

/** After a change of what a person may do: stops their runs at work in projects where they may not write now. */
export async function stopRuns(
  { database, identities, workspaces, runner }: AccessChangeServices,
  workspaceId: string,
  userId: string,
): Promise<void> {
  const db = queryBuilder<Tables>(database.dialect)
  const active = await database.read(
    rowsOf(
      db
        .selectFrom('runs as run')
        .innerJoin('sessions as session', 'session.id', 'run.session_id')
        .select(['run.id', 'session.project_id as projectId'])
        .where('run.user_id', '=', userId)
        .where('session.workspace_id', '=', workspaceId)
        .where('run.ended_at', 'is', null),
    ),
  )
  const identity = await identities.member(userId, workspaceId)
  for (const { id, projectId } of active) {
    const access = identity && projectId !== null ? await workspaces.access(identity, projectId) : undefined
    const mayGoOn = projectId === null ? identity !== undefined : access?.capabilities.has('ai.tools.write')
    if (!mayGoOn) await runner.abort(id)
  }
}
