import {
  affectedBy,
  type Database,
  type Query,
  type QueryResult,
  queryBuilder,
  rowsOf,
  statement,
} from '@atelier/streams'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { monthStart } from './month.ts'

/** Summed usage: by requests that have ended, by those under way at their worst, and by those whose figures never came. */
export interface Sums {
  requests: number
  toolCalls: number
  tokens: number
  /** Those of models without a known price. */
  unpricedTokens: number
  microUsd: number
}

const nothing: Sums = { requests: 0, toolCalls: 0, tokens: 0, unpricedTokens: 0, microUsd: 0 }

function plus(one: Sums, other: Sums): Sums {
  return {
    requests: one.requests + other.requests,
    toolCalls: one.toolCalls + other.toolCalls,
    tokens: one.tokens + other.tokens,
    unpricedTokens: one.unpricedTokens + other.unpricedTokens,
    microUsd: one.microUsd + other.microUsd,
  }
}

function summing(db: Kysely<Tables>) {
  return db
    .selectFrom('usage_entries')
    .select([
      sql<number>`count(*)`.as('requests'),
      sql<number>`coalesce(sum(tool_calls), 0)`.as('toolCalls'),
      sql<number>`coalesce(sum(tokens), 0)`.as('tokens'),
      sql<number>`coalesce(sum(case when cost_micro_usd is null then tokens else 0 end), 0)`.as('unpricedTokens'),
      sql<number>`coalesce(sum(cost_micro_usd), 0)`.as('microUsd'),
    ])
}

/** The sums of a run, a session or a generation, within a script. */
export function* sumsOf(
  database: Database,
  reach: { runId: string } | { sessionId: string } | { generationId: string },
): Generator<Query, Sums, QueryResult> {
  const { dialect } = database
  const [sums] = yield* rowsOf(
    'runId' in reach
      ? sumsOfRun(dialect, reach)
      : 'sessionId' in reach
        ? sumsOfSession(dialect, reach)
        : sumsOfGeneration(dialect, reach),
  )
  return sums ?? nothing
}

const sumsOfRun = statement((db: Kysely<Tables>, { runId }: { runId: string }) =>
  summing(db).where('run_id', '=', runId),
)

const sumsOfSession = statement((db: Kysely<Tables>, { sessionId }: { sessionId: string }) =>
  summing(db).where('session_id', '=', sessionId),
)

const sumsOfGeneration = statement((db: Kysely<Tables>, { generationId }: { generationId: string }) =>
  summing(db).where(
    'run_id',
    'in',
    db.selectFrom('generation_runs').select('generation_runs.run_id').where('generation_id', '=', generationId),
  ),
)

/** A workspace's usage in the calendar month of `at`, within a script: what is kept of it, and what came after. */
export function* monthOf(database: Database, workspaceId: string, at: number): Generator<Query, Sums, QueryResult> {
  const { sums, until } = yield* keptOf(database, workspaceId, at)
  return plus(sums, yield* since(database, workspaceId, until))
}

/** A server's clock is never so far behind the others'; nor does it take so long to reserve a request. */
const lateMs = 600_000
/** Up to this many requests, adding up is faster than storing the sum. */
const few = 500

/**
 * The same for the holder of the workspace's lock: if many requests were added up, the sum of those that ended is stored,
 * so that the next caller adds up only what came after.
 */
export function* monthUnderLock(
  database: Database,
  workspaceId: string,
  at: number,
): Generator<Query, Sums, QueryResult> {
  const kept = yield* keptOf(database, workspaceId, at)
  const rest = yield* since(database, workspaceId, kept.until)
  if (rest.requests > few && at - lateMs > kept.until) yield* storeDay(database, workspaceId, at, kept)
  return plus(kept.sums, rest)
}

interface Kept {
  sums: Sums
  /** Requests before this time have all ended, and are in the sums. */
  until: number
}

function* keptOf(database: Database, workspaceId: string, at: number): Generator<Query, Kept, QueryResult> {
  const month = monthStart(at)
  const [row] = yield* rowsOf(
    queryBuilder<Tables>(database.dialect)
      .selectFrom('usage_months')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('month', '=', month),
  )
  if (!row) return { sums: nothing, until: month }
  const { requests, tool_calls, tokens, unpriced_tokens, micro_usd } = row
  const sums = { requests, toolCalls: tool_calls, tokens, unpricedTokens: unpriced_tokens, microUsd: micro_usd }
  return { sums, until: row.until }
}

function* storeDay(
  database: Database,
  workspaceId: string,
  at: number,
  { sums, until }: Kept,
): Generator<Query, void, QueryResult> {
  const db = queryBuilder<Tables>(database.dialect)
  const [first] = yield* rowsOf(
    db
      .selectFrom('usage_entries')
      .select(sql<number | null>`min(created_at)`.as('at'))
      .where('workspace_id', '=', workspaceId)
      .where('created_at', '>=', until)
      .where('status', '=', 'reserved'),
  )
  const next = Math.min(at - lateMs, first?.at ?? at)
  if (next <= until) return
  const more = yield* since(database, workspaceId, until, next)
  const all = plus(sums, more)
  const values = {
    until: next,
    requests: all.requests,
    tool_calls: all.toolCalls,
    tokens: all.tokens,
    unpriced_tokens: all.unpricedTokens,
    micro_usd: all.microUsd,
  }
  yield* affectedBy(
    db
      .insertInto('usage_months')
      .values({ workspace_id: workspaceId, month: monthStart(at), ...values })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'month']).doUpdateSet(values)),
  )
}

function* since(
  database: Database,
  workspaceId: string,
  from: number,
  until?: number,
): Generator<Query, Sums, QueryResult> {
  const rest = summing(queryBuilder<Tables>(database.dialect))
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>=', from)
  const [sums] = yield* rowsOf(until === undefined ? rest : rest.where('created_at', '<', until))
  return sums ?? nothing
}
