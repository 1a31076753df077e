import { type Database, type Query, type QueryResult, queryBuilder, rowsOf } from '@atelier/streams'
import { sql } from 'kysely'
import type { Tables } from '../../tables.ts'
import { monthStart } from './month.ts'

/** What was used: by requests that have ended, by those under way at their worst, and by those nobody learned of. */
export interface Sums {
  requests: number
  toolCalls: number
  tokens: number
  /** Those of models without a known price. */
  unpricedTokens: number
  microUsd: number
}

export type Reach = { runId: string } | { sessionId: string } | { workspaceId: string; at: number }

/** The sums of a run, a session, or a workspace's month, within a script. */
export function* sumsOf(database: Database, reach: Reach): Generator<Query, Sums, QueryResult> {
  const db = queryBuilder<Tables>(database.dialect)
  const all = db
    .selectFrom('usage_entries')
    .select([
      sql<number>`count(*)`.as('requests'),
      sql<number>`coalesce(sum(tool_calls), 0)`.as('toolCalls'),
      sql<number>`coalesce(sum(tokens), 0)`.as('tokens'),
      sql<number>`coalesce(sum(case when cost_micro_usd is null then tokens else 0 end), 0)`.as('unpricedTokens'),
      sql<number>`coalesce(sum(cost_micro_usd), 0)`.as('microUsd'),
    ])
  const query =
    'runId' in reach
      ? all.where('run_id', '=', reach.runId)
      : 'sessionId' in reach
        ? all.where('session_id', '=', reach.sessionId)
        : all.where('workspace_id', '=', reach.workspaceId).where('created_at', '>=', monthStart(reach.at))
  const [sums] = yield* rowsOf(query)
  return sums ?? { requests: 0, toolCalls: 0, tokens: 0, unpricedTokens: 0, microUsd: 0 }
}
