import type { UsageByDay } from '@atelier/api'
import { Tooltip } from '../../ui/index.ts'
import * as strings from '../strings.ts'
import styles from './Usage.module.css'
import { usageChart } from './usageByDay.ts'

/** A bar for each day, by what it cost; by tokens if nothing has a price. */
export function UsageChart({ days }: { days: readonly UsageByDay[] }) {
  const chart = usageChart(days)
  if (!chart) return null
  return (
    <figure className="m-0" aria-label={chart.title}>
      <figcaption className="flex wrap items-baseline justify-between gap-8">
        <span className="type-subheading">{chart.title}</span>
        <span className="text-pretty tabular-nums color-secondary">
          {strings.highest} {chart.highest}
        </span>
      </figcaption>
      <div className={styles.chart} ref={showNewest}>
        <div>
          <ol className={styles.bars}>
            {chart.bars.map(({ day, text, percent }) => (
              <li key={day}>
                <Tooltip label={text} side="top">
                  <button type="button" className={styles.bar} aria-label={text}>
                    <span style={{ height: `${percent}%` }} data-empty={percent === 0 ? '' : undefined} />
                  </button>
                </Tooltip>
              </li>
            ))}
          </ol>
          <div className={styles.axis} aria-hidden="true">
            {chart.axis.map((label) => (
              <span key={label}>{label}</span>
            ))}
          </div>
        </div>
      </div>
    </figure>
  )
}

/** A narrow window shows the newest days first. */
function showNewest(chart: HTMLDivElement | null): void {
  if (chart) chart.scrollLeft = chart.scrollWidth
}
