import { contextTokens, promptTokens } from '@atelier/agent'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { daysBetween, localDayKeyFactory } from './localDay.ts'
import { monthOf, type Sums, sumsOf } from './sums.ts'

/** Sums over the requests of a window. Reasoning is part of completion. */
export interface UsageRow {
  requests: number
  /** All input, including the cache. */
  inputTokens: number
  /** As the `usage` event of a run has it: Anthropic's input without the cache, elsewhere all input. */
  promptTokens: number
  completionTokens: number
  cacheReadTokens: number
  cacheCreationTokens: number
  reasoningTokens: number
  /** The cost of requests with a known price. */
  costUsd: number
  /** Requests of models without a known price. */
  unpricedRequests: number
  /** Requests whose figures are estimates, because the provider sent none. */
  estimatedRequests: number
}

export interface UsageRollups {
  totals: UsageRow
  /** Dearest first, like the two that follow. */
  byUser: (UsageRow & { userId: string; name: string })[]
  byScope: (UsageRow & { scope: string })[]
  byModel: (UsageRow & { provider: string; model: string })[]
  /** Every calendar day of the window in the viewer's zone, those without use too. */
  byDay: (UsageRow & { day: string })[]
}

export interface UsageReader {
  /** @throws RangeError if there is no such time zone */
  rollups(workspaceId: string, since: number, timeZone: string): Promise<UsageRollups>
  /** The usage of a session, and of the workspace in this month. Requests under way count at their worst. */
  sums(workspaceId: string, sessionId: string | undefined): Promise<{ session?: Sums; month: Sums }>
}

/** Zones are whole quarters of an hour apart from UTC, so that no quarter belongs to two days. */
const quarterMs = 900_000
/** Longer windows list only the days with use. */
const filledDays = 400

export interface UsageOptions {
  database: Database
  now(): number
}

export function createUsage({ database, now }: UsageOptions): UsageReader {
  const db = queryBuilder<Tables>(database.dialect)
  return {
    async rollups(workspaceId, since, timeZone) {
      const dayOf = localDayKeyFactory(timeZone)
      const rows = await cellsOf(database, workspaceId, since)
      const people = await database.read(
        rowsOf(
          db
            .selectFrom('auth_users')
            .select(['id', 'name'])
            .where('id', 'in', [...new Set(rows.map(({ userId }) => userId)), '']),
        ),
      )
      const names = new Map(people.map(({ id, name }) => [id, name]))
      const days = sumBy(rows, ({ quarter }) => dayOf(quarter * quarterMs))
      const all = daysBetween(dayOf(since), dayOf(now()))
      const shown = all.length <= filledDays ? all : [...days.keys()].sort()
      return {
        totals: rows.reduce(addUsage, nothing),
        byUser: dearest(sumBy(rows, ({ userId }) => userId)).map(([userId, row]) => ({
          userId,
          name: names.get(userId) ?? 'Former member',
          ...row,
        })),
        byScope: dearest(sumBy(rows, ({ scope }) => scope)).map(([scope, row]) => ({ scope, ...row })),
        byModel: dearest(sumBy(rows, ({ provider, model }) => `${provider} ${model}`)).map(([key, row]) => {
          const space = key.indexOf(' ')
          return { provider: key.slice(0, space), model: key.slice(space + 1), ...row }
        }),
        byDay: shown.map((day) => ({ day, ...(days.get(day) ?? nothing) })),
      }
    },
    sums: (workspaceId, sessionId) =>
      database.read(
        (function* () {
          const month = yield* monthOf(database, workspaceId, now())
          return sessionId === undefined ? { month } : { month, session: yield* sumsOf(database, { sessionId }) }
        })(),
      ),
  }
}

type Cell = UsageRow & { userId: string; scope: string; provider: string; model: string; quarter: number }

/** The requests of a window that have ended, summed as finely as any of the rollups looks at them. */
async function cellsOf(database: Database, workspaceId: string, since: number): Promise<Cell[]> {
  const quarter = sql<number>`created_at / ${sql.lit(quarterMs)}`
  const rows = await database.read(
    rowsOf(
      queryBuilder<Tables>(database.dialect)
        .selectFrom('usage_entries')
        .select([
          'user_id as userId',
          'scope',
          'provider',
          'model',
          quarter.as('quarter'),
          sql<number>`count(*)`.as('requests'),
          sql<number>`sum(input)`.as('input'),
          sql<number>`sum(output)`.as('completionTokens'),
          sql<number>`sum(cache_read)`.as('cacheReadTokens'),
          sql<number>`sum(cache_write_5m)`.as('cacheWrite5m'),
          sql<number>`sum(cache_write_1h)`.as('cacheWrite1h'),
          sql<number>`sum(reasoning)`.as('reasoningTokens'),
          sql<number>`coalesce(sum(cost_micro_usd), 0)`.as('microUsd'),
          sql<number>`sum(case when cost_micro_usd is null then 1 else 0 end)`.as('unpricedRequests'),
          sql<number>`sum(case when status = 'estimated' then 1 else 0 end)`.as('estimatedRequests'),
        ])
        .where('workspace_id', '=', workspaceId)
        .where('created_at', '>=', since)
        .where('status', '!=', 'reserved')
        .groupBy(['user_id', 'scope', 'provider', 'model', quarter]),
    ),
  )
  return rows.map(({ microUsd, input, cacheWrite5m, cacheWrite1h, ...row }) => {
    const usage = { input, cacheRead: row.cacheReadTokens, cacheWrite5m, cacheWrite1h }
    return {
      ...row,
      inputTokens: contextTokens(usage),
      promptTokens: promptTokens(row.provider, usage),
      cacheCreationTokens: cacheWrite5m + cacheWrite1h,
      costUsd: microUsd / 1e6,
    }
  })
}

const nothing: UsageRow = {
  requests: 0,
  inputTokens: 0,
  promptTokens: 0,
  completionTokens: 0,
  cacheReadTokens: 0,
  cacheCreationTokens: 0,
  reasoningTokens: 0,
  costUsd: 0,
  unpricedRequests: 0,
  estimatedRequests: 0,
}

function addUsage(sum: UsageRow, more: UsageRow): UsageRow {
  return {
    requests: sum.requests + more.requests,
    inputTokens: sum.inputTokens + more.inputTokens,
    promptTokens: sum.promptTokens + more.promptTokens,
    completionTokens: sum.completionTokens + more.completionTokens,
    cacheReadTokens: sum.cacheReadTokens + more.cacheReadTokens,
    cacheCreationTokens: sum.cacheCreationTokens + more.cacheCreationTokens,
    reasoningTokens: sum.reasoningTokens + more.reasoningTokens,
    // Whole millionths, so that many small sums add up to the same in any order.
    costUsd: Math.round((sum.costUsd + more.costUsd) * 1e6) / 1e6,
    unpricedRequests: sum.unpricedRequests + more.unpricedRequests,
    estimatedRequests: sum.estimatedRequests + more.estimatedRequests,
  }
}

function sumBy(rows: readonly Cell[], keyOf: (row: Cell) => string): Map<string, UsageRow> {
  const sums = new Map<string, UsageRow>()
  for (const row of rows) {
    const key = keyOf(row)
    sums.set(key, addUsage(sums.get(key) ?? nothing, row))
  }
  return sums
}

function dearest(sums: ReadonlyMap<string, UsageRow>): [string, UsageRow][] {
  return [...sums].sort(([, one], [, other]) => other.costUsd - one.costUsd || tokens(other) - tokens(one))
}

function tokens(row: UsageRow): number {
  return row.inputTokens + row.completionTokens
}
