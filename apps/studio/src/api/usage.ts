import * as api from '@atelier/api'
import { call } from '@atelier/api/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { unwrap } from './client.ts'

/** Usage since an instant, by the days of the viewer's own calendar. */
export const aiAuditQuery = (since: string, timeZone: string) =>
  queryOptions({
    queryKey: ['aiAudit', since, timeZone],
    queryFn: ({ signal }) => unwrap(call(api.readAudit, { query: { since, tz: timeZone } }, { signal })),
  })

/** Logged actions, newest first, a page at a time. */
export const auditEventsQuery = (since: string) =>
  infiniteQueryOptions({
    queryKey: ['auditEvents', since],
    queryFn: ({ signal, pageParam }) =>
      unwrap(call(api.listAuditEvents, { query: { since, cursor: pageParam } }, { signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.cursor,
  })

export const budgetsQuery = () =>
  queryOptions({
    queryKey: ['budgets'],
    queryFn: ({ signal }) => unwrap(call(api.readBudgets, {}, { signal })),
  })

export const saveBudgets = (body: api.BodyOf<typeof api.saveBudgets>) => call(api.saveBudgets, { body })

/** The workspace's usage in this month, and a chat's if one is passed. */
export const aiUsageQuery = (sessionId?: string) =>
  queryOptions({
    queryKey: ['aiUsage', sessionId],
    queryFn: ({ signal }) => unwrap(call(api.readUsage, { query: { sessionId } }, { signal })),
  })
