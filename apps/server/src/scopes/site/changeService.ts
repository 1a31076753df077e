import { activeStatuses } from '@atelier/agent'
import type { Documents, DocumentTables } from '@atelier/documents'
import type { ChangeService } from '@atelier/site'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'

/** The heads of a project's documents, and what was changed; documents and runs of other projects are unknown. */
export function createChangeService(database: Database, documents: Documents, project: { id: string }): ChangeService {
  const db = queryBuilder<Tables & DocumentTables>(database.dialect)
  const own = documents.inProject(project.id).live
  /** The newest change set before a run's own in its conversation that is not undone. */
  const lastBefore = async (runId: string) => {
    const query = db
      .selectFrom('change_sets')
      .innerJoin('runs', 'runs.id', 'change_sets.run_id')
      .innerJoin('runs as own', 'own.session_id', 'runs.session_id')
      .select('change_sets.id')
      .where('own.id', '=', runId)
      .where('runs.id', '!=', runId)
      .where('change_sets.project_id', '=', project.id)
      .where('change_sets.state', '!=', 'undone')
      .orderBy('change_sets.created_at', 'desc')
      .orderBy('change_sets.id', 'desc')
      .limit(1)
    return (await database.read(rowsOf(query)))[0]?.id
  }
  const isActive = async (runId: string) => {
    const query = db.selectFrom('runs').select('id').where('id', '=', runId).where('status', 'in', activeStatuses)
    return (await database.read(rowsOf(query))).length > 0
  }
  const ofSet = async (changeSetId: string) => {
    const set = await documents.changes(changeSetId)
    if (set?.projectId !== project.id || set.state !== 'applied') return undefined
    return set.documents.map(({ documentId, kind, created, patches, rules }) => ({
      documentId,
      kind,
      created,
      patches,
      rules,
    }))
  }
  return {
    since: async (documentId, head) => ((await own(documentId)) ? documents.writtenSince(documentId, head) : undefined),
    head: async (documentId) => (await own(documentId))?.head,
    async ofRun(runId, which) {
      const id = which === 'this' ? runId : await lastBefore(runId)
      return id === undefined ? undefined : await ofSet(id)
    },
    async ofSet(changeSetId) {
      // Looked at first: a run that has ended adds nothing to what is read after it. Its change set has its id.
      return (await isActive(changeSetId)) ? 'atWork' : await ofSet(changeSetId)
    },
  }
}
