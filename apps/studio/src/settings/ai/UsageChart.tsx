import type { UsageByDay } from '@atelier/api'
import { Tooltip } from '../../ui/index.ts'
import * as strings from '../strings.ts'
import styles from './Usage.module.css'
import { costOf, formatCost, formatNumber } from './usageFormat.ts'

/** A bar for each day, by what it cost; by tokens if nothing has a price. */
export function UsageChart({ days }: { days: readonly UsageByDay[] }) {
  const priced = days.some(({ costUsd }) => costUsd > 0)
  const sizeOf = (day: UsageByDay) => (priced ? day.costUsd : day.inputTokens + day.completionTokens)
  const most = Math.max(...days.map(sizeOf), 0)
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last || most === 0) return null
  return (
    <figure className={styles.chart} aria-label={priced ? strings.costPerDay : strings.tokensPerDay}>
      <figcaption className={styles.chartHead}>
        <span className={styles.subtitle}>{priced ? strings.costPerDay : strings.tokensPerDay}</span>
        <span className={styles.note}>
          {strings.highest} {priced ? formatCost(most) : formatNumber(most)}
        </span>
      </figcaption>
      <ol className={styles.bars}>
        {days.map((day) => {
          const text = `${dayLabel(day.day)}: ${costOf(day)}, ${formatNumber(day.requests)} requests`
          return (
            <li key={day.day}>
              <Tooltip label={text} side="top">
                <button type="button" className={styles.bar} aria-label={text}>
                  <span
                    style={{ height: `${(sizeOf(day) / most) * 100}%` }}
                    data-empty={sizeOf(day) === 0 ? '' : undefined}
                  />
                </button>
              </Tooltip>
            </li>
          )
        })}
      </ol>
      <div className={styles.axis} aria-hidden="true">
        <span>{dayLabel(first.day)}</span>
        {last !== first && <span>{dayLabel(last.day)}</span>}
      </div>
    </figure>
  )
}

/** A calendar day as it is, whatever zone the reader is in. */
function dayLabel(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })
}
