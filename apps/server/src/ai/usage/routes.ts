import { isDeepStrictEqual } from 'node:util'
import { type LimitsChange, listAuditEvents, readAudit, readBudgets, readUsage, saveBudgets } from '@atelier/api'
import { Hono } from 'hono'
import type { Environment } from '../../auth/environment.ts'
import type { Identity } from '../../auth/identity.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { createMount, type MountServices } from '../../workspaces/mount.ts'
import type { Audit } from '../audit/audit.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { BudgetStore } from './budgets.ts'
import { type Budgets, defaultBudgets, type Limits, levels } from './budgets.ts'
import { monthEnd, monthStart } from './month.ts'
import type { Sums } from './sums.ts'
import type { UsageReader } from './usage.ts'

interface UsageServices extends MountServices {
  audit: Audit
  budgets: BudgetStore
  usage: UsageReader
  sessions: Sessions
  now(): number
}

const windowMs = 30 * 86_400_000
const eventsPerPage = 50

/** The agent's usage, its limits, and the log of the workspace's AI settings. */
export function usageRoutes(services: UsageServices): Hono<Environment> {
  const { audit, budgets, usage, sessions, now } = services
  const routes = new Hono<Environment>()
  const mount = createMount(services)

  const answered = async (workspaceId: string) => {
    const current = await budgets.of(workspaceId)
    return { budgets: budgetsInDollars(current), defaults: budgetsInDollars(defaultBudgets) }
  }

  mount(routes, readBudgets, ({ identity }) => answered(identity.workspaceId))

  mount(routes, saveBudgets, async ({ identity, body: input }) => {
    const current = await budgets.of(identity.workspaceId)
    const change: Partial<Budgets> = {}
    for (const level of levels) {
      const given = input[level]
      const next = given && merged(current[level], given)
      if (next && !isDeepStrictEqual(next, current[level])) change[level] = next
    }
    await budgets.set(identity.workspaceId, change)
    for (const level of levels) {
      const limits = change[level]
      if (limits) await audit.record({ ...by(identity), kind: 'budget.changed', subject: level, detail: { ...limits } })
    }
    return answered(identity.workspaceId)
  })

  mount(routes, readUsage, async ({ identity, query: { sessionId } }) => {
    if (sessionId !== undefined && !(await sessions.find(identity, sessionId))) throw notFound('session')
    const { session, month } = await usage.sums(identity.workspaceId, sessionId)
    const at = now()
    return {
      ...(session ? { session: used(session) } : {}),
      month: { ...used(month), from: monthStart(at), until: monthEnd(at) },
      limits: budgetsInDollars(await budgets.of(identity.workspaceId)),
    }
  })

  mount(routes, readAudit, async ({ identity, query }) => {
    const since = readSince(query.since, now())
    const timeZone = readTimeZone(query.tz)
    const rollups = await usage.rollups(identity.workspaceId, since, timeZone)
    return { since: new Date(since).toISOString(), tz: timeZone, ...rollups }
  })

  mount(routes, listAuditEvents, async ({ identity, query: { since, cursor } }) => {
    const page = { since: readSince(since, now()), cursor, limit: eventsPerPage }
    return audit.list(identity.workspaceId, page)
  })

  return routes
}

function by({ workspaceId, userId }: Identity) {
  return { workspaceId, userId }
}

/** Money leaves in dollars, as it comes. */
function budgetsInDollars(all: Budgets) {
  const of = ({ microUsd, ...limits }: Limits) => ({ ...limits, usd: microUsd === null ? null : microUsd / 1e6 })
  return { run: of(all.run), session: of(all.session), month: of(all.month) }
}

function merged(current: Limits, { usd, ...given }: LimitsChange): Limits {
  return {
    ...current,
    ...given,
    ...(usd === undefined ? {} : { microUsd: usd === null ? null : Math.round(usd * 1e6) }),
  }
}

function used({ requests, toolCalls, tokens, unpricedTokens, microUsd }: Sums) {
  return { requests, toolCalls, tokens, unpricedTokens, costUsd: microUsd / 1e6 }
}

/** ISO 8601; thirty days ago when absent. */
function readSince(text: string | undefined, at: number): number {
  if (text === undefined) return at - windowMs
  const since = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isFinite(since) && since >= 0) return since
  throw new Refusal(400, 'invalid_input', 'since should be a time in ISO 8601.', {
    path: '/since',
    expected: 'a time such as 2026-11-01T00:00:00Z',
    received: JSON.stringify(text.slice(0, 100)),
  })
}

/** An IANA name; UTC when absent. */
function readTimeZone(name: string | undefined): string {
  if (name === undefined) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    throw new Refusal(400, 'invalid_input', 'tz should be the name of a time zone.', {
      path: '/tz',
      expected: 'an IANA name such as Europe/Bratislava',
      received: JSON.stringify(name.slice(0, 100)),
    })
  }
}
