import { type Static, Type } from 'typebox'
import { route } from './route.ts'

const Limit = Type.Union([Type.Number(), Type.Null()])

/** The limits of use; `null` is no limit. */
export const Limits = Type.Object({ rounds: Limit, toolCalls: Limit, tokens: Limit, wallMs: Limit, usd: Limit })
export type Limits = Static<typeof Limits>

/** The limits of a run, of a session, and of the workspace in a month. */
export const BudgetLevels = Type.Object({ run: Limits, session: Limits, month: Limits })
export type BudgetLevels = Static<typeof BudgetLevels>

const Count = Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 }), Type.Null()])
export const LimitsChange = Type.Object(
  {
    rounds: Type.Optional(Count),
    toolCalls: Type.Optional(Count),
    tokens: Type.Optional(Count),
    wallMs: Type.Optional(Count),
    usd: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 1_000_000 }), Type.Null()])),
  },
  { additionalProperties: false },
)
export type LimitsChange = Static<typeof LimitsChange>

const Budgets = Type.Object({ budgets: BudgetLevels, defaults: BudgetLevels })

export const readBudgets = route({
  method: 'GET',
  path: '/api/ai/budgets',
  summary: 'The budgets of the workspace',
  who: { workspace: 'ai.chat' },
  response: Budgets,
})

export const saveBudgets = route({
  method: 'PUT',
  path: '/api/ai/budgets',
  summary: 'Changes budgets; those left out stay',
  who: { workspace: 'ai.providers.manage' },
  request: {
    body: Type.Object(
      {
        run: Type.Optional(LimitsChange),
        session: Type.Optional(LimitsChange),
        month: Type.Optional(LimitsChange),
      },
      { additionalProperties: false },
    ),
  },
  response: Budgets,
})

const used = {
  requests: Type.Number(),
  toolCalls: Type.Number(),
  tokens: Type.Number(),
  unpricedTokens: Type.Number(),
  costUsd: Type.Number(),
}

export const readUsage = route({
  method: 'GET',
  path: '/api/ai/usage',
  summary: 'What the workspace used this month (UTC), and a session',
  who: { workspace: 'ai.chat' },
  request: { query: Type.Object({ sessionId: Type.Optional(Type.String()) }) },
  response: Type.Object({
    session: Type.Optional(Type.Object(used)),
    month: Type.Object({ ...used, from: Type.Number(), until: Type.Number() }),
    limits: BudgetLevels,
  }),
})

const sums = {
  requests: Type.Number(),
  /** All input, including the cache. */
  inputTokens: Type.Number(),
  promptTokens: Type.Number(),
  completionTokens: Type.Number(),
  cacheReadTokens: Type.Number(),
  cacheCreationTokens: Type.Number(),
  reasoningTokens: Type.Number(),
  /** The cost of requests with a known price. */
  costUsd: Type.Number(),
  unpricedRequests: Type.Number(),
  /** Requests whose figures are estimates. */
  estimatedRequests: Type.Number(),
}
export const UsageRow = Type.Object(sums)
export type UsageRow = Static<typeof UsageRow>
export const UsageByDay = Type.Object({ ...sums, day: Type.String() })
export type UsageByDay = Static<typeof UsageByDay>

/** Usage since an instant, in sums. */
export const AiAudit = Type.Object({
  since: Type.String(),
  tz: Type.String(),
  totals: UsageRow,
  /** The highest cost first, like the two that follow. */
  byUser: Type.Array(Type.Object({ ...sums, userId: Type.String(), name: Type.String() })),
  byScope: Type.Array(Type.Object({ ...sums, scope: Type.String() })),
  byModel: Type.Array(Type.Object({ ...sums, provider: Type.String(), model: Type.String() })),
  byDay: Type.Array(UsageByDay),
})
export type AiAudit = Static<typeof AiAudit>

export const readAudit = route({
  method: 'GET',
  path: '/api/ai/audit',
  summary: 'What was used since `since` (ISO 8601; 30 days ago), by day in the zone `tz` (IANA; UTC)',
  who: { workspace: 'ai.audit.read' },
  request: { query: Type.Object({ since: Type.Optional(Type.String()), tz: Type.Optional(Type.String()) }) },
  response: AiAudit,
})

/** An audit event: who did what, to what, and when. */
export const AuditEvent = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  userId: Type.Optional(Type.String()),
  userName: Type.Optional(Type.String()),
  subject: Type.Optional(Type.String()),
  detail: Type.Record(Type.String(), Type.Unknown()),
  createdAt: Type.Number(),
})
export type AuditEvent = Static<typeof AuditEvent>

export const listAuditEvents = route({
  method: 'GET',
  path: '/api/ai/audit/events',
  summary: 'What was done, newest first, 50 a page',
  who: { workspace: 'ai.audit.read' },
  request: {
    query: Type.Object({
      since: Type.Optional(Type.String()),
      cursor: Type.Optional(Type.String({ maxLength: 100 })),
    }),
  },
  response: Type.Object({ events: Type.Array(AuditEvent), cursor: Type.Optional(Type.String()) }),
})
