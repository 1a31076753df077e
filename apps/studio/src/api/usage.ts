import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type Static, type TSchema, Type } from 'typebox'
import { call, unwrap } from './client.ts'

const Maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]))
const sums = {
  requests: Type.Number(),
  inputTokens: Type.Number(),
  completionTokens: Type.Number(),
  cacheReadTokens: Type.Number(),
  cacheCreationTokens: Type.Number(),
  costUsd: Type.Number(),
  unpricedRequests: Type.Number(),
  estimatedRequests: Type.Number(),
}
const UsageRow = Type.Object(sums)
export type UsageRow = Static<typeof UsageRow>
const ByUser = Type.Object({ ...sums, userId: Type.String(), name: Type.String() })
const ByScope = Type.Object({ ...sums, scope: Type.String() })
const ByModel = Type.Object({ ...sums, provider: Type.String(), model: Type.String() })
const ByDay = Type.Object({ ...sums, day: Type.String() })
export type UsageByDay = Static<typeof ByDay>
const AiAudit = Type.Object({
  since: Type.String(),
  totals: UsageRow,
  byUser: Type.Array(ByUser),
  byScope: Type.Array(ByScope),
  byModel: Type.Array(ByModel),
  byDay: Type.Array(ByDay),
})
export type AiAudit = Static<typeof AiAudit>

/** What was used since an instant, by the days of the viewer's own calendar. */
export const aiAuditQuery = (since: string, timeZone: string) =>
  queryOptions({
    queryKey: ['aiAudit', since, timeZone],
    queryFn: ({ signal }) => unwrap(call(AiAudit, '/api/ai/audit', { query: { since, tz: timeZone }, signal })),
  })

const AuditEvent = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  userName: Maybe(Type.String()),
  subject: Maybe(Type.String()),
  detail: Type.Record(Type.String(), Type.Unknown()),
  createdAt: Type.Number(),
})
export type AuditEvent = Static<typeof AuditEvent>
const AuditEvents = Type.Object({ events: Type.Array(AuditEvent), cursor: Maybe(Type.String()) })

/** What was done, newest first, a page at a time. */
export const auditEventsQuery = (since: string) =>
  infiniteQueryOptions({
    queryKey: ['auditEvents', since],
    queryFn: ({ signal, pageParam }) =>
      unwrap(call(AuditEvents, '/api/ai/audit/events', { query: { since, cursor: pageParam }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.cursor ?? undefined,
  })

const Limit = Type.Union([Type.Number(), Type.Null()])
const Limits = Type.Object({ rounds: Limit, toolCalls: Limit, tokens: Limit, wallMs: Limit, usd: Limit })
export type Limits = Static<typeof Limits>
const Levels = Type.Object({ run: Limits, session: Limits, month: Limits })
export type BudgetLevels = Static<typeof Levels>
const Budgets = Type.Object({ budgets: Levels, defaults: Levels })

export const budgetsQuery = () =>
  queryOptions({
    queryKey: ['budgets'],
    queryFn: ({ signal }) => unwrap(call(Budgets, '/api/ai/budgets', { signal })),
  })

export const saveBudgets = (body: Partial<BudgetLevels>) => call(Budgets, '/api/ai/budgets', { method: 'PUT', body })

const Used = Type.Object({
  requests: Type.Number(),
  toolCalls: Type.Number(),
  tokens: Type.Number(),
  costUsd: Type.Number(),
})
const Usage = Type.Object({ month: Used, session: Type.Optional(Used) })

/** What the workspace used this month, and a chat where one is given. */
export const aiUsageQuery = (sessionId?: string) =>
  queryOptions({
    queryKey: ['aiUsage', sessionId],
    queryFn: ({ signal }) => unwrap(call(Usage, '/api/ai/usage', { query: { sessionId }, signal })),
  })
