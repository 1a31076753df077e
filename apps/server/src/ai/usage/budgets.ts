import {
  affectedBy,
  type Database,
  type Query,
  type QueryResult,
  queryBuilder,
  rowsOf,
  statement,
} from '@atelier/streams'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/**
 * The levels of a limit: one message and all that the agent does about it, one chat, a workspace's calendar month (UTC).
 */
export const levels = ['run', 'session', 'month'] as const
export type Level = (typeof levels)[number]

/** Null means no limit of that kind. */
export interface Limits {
  rounds: number | null
  toolCalls: number | null
  /** Input and output tokens of every bucket. */
  tokens: number | null
  wallMs: number | null
  microUsd: number | null
}
export type Budgets = Record<Level, Limits>

const unlimited: Limits = { rounds: null, toolCalls: null, tokens: null, wallMs: null, microUsd: null }

/** The limits until an admin sets others. */
export const defaultBudgets: Budgets = {
  run: { rounds: 50, toolCalls: 200, tokens: 5_000_000, wallMs: 3_600_000, microUsd: 5_000_000 },
  session: unlimited,
  month: unlimited,
}

/**
 * Tokens of models without a known price, per level, if money is limited and tokens are not: money cannot
 * hold such a model back.
 */
export const unpricedTokens: Record<Level, number> = { run: 5_000_000, session: 20_000_000, month: 200_000_000 }

export interface BudgetStore {
  of(workspaceId: string): Promise<Budgets>
  /** The levels that are given, whole. */
  set(workspaceId: string, change: Partial<Budgets>): Promise<void>
}

export function createBudgets(database: Database, now: () => number): BudgetStore {
  const db = queryBuilder<Tables>(database.dialect)
  return {
    async of(workspaceId) {
      const rows = await database.read(
        rowsOf(db.selectFrom('budgets').selectAll().where('workspace_id', '=', workspaceId)),
      )
      return toBudgets(rows)
    },
    async set(workspaceId, change) {
      for (const level of levels) {
        const limits = change[level]
        if (!limits) continue
        const values = {
          rounds: limits.rounds,
          tool_calls: limits.toolCalls,
          tokens: limits.tokens,
          wall_ms: limits.wallMs,
          micro_usd: limits.microUsd,
          updated_at: now(),
        }
        await database.write(
          affectedBy(
            db
              .insertInto('budgets')
              .values({ workspace_id: workspaceId, level, ...values })
              .onConflict((conflict) => conflict.columns(['workspace_id', 'level']).doUpdateSet(values)),
          ),
        )
      }
    },
  }
}

/** The same within a script, for who decides by it. */
export function* budgetsIn(database: Database, workspaceId: string): Generator<Query, Budgets, QueryResult> {
  return toBudgets(yield* rowsOf(budgetRows(database.dialect, { workspaceId })))
}

const budgetRows = statement((db: Kysely<Tables>, { workspaceId }: { workspaceId: string }) =>
  db.selectFrom('budgets').selectAll().where('workspace_id', '=', workspaceId),
)

function toBudgets(rows: readonly Tables['budgets'][]): Budgets {
  const of = (level: Level): Limits => {
    const row = rows.find((each) => each.level === level)
    if (!row) return defaultBudgets[level]
    const { rounds, tool_calls, tokens, wall_ms, micro_usd } = row
    return { rounds, toolCalls: tool_calls, tokens, wallMs: wall_ms, microUsd: micro_usd }
  }
  return { run: of('run'), session: of('session'), month: of('month') }
}
