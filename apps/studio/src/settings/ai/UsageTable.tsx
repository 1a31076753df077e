import type { UsageRow } from '@atelier/api'
import { focusIfScrolls } from '../../ui/focusIfScrolls.ts'
import * as strings from '../strings.ts'
import styles from './Usage.module.css'
import { cachedShare, costOf, formatNumber } from './usageFormat.ts'

export interface UsageTableRow extends UsageRow {
  key: string
  label: string
  hint?: string
}

/** One rollup, dearest first, its numbers in line. */
export function UsageTable({ title, name, rows }: { title: string; name: string; rows: readonly UsageTableRow[] }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className="type-subheading">{title}</h2>
      <div className={styles.scroll} ref={focusIfScrolls}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{name}</th>
              <th scope="col">{strings.cost}</th>
              <th scope="col">{strings.requests}</th>
              <th scope="col">{strings.input}</th>
              <th scope="col">{strings.fromCache}</th>
              <th scope="col">{strings.output}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  {row.label}
                  {row.hint && <span className={styles.hint}>{row.hint}</span>}
                </th>
                <td>{costOf(row)}</td>
                <td>{formatNumber(row.requests)}</td>
                <td>{formatNumber(row.inputTokens)}</td>
                <td>{cachedShare(row)}</td>
                <td>{formatNumber(row.completionTokens)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
