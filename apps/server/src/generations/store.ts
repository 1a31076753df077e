import type { DocumentTables } from '@atelier/documents'
import type { GenerationRow, GenerationRunRow, GenerationState, GenerationStep, PartRun } from '@atelier/generate'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { sql } from 'kysely'
import type { Tables } from '../database/tables.ts'

export interface Change {
  state?: GenerationState
  step?: GenerationStep
  why?: string | null
  startedAt?: number
  budgetMicroUsd?: number | null
}

export type GenerationStore = ReturnType<typeof createGenerationStore>

/** The rows of generations and of their runs. */
export function createGenerationStore(database: Database) {
  const db = queryBuilder<Tables & DocumentTables>(database.dialect)

  return {
    insert: (row: GenerationRow) => database.write(affectedBy(db.insertInto('generations').values(row))),

    async find(id: string): Promise<GenerationRow | undefined> {
      return (await database.read(rowsOf(db.selectFrom('generations').selectAll().where('id', '=', id))))[0]
    },

    list: (projectId: string): Promise<GenerationRow[]> =>
      database.read(
        rowsOf(
          db.selectFrom('generations').selectAll().where('project_id', '=', projectId).orderBy('id', 'desc').limit(50),
        ),
      ),

    /** Those at work in the same project that were started before this one, in their order. */
    async startedBefore(row: GenerationRow): Promise<GenerationRow[]> {
      const rows = await database.read(
        rowsOf(
          db
            .selectFrom('generations')
            .selectAll()
            .where('project_id', '=', row.project_id)
            .where('state', '=', 'running')
            .where('id', '!=', row.id)
            .orderBy('started_at')
            .orderBy('id'),
        ),
      )
      const at = Number(row.started_at)
      return rows.filter((other) => {
        const began = Number(other.started_at)
        return began < at || (began === at && other.id < row.id)
      })
    },

    /** Those that have something to do. */
    async active(): Promise<string[]> {
      const rows = await database.read(
        rowsOf(db.selectFrom('generations').select('id').where('state', 'in', ['planning', 'running'])),
      )
      return rows.map(({ id }) => id)
    },

    /** Changes a generation as it was read; false if it has changed since. */
    async change(row: GenerationRow, { state, step, why, startedAt, budgetMicroUsd }: Change): Promise<boolean> {
      const changed = await database.write(
        affectedBy(
          db
            .updateTable('generations')
            .set({
              version: row.version + 1,
              ...(state === undefined ? {} : { state }),
              ...(step === undefined ? {} : { step }),
              ...(why === undefined ? {} : { why }),
              ...(startedAt === undefined ? {} : { started_at: startedAt }),
              ...(budgetMicroUsd === undefined ? {} : { budget_micro_usd: budgetMicroUsd }),
            })
            .where('id', '=', row.id)
            .where('version', '=', row.version),
        ),
      )
      return changed > 0
    },

    /** Keeps that a run writes a part; false if another one does. */
    async addRun(run: GenerationRunRow): Promise<boolean> {
      const added = await database.write(
        affectedBy(
          db
            .insertInto('generation_runs')
            .values(run)
            .onConflict((conflict) => conflict.doNothing()),
        ),
      )
      return added > 0
    },

    async runs(generationId: string): Promise<PartRun[]> {
      const rows = await database.read(
        rowsOf(
          db
            .selectFrom('generation_runs')
            .leftJoin('runs', 'runs.id', 'generation_runs.run_id')
            .leftJoin('change_sets', 'change_sets.id', 'generation_runs.run_id')
            .selectAll('generation_runs')
            .select(['runs.status', 'runs.error', 'change_sets.state as changes'])
            .where('generation_id', '=', generationId)
            .orderBy('generation_runs.run_id'),
        ),
      )
      return rows.map(({ changes, ...row }) => ({
        ...row,
        status: row.status ?? undefined,
        isUndone: changes === null ? undefined : changes === 'undone',
      }))
    },

    async ofRun(runId: string): Promise<GenerationRunRow | undefined> {
      const query = db.selectFrom('generation_runs').selectAll().where('run_id', '=', runId)
      return (await database.read(rowsOf(query)))[0]
    },

    /** The generation in one of whose pages' conversations a run is; undefined if it is in none. */
    async ofConversation(runId: string): Promise<string | undefined> {
      const query = db
        .selectFrom('generation_runs')
        .innerJoin('runs', 'runs.session_id', 'generation_runs.session_id')
        .select('generation_runs.generation_id as id')
        .where('runs.id', '=', runId)
        .limit(1)
      return (await database.read(rowsOf(query)))[0]?.id
    },

    settle: (runId: string, outcome: string, why: string | undefined) =>
      database.write(
        affectedBy(
          db
            .updateTable('generation_runs')
            .set({ outcome, why: why ?? null })
            .where('run_id', '=', runId)
            .where('outcome', '=', 'pending'),
        ),
      ),

    decide: (generationId: string, page: string, decision: string | null) =>
      database.write(
        affectedBy(
          db
            .updateTable('generation_runs')
            .set({ decision })
            .where('generation_id', '=', generationId)
            .where('step', '=', 'pages')
            .where('page', '=', page),
        ),
      ),

    /** In dollars, of all runs. Requests under way, which are reserved at their worst, count once they have ended. */
    async spentUsd(generationId: string): Promise<number> {
      const runs = db
        .selectFrom('generation_runs')
        .select('generation_runs.run_id')
        .where('generation_id', '=', generationId)
      const query = db
        .selectFrom('usage_entries')
        .select(sql<number>`coalesce(sum(cost_micro_usd), 0)`.as('microUsd'))
        .where('run_id', 'in', runs)
        .where('status', '!=', 'reserved')
      return Number((await database.read(rowsOf(query)))[0]?.microUsd ?? 0) / 1e6
    },

    /** Whether the changes of all its runs were taken back. */
    async isUndone(groupId: string): Promise<boolean> {
      const query = db.selectFrom('change_sets').select('state').where('id', '=', groupId)
      return (await database.read(rowsOf(query)))[0]?.state === 'undone'
    },
  }
}
