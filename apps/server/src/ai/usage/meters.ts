import {
  costOf,
  type Exhausted,
  isScripted,
  type Meter,
  type MeteredRequest,
  type Price,
  type ProviderError,
  type RequestEnd,
  type Reservation,
  type Settlement,
  type Spent,
  type StopCondition,
  type Usage,
  worstCost,
} from '@atelier/agent'
import { affectedBy, type Database, type Query, type QueryResult, queryBuilder, rowsOf } from '@atelier/streams'
import { sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { GenerationBudget } from '../../operations/runTask.ts'
import { type Budgets, budgetsIn, type Level, type Limits, levels, unpricedTokens } from './budgets.ts'
import { anyReserved, leftReserved, newEntry, settledEntry, startedAt, waitsOf } from './entries.ts'
import { monthStart } from './month.ts'
import { limitSentence, type Reached } from './sentences.ts'
import { monthUnderLock, type Sums, sumsOf } from './sums.ts'

/** A run as it is metered. */
export interface MeteredRun {
  runId: string
  sessionId: string
  workspaceId: string
  userId: string
  projectId: string | null
  scope: string
  provider: string
  model: string
  /** Undefined if it is not known. */
  price: Price | undefined
  generation?: GenerationBudget
}

/** The limits of a run: goes into its `PreparedRun` as it is. */
export interface RunLimits {
  /** Absent for a rehearsal: its scripts cost nothing and do not count as usage. */
  meter?: Meter
  stopWhen: readonly StopCondition[]
  maxRounds: number
  spent?: Spent
}

export interface Meters {
  /**
   * Opens the meter of a run that was just claimed. Requests that a killed runner has left reserved count from here on
   * as used at their worst, as estimates.
   */
  open(run: MeteredRun): Promise<RunLimits>
  /** For the commit that ends a run: what is still reserved for it counts as used. */
  ended(runId: string): Query[]
}

export interface MetersOptions {
  database: Database
  now(): number
  newId(): string
}

/** When a run has to end, and by which limit. */
interface Deadline {
  at: number
  reached: Reached
}

export function createMeters({ database, now, newId }: MetersOptions): Meters {
  const { dialect } = database
  const db = queryBuilder<Tables>(dialect)

  /** Requests of one workspace that limits hold together look at their sums one after the other. */
  function* inTurn(workspaceId: string): Generator<Query, void, QueryResult> {
    if (database.dialect !== 'postgres') return
    yield* rowsOf(db.selectFrom('workspaces').select('id').where('id', '=', workspaceId).forNoKeyUpdate())
  }

  function* reserve(run: MeteredRun, request: MeteredRequest, id: string, at: number) {
    const tokens = request.inputTokens + request.maxOutputTokens
    const microUsd = run.price ? worstCost(request.inputTokens, request.maxOutputTokens, run.price) : null
    const budgets = yield* budgetsIn(database, run.workspaceId)
    if (Object.values(budgets.month).some((limit) => limit !== null)) yield* inTurn(run.workspaceId)
    const own = yield* sumsOf(database, { runId: run.runId })
    let callsLeft: number | undefined
    for (const level of levels) {
      const limits = budgets[level]
      if (Object.values(limits).every((limit) => limit === null)) continue
      const sums =
        level === 'run'
          ? own
          : level === 'session'
            ? yield* sumsOf(database, { sessionId: run.sessionId })
            : yield* monthUnderLock(database, run.workspaceId, at)
      const reached = reachedBy(level, limits, sums, { tokens, microUsd })
      if (reached) return { ok: false as const, limit: reached.limit, message: limitSentence(reached, own) }
      if (limits.toolCalls !== null)
        callsLeft = Math.min(callsLeft ?? Number.POSITIVE_INFINITY, limits.toolCalls - sums.toolCalls)
    }
    if (run.generation && microUsd !== null) {
      const reached = yield* reachedOf(run, run.generation, own, microUsd)
      if (reached) return { ok: false as const, limit: reached.limit, message: limitSentence(reached, own) }
    }
    yield* affectedBy(
      newEntry(dialect, {
        id,
        workspace_id: run.workspaceId,
        user_id: run.userId,
        project_id: run.projectId,
        session_id: run.sessionId,
        run_id: run.runId,
        scope: run.scope,
        provider: run.provider,
        model: run.model,
        status: 'reserved',
        input: request.inputTokens,
        cache_read: 0,
        cache_write_5m: 0,
        cache_write_1h: 0,
        output: request.maxOutputTokens,
        reasoning: 0,
        tokens,
        tool_calls: 0,
        cost_micro_usd: microUsd,
        created_at: at,
      }),
    )
    return { ok: true as const, own, callsLeft }
  }

  /** The limit of a generation, or of one run's share of it, that the next request could break. */
  function* reachedOf(run: MeteredRun, { id, microUsd, share }: GenerationBudget, own: Sums, next: number) {
    yield* inTurn(run.workspaceId)
    const all = yield* sumsOf(database, { generationId: id })
    const level = 'generation' as const
    if (all.microUsd + next > microUsd)
      return { level, limit: 'money' as const, most: microUsd, used: all.microUsd, next }
    if (own.microUsd > 0 && own.microUsd + next > share)
      return { level, limit: 'money' as const, most: share, used: own.microUsd, next }
    return undefined
  }

  const settle = (
    run: MeteredRun,
    request: MeteredRequest,
    id: string,
    given: Partial<Usage>,
    end: RequestEnd,
    callsLeft = Number.POSITIVE_INFINITY,
  ): Settlement => {
    const { usage, estimated } = figuresOf(request, given, end)
    const microUsd =
      end.costUsd !== undefined ? Math.ceil(end.costUsd * 1e6 - 1e-6) : run.price ? costOf(usage, run.price) : null
    const row = settledEntry(dialect, {
      id,
      ...usage,
      status: estimated ? 'estimated' : 'settled',
      tokens: tokensOf(usage),
      toolCalls: Math.min(end.toolCalls, callsLeft),
      microUsd,
    })
    return { rows: [row], usage, estimated, ...(microUsd === null ? {} : { costUsd: microUsd / 1e6 }) }
  }

  /** Usage before this claim, if a runner was killed; undefined if the run's record knows it all. */
  function* spentBefore(runId: string): Generator<Query, Spent | undefined, QueryResult> {
    if ((yield* affectedBy(leftReserved(dialect, { runId }))) === 0) return undefined
    const sum = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`
    const [row] = yield* rowsOf(
      db
        .selectFrom('usage_entries')
        .select([
          sum('input').as('input'),
          sum('cache_read').as('cacheRead'),
          sum('cache_write_5m').as('cacheWrite5m'),
          sum('cache_write_1h').as('cacheWrite1h'),
          sum('output').as('output'),
          sum('reasoning').as('reasoning'),
          sql<number | null>`sum(cost_micro_usd)`.as('microUsd'),
        ])
        .where('run_id', '=', runId),
    )
    if (!row) return undefined
    const { microUsd, ...usage } = row
    return { usage, ...(microUsd === null ? {} : { costUsd: microUsd / 1e6 }) }
  }

  /** When the run has to end, by the nearest limit of time; the time in which it waited for a person is its own. */
  function* deadline(run: MeteredRun, budgets: Budgets, at: number) {
    const [row] = yield* rowsOf(startedAt(dialect, { runId: run.runId }))
    const began = row?.started_at ?? at
    const waits = yield* rowsOf(waitsOf(dialect, { runId: run.runId }))
    const waited = unionOf(waits.map((wait) => [wait.created_at, wait.decided_at ?? Math.min(at, wait.expires_at)]))
    let nearest: Deadline | undefined
    for (const level of levels) {
      const most = budgets[level].wallMs
      if (most === null) continue
      const before = level === 'run' ? 0 : yield* wallOf(run, level, at)
      const ends = began + waited + Math.max(0, most - before)
      if (!nearest || ends < nearest.at)
        nearest = { at: ends, reached: { level, limit: 'wallTime', most, used: most, next: 0 } }
    }
    return nearest
  }

  /** Milliseconds that the other runs of the session or the month were at work. */
  function* wallOf(run: MeteredRun, level: Level, at: number): Generator<Query, number, QueryResult> {
    let query = db
      .selectFrom('runs')
      .innerJoin('sessions', 'sessions.id', 'runs.session_id')
      .select(sql<number>`coalesce(sum(coalesce(runs.ended_at, ${sql.lit(at)}) - runs.started_at), 0)`.as('ms'))
      .where('runs.started_at', 'is not', null)
      .where('runs.id', '!=', run.runId)
    query =
      level === 'session'
        ? query.where('runs.session_id', '=', run.sessionId)
        : query.where('sessions.workspace_id', '=', run.workspaceId).where('runs.started_at', '>=', monthStart(at))
    const [row] = yield* rowsOf(query)
    return row?.ms ?? 0
  }

  function* opening(run: MeteredRun, at: number) {
    const budgets = yield* budgetsIn(database, run.workspaceId)
    const until = yield* deadline(run, budgets, at)
    const left = yield* rowsOf(anyReserved(dialect, { runId: run.runId }))
    return { budgets, until, left: left.length > 0 }
  }

  return {
    async open(run) {
      const { budgets, until, left } = await database.read(opening(run, now()), 'committed')
      const spent = left ? await database.transact(() => spentBefore(run.runId)) : undefined
      const meter: Meter = {
        async reserve(request) {
          const id = newId()
          const outcome: { ok: true; own: Sums; callsLeft: number | undefined } | Exhausted = await database.transact(
            () => reserve(run, request, id, now()),
          )
          if (!outcome.ok) return outcome
          const { own, callsLeft } = outcome
          return {
            ok: true,
            ...(until ? { until: ending(until, own) } : {}),
            ...(callsLeft === undefined ? {} : { callsLeft }),
            settle: (usage, end) => settle(run, request, id, usage, end, callsLeft),
          }
        },
      }
      return {
        ...(isScripted(run.provider) ? {} : { meter }),
        stopWhen: [runCondition(budgets.run, until)],
        maxRounds: Number.POSITIVE_INFINITY,
        ...(spent ? { spent } : {}),
      }
    },
    ended: (runId) => [leftReserved(dialect, { runId })],
  }
}

/** The end of a request, with what the run will have done by then. */
function ending({ at, reached }: Deadline, own: Sums): NonNullable<Reservation['until']> {
  const message = limitSentence(reached, { requests: own.requests + 1, toolCalls: own.toolCalls })
  return { at, limit: reached.limit, message }
}

/** The limits that the run's own record can check; shared ones are checked as each request is reserved. */
function runCondition(limits: Limits, until: Deadline | undefined): StopCondition {
  return ({ rounds, calls, now }) => {
    // An answer may have asked for more than was left; those calls were not run.
    const toolCalls = Math.min(calls.length, limits.toolCalls ?? Number.POSITIVE_INFINITY)
    const stop = (reached: Reached) => ({
      reason: 'budget',
      limit: reached.limit,
      sentence: limitSentence(reached, { requests: rounds, toolCalls }),
    })
    if (limits.rounds !== null && rounds >= limits.rounds)
      return stop({ level: 'run', limit: 'rounds', most: limits.rounds, used: rounds, next: 0 })
    if (limits.toolCalls !== null && toolCalls >= limits.toolCalls)
      return stop({ level: 'run', limit: 'toolCalls', most: limits.toolCalls, used: toolCalls, next: 0 })
    if (until && now >= until.at) return stop(until.reached)
    return undefined
  }
}

function reachedBy(
  level: Level,
  limits: Limits,
  sums: Sums,
  next: { tokens: number; microUsd: number | null },
): Reached | undefined {
  const { rounds, toolCalls, tokens, microUsd } = limits
  // A run's own rounds and calls are counted by its record, in which a repeated request counts once.
  if (level !== 'run' && rounds !== null && sums.requests >= rounds)
    return { level, limit: 'rounds', most: rounds, used: sums.requests, next: 0 }
  if (level !== 'run' && toolCalls !== null && sums.toolCalls >= toolCalls)
    return { level, limit: 'toolCalls', most: toolCalls, used: sums.toolCalls, next: 0 }
  if (tokens !== null && sums.tokens + next.tokens > tokens)
    return { level, limit: 'tokens', most: tokens, used: sums.tokens, next: next.tokens }
  if (microUsd === null) return undefined
  if (next.microUsd !== null) {
    if (sums.microUsd + next.microUsd <= microUsd) return undefined
    return { level, limit: 'money', most: microUsd, used: sums.microUsd, next: next.microUsd }
  }
  const most = unpricedTokens[level]
  if (tokens !== null || sums.unpricedTokens + next.tokens <= most) return undefined
  return { level, limit: 'tokens', most, used: sums.unpricedTokens, next: next.tokens, unpriced: true }
}

/** Refused before the model did anything: nothing is charged for it. */
const unpaid = new Set<ProviderError['code']>([
  'authentication',
  'permission',
  'rate_limit',
  'overloaded',
  'invalid_request',
  'not_found',
  'billing',
  'context_overflow',
])

const charactersPerToken = 3

/** The provider's figures, with estimates for those that it did not send. */
function figuresOf(
  request: MeteredRequest,
  given: Partial<Usage>,
  { finished, characters, error }: RequestEnd,
): { usage: Usage; estimated: boolean } {
  const input = (given.input ?? 0) + (given.cacheRead ?? 0) + (given.cacheWrite5m ?? 0) + (given.cacheWrite1h ?? 0)
  const known = {
    input: given.input ?? 0,
    cacheRead: given.cacheRead ?? 0,
    cacheWrite5m: given.cacheWrite5m ?? 0,
    cacheWrite1h: given.cacheWrite1h ?? 0,
    output: given.output ?? 0,
    reasoning: given.reasoning ?? 0,
  }
  const isUnpaid = error && (unpaid.has(error.code) || error.status !== undefined || error.unsent)
  const refused = isUnpaid && input === 0 && characters === 0
  if (refused) return { usage: known, estimated: false }
  if (finished && input > 0 && given.output !== undefined) return { usage: known, estimated: false }
  const heard = Math.ceil(characters / charactersPerToken)
  const usage = {
    ...known,
    input: input > 0 ? known.input : request.inputTokens,
    output: finished && given.output !== undefined ? given.output : Math.max(known.output, heard),
  }
  return { usage, estimated: true }
}

function tokensOf(usage: Usage): number {
  return usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h + usage.output
}

/** The total time that the spans cover; they are sorted by their start. */
function unionOf(spans: readonly (readonly [number, number])[]): number {
  let total = 0
  let reached = Number.NEGATIVE_INFINITY
  for (const [from, to] of spans) {
    total += Math.max(0, to - Math.max(from, reached))
    reached = Math.max(reached, to)
  }
  return total
}
