import type { AiAudit } from '@atelier/api'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { useMemo, useState } from 'react'
import { aiAuditQuery, auditEventsQuery, errorOf } from '../../api/index.ts'
import { Button, EmptyState, ErrorNote, Segmented, Skeleton } from '../../ui/index.ts'
import { ago } from '../../ui/time.ts'
import * as strings from '../strings.ts'
import { providerLabel } from './providers.ts'
import styles from './Usage.module.css'
import { UsageChart } from './UsageChart.tsx'
import { UsageTable } from './UsageTable.tsx'
import { windowStart } from './usageByDay.ts'
import { costOf, eventSentence, formatCost, formatNumber, scopeLabel, usageNote } from './usageFormat.ts'

type Range = 'today' | 'week' | 'month'
const ranges: readonly { value: Range; label: string; days: number }[] = [
  { value: 'today', label: strings.today, days: 1 },
  { value: 'week', label: '7 days', days: 7 },
  { value: 'month', label: '30 days', days: 30 },
]

/** The agent's usage, by purpose and person, and the log of these settings. */
export function Usage() {
  const [range, setRange] = useState<Range>('month')
  const timeZone = useMemo(() => Intl.DateTimeFormat().resolvedOptions().timeZone, [])
  const since = useMemo(() => windowStart(ranges.find(({ value }) => value === range)?.days ?? 30, new Date()), [range])
  const audit = useQuery(aiAuditQuery(since, timeZone))
  return (
    <div className={styles.usage}>
      <Segmented label={strings.time} value={range} onChange={setRange} options={ranges} />
      {audit.isPending ? (
        <Skeleton height={220} radius={10} />
      ) : audit.isError ? (
        <ErrorNote
          title={errorOf(audit.error).message}
          actions={
            <Button size="sm" onClick={() => audit.refetch()}>
              {strings.tryAgain}
            </Button>
          }
        >
          {errorOf(audit.error).hint}
        </ErrorNote>
      ) : audit.data.totals.requests === 0 ? (
        <section className="bg-surface ring rounded-card">
          <EmptyState tone="agent" icon={<ChartColumn size={20} />} title={strings.noUsage}>
            {strings.noUsageHint}
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
  const note = usageNote(totals)
  return (
    <>
      <dl className={styles.strip}>
        <Total label={strings.cost} value={costOf(totals)} />
        <Total label={strings.requests} value={formatNumber(totals.requests)} />
        <Total label={strings.inputTokens} value={formatNumber(totals.inputTokens)} />
        <Total label={strings.outputTokens} value={formatNumber(totals.completionTokens)} />
      </dl>
      {note !== '' && <p className="text-pretty tabular-nums color-secondary">{note}</p>}
      <UsageChart days={audit.byDay} />
      <UsageTable
        title={strings.byModel}
        name="Model"
        rows={audit.byModel.map((row) => ({
          ...row,
          key: `${row.provider} ${row.model}`,
          label: row.model,
          hint: providerLabel(row.provider),
        }))}
      />
      <UsageTable
        title={strings.byPerson}
        name="Person"
        rows={audit.byUser.map((row) => ({ ...row, key: row.userId, label: row.name }))}
      />
      <UsageTable
        title={strings.byPlace}
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
    <section aria-label={strings.events} className={styles.section}>
      <h2 className="type-subheading">{strings.events}</h2>
      {events.isPending ? (
        <Skeleton height={96} radius={10} />
      ) : events.isError ? (
        <ErrorNote title={errorOf(events.error).message}>{errorOf(events.error).hint}</ErrorNote>
      ) : list.length === 0 ? (
        <p className="text-pretty tabular-nums color-secondary">{strings.noEvents}</p>
      ) : (
        <ol className={styles.events}>
          {list.map((event) => (
            <li key={event.id} data-failed={event.kind === 'run.failed' ? '' : undefined}>
              <span className={styles.what}>{eventSentence(event)}</span>
              <span>{event.userName}</span>
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
            {strings.showMore}
          </Button>
        </div>
      )}
    </section>
  )
}
