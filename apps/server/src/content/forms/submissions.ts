import type { Submission, SubmissionService } from '@atelier/content'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'

/** Visitors' submissions, as the operations of one project and person see them. */
export function createSubmissions({
  database,
  now,
}: {
  database: Database
  now(): number
}): (projectId: string, userId: string) => SubmissionService {
  const db = queryBuilder<Tables>(database.dialect)

  return (projectId, userId) => ({
    async list({ models, locales, state, limit }) {
      if (models?.length === 0) return { submissions: [], total: 0 }
      const all = db
        .selectFrom('submissions')
        .where('project_id', '=', projectId)
        .where('state', '=', state)
        .$if(models !== undefined, (query) => query.where('model_id', 'in', models ?? []))
        .$if(locales !== undefined, (query) => query.where('locale', 'in', locales ?? []))
      const rows = await database.read(rowsOf(all.selectAll().orderBy('id', 'desc').limit(limit)))
      const [count] = await database.read(rowsOf(all.select(({ fn }) => fn.countAll<number>().as('count'))))
      return { submissions: rows.map(submissionOf), total: Number(count?.count ?? 0) }
    },
    async find(id) {
      const query = db.selectFrom('submissions').selectAll().where('project_id', '=', projectId).where('id', '=', id)
      const [row] = await database.read(rowsOf(query))
      return row && submissionOf(row)
    },
    async reject(id) {
      const query = db
        .updateTable('submissions')
        .set({ state: 'rejected', decided_by: userId, decided_at: now() })
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .where('state', '=', 'pending')
      return (await database.write(affectedBy(query))) > 0
    },
    async reopen(id) {
      const query = db
        .updateTable('submissions')
        .set({ state: 'pending', decided_by: null, decided_at: null })
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .where('state', 'in', ['rejected', 'spam'])
      return (await database.write(affectedBy(query))) > 0
    },
  })
}

function submissionOf(row: Tables['submissions']): Submission {
  const states = ['pending', 'approved', 'rejected', 'spam'] as const
  return {
    id: row.id,
    model: row.model_id,
    locale: row.locale,
    state: states.find((state) => state === row.state) ?? 'pending',
    data: JSON.parse(row.data),
    createdAt: row.created_at,
    ...(row.entry_id === null ? {} : { entryId: row.entry_id }),
  }
}
