import type { ImageBudget } from '@atelier/generate'
import type { Actor } from '@atelier/operation'
import { affectedBy, type Database, type Query, type QueryResult, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'
import { budgetsIn, levels } from './budgets.ts'
import { newEntry, settledEntry } from './entries.ts'
import { limitSentence } from './sentences.ts'
import { monthUnderLock, sumsOf } from './sums.ts'

interface PictureBudgetOptions {
  database: Database
  now(): number
  newId(): string
}

const noTokens = { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0, reasoning: 0 }

/**
 * Counts the pictures that a run pays for as usage of that run, within its limits of money and its generation's; what is reserved and never
 * settled counts as used when the run ends. A person who asks for pictures without the agent has no limit.
 */
export function createPictureBudgets({ database, now, newId }: PictureBudgetOptions) {
  const { dialect } = database
  const db = queryBuilder<Tables>(dialect)

  function* reserve(projectId: string, runId: string, id: string, model: string, microUsd: number) {
    const [run] = yield* rowsOf(
      db
        .selectFrom('runs')
        .innerJoin('sessions', 'sessions.id', 'runs.session_id')
        .select(['sessions.id as sessionId', 'sessions.workspace_id as workspaceId', 'sessions.user_id as userId'])
        .where('runs.id', '=', runId),
    )
    if (!run) return undefined
    const { sessionId, workspaceId, userId } = run
    if (dialect === 'postgres')
      yield* rowsOf(db.selectFrom('workspaces').select('id').where('id', '=', workspaceId).forNoKeyUpdate())
    const budgets = yield* budgetsIn(database, workspaceId)
    const own = yield* sumsOf(database, { runId })
    for (const level of levels) {
      const most = budgets[level].microUsd
      if (most === null) continue
      const { microUsd: used } =
        level === 'run'
          ? own
          : level === 'session'
            ? yield* sumsOf(database, { sessionId })
            : yield* monthUnderLock(database, workspaceId, now())
      if (used + microUsd > most) return limitSentence({ level, limit: 'money', most, used, next: microUsd }, own)
    }
    const [generation] = yield* rowsOf(
      db
        .selectFrom('generation_runs')
        .innerJoin('generations', 'generations.id', 'generation_runs.generation_id')
        .select(['generations.id', 'generations.budget_micro_usd as most'])
        .where('generation_runs.run_id', '=', runId),
    )
    if (generation && generation.most !== null) {
      const { id: generationId, most } = generation
      const { microUsd: used } = yield* sumsOf(database, { generationId })
      const level = 'generation' as const
      if (used + microUsd > most) return limitSentence({ level, limit: 'money', most, used, next: microUsd }, own)
    }
    yield* affectedBy(
      newEntry(dialect, {
        id,
        workspace_id: workspaceId,
        user_id: userId,
        project_id: projectId,
        session_id: sessionId,
        run_id: runId,
        scope: 'site',
        provider: 'together',
        model,
        status: 'reserved',
        input: 0,
        cache_read: 0,
        cache_write_5m: 0,
        cache_write_1h: 0,
        output: 0,
        reasoning: 0,
        tokens: 0,
        tool_calls: 0,
        cost_micro_usd: microUsd,
        created_at: now(),
      }),
    )
    return undefined
  }

  return (projectId: string, { runId }: Actor): ImageBudget => ({
    async reserve(model, costUsd) {
      if (runId === undefined) return { ok: true, settle: async () => {} }
      const id = newId()
      const work = (): Generator<Query, string | undefined, QueryResult> =>
        reserve(projectId, runId, id, model, Math.round(costUsd * 1e6))
      const problem = await database.transact(work)
      if (problem !== undefined) return { ok: false, problem }
      return {
        ok: true,
        async settle(spentUsd) {
          const microUsd = Math.round(spentUsd * 1e6)
          const settled = { id, ...noTokens, status: 'settled', tokens: 0, toolCalls: 0, microUsd }
          await database.write(affectedBy(settledEntry(dialect, settled)))
        },
      }
    },
  })
}
