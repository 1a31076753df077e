import type { AiAudit } from '@atelier/api'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { useMemo, useState } from 'react'
import { aiAuditQuery, auditEventsQuery, errorOf } from '../../api/index.ts'
import { Button, EmptyState, ErrorNote, Segmented, Skeleton } from '../../ui/index.ts'
import { ago } from '../../ui/time.ts'
import { providerLabel } from './providers.ts'
import styles from './Usage.module.css'
import { UsageChart } from './UsageChart.tsx'
import { UsageTable } from './UsageTable.tsx'
import { costOf, eventSentence, formatCost, formatNumber, scopeLabel } from './usageFormat.ts'

type Range = 'today' | 'week' | 'month'
const ranges: readonly { value: Range; label: string; days: number }[] = [
  { value: 'today', label: 'Today', days: 1 },
  { value: 'week', label: '7 days', days: 7 },
  { value: 'month', label: '30 days', days: 30 },
]

/** What the agent used, for what and for whom, and what was done in these settings. */
export function Usage() {
  const [range, setRange] = useState<Range>('month')
  const timeZone = useMemo(() => Intl.DateTimeFormat().resolvedOptions().timeZone, [])
  const since = useMemo(() => startOf(ranges.find(({ value }) => value === range)?.days ?? 30), [range])
  const audit = useQuery(aiAuditQuery(since, timeZone))
  return (
    <div className={styles.usage}>
      <Segmented label="Time" value={range} onChange={setRange} options={ranges} />
      {audit.isPending ? (
        <Skeleton height={220} radius={10} />
      ) : audit.isError ? (
        <ErrorNote
          title={errorOf(audit.error).message}
          actions={
            <Button size="sm" onClick={() => audit.refetch()}>
              Try again
            </Button>
          }
        >
          {errorOf(audit.error).hint}
        </ErrorNote>
      ) : audit.data.totals.requests === 0 ? (
        <section className={styles.card}>
          <EmptyState tone="agent" icon={<ChartColumn size={20} />} title="Nothing used in this time">
            Every request to a model is counted here, with its tokens and what it cost. Rehearsals cost nothing and are
            not counted.
          </EmptyState>
        </section>
      ) : (
        <Figures audit={audit.data} />
      )}
      <Events since={since} />
    </div>
  )
}

function Figures({ audit }: { audit: AiAudit }) {
  const { totals } = audit
  return (
    <>
      <dl className={styles.strip}>
        <Total label="Cost" value={costOf(totals)} />
        <Total label="Requests" value={formatNumber(totals.requests)} />
        <Total label="Input tokens" value={formatNumber(totals.inputTokens)} />
        <Total label="Output tokens" value={formatNumber(totals.completionTokens)} />
      </dl>
      {(totals.unpricedRequests > 0 || totals.estimatedRequests > 0) && (
        <p className={styles.note}>
          {totals.unpricedRequests > 0 &&
            `${formatNumber(totals.unpricedRequests)} of the requests went to models without a known price. `}
          {totals.estimatedRequests > 0 &&
            `${formatNumber(totals.estimatedRequests)} are estimates, because they were cut before the provider told.`}
        </p>
      )}
      <UsageChart days={audit.byDay} />
      <UsageTable
        title="By model"
        name="Model"
        rows={audit.byModel.map((row) => ({
          ...row,
          key: `${row.provider} ${row.model}`,
          label: row.model,
          hint: providerLabel(row.provider),
        }))}
      />
      <UsageTable
        title="By person"
        name="Person"
        rows={audit.byUser.map((row) => ({ ...row, key: row.userId, label: row.name }))}
      />
      <UsageTable
        title="By place"
        name="Place"
        rows={audit.byScope.map((row) => ({ ...row, key: row.scope, label: scopeLabel(row.scope) }))}
      />
    </>
  )
}

function Total({ label, value }: { label: string; value: string }) {
  return (
    <div className={styles.total}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Events({ since }: { since: string }) {
  const events = useInfiniteQuery(auditEventsQuery(since))
  const list = events.data?.pages.flatMap((page) => page.events) ?? []
  return (
    <section aria-label="Events" className={styles.section}>
      <h2 className={styles.subtitle}>Events</h2>
      {events.isPending ? (
        <Skeleton height={96} radius={10} />
      ) : events.isError ? (
        <ErrorNote title={errorOf(events.error).message}>{errorOf(events.error).hint}</ErrorNote>
      ) : list.length === 0 ? (
        <p className={styles.note}>
          Nothing was done in this time. Changes to providers, limits and keys, and the ends of runs, are noted here.
        </p>
      ) : (
        <ol className={styles.events}>
          {list.map((event) => (
            <li key={event.id} data-failed={event.kind === 'run.failed' ? '' : undefined}>
              <span className={styles.what}>{eventSentence(event)}</span>
              <span className={styles.who}>{event.userName}</span>
              {typeof event.detail.costUsd === 'number' && <span>{formatCost(event.detail.costUsd)}</span>}
              <time
                dateTime={new Date(event.createdAt).toISOString()}
                title={new Date(event.createdAt).toLocaleString()}
              >
                {ago(event.createdAt)}
              </time>
            </li>
          ))}
        </ol>
      )}
      {events.hasNextPage && (
        <div>
          <Button size="sm" busy={events.isFetchingNextPage} onClick={() => events.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </section>
  )
}

/** The local midnight with which a window of so many days begins; today is one of them. */
function startOf(days: number): string {
  const date = new Date()
  date.setHours(0, 0, 0, 0)
  date.setDate(date.getDate() - (days - 1))
  return date.toISOString()
}
