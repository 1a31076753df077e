import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { sql } from 'kysely'
import type { RepositoryTables } from '../contract/tables.ts'

/** How many of a project's last numbers are looked at. */
const MOST = 50

/** Those of these projects that have a merge, or edits of a finished run, to write: it is written at once. */
export async function projectsToWriteAtOnce(database: Database, projectIds: readonly string[]): Promise<Set<string>> {
  if (projectIds.length === 0) return new Set()
  const db = queryBuilder<RepositoryTables>(database.dialect)
  const pending = db
    .selectFrom('content_projects as project')
    .innerJoin('content_changes as change', (join) =>
      join
        .onRef('change.project_id', '=', 'project.project_id')
        .onRef('change.seq', '>', 'project.written_seq')
        .on('change.seq', '>', sql<number>`${sql.ref('project.seq')} - ${sql.lit(MOST)}`),
    )
    .select('change.project_id')
    .where('project.project_id', 'in', projectIds)
    .distinct()
  const merges = pending
    .where('change.kind', '=', 'branch')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('content_changes as other')
          .select('other.seq')
          .whereRef('other.project_id', '=', 'change.project_id')
          .whereRef('other.seq', '=', 'change.seq')
          .where('other.kind', '!=', 'branch'),
      ),
    )
  const ofRuns = pending.select('change.origin').where('change.origin', 'like', '%"runId"%')
  const found = new Set((await database.read(rowsOf(merges))).map(({ project_id }) => project_id))
  const byRun = new Map<string, string>()
  for (const { project_id, origin } of await database.read(rowsOf(ofRuns))) {
    const { runId }: { runId?: string } = JSON.parse(origin)
    if (runId !== undefined) byRun.set(runId, project_id)
  }
  if (byRun.size === 0) return found
  const ended = db
    .selectFrom('runs')
    .select('id')
    .where('id', 'in', [...byRun.keys()])
    .where('ended_at', 'is not', null)
  for (const { id } of await database.read(rowsOf(ended))) {
    const projectId = byRun.get(id)
    if (projectId !== undefined) found.add(projectId)
  }
  return found
}
