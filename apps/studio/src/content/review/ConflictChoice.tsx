import { Segmented } from '../../ui/index.ts'
import type { BranchConflict } from '../session/handles.ts'
import * as strings from '../strings.ts'
import styles from './Review.module.css'
import { shownValue } from './Sides.tsx'

export type Take = 'ours' | 'theirs'

/** A value that both sides have changed: how it was, both sides, and which one is taken. */
export function ConflictChoice({
  conflict: { model, entry, locale, field, base, ours, theirs },
  taken,
  onTake,
}: {
  conflict: BranchConflict
  taken: Take | undefined
  onTake: (take: Take) => void
}) {
  const place = [model, entry].filter((part) => part !== '').join('/')
  const name = locale === '' || locale === '*' ? field : strings.fieldIn(field, locale)
  const sides = [
    [strings.was, base],
    [strings.proposed, ours],
    [strings.inTheContent, theirs],
  ] as const
  return (
    <div className={styles.card}>
      <h3 className={styles.cardTitle}>
        {name}
        <span className={styles.quiet}>{place}</span>
      </h3>
      <dl className={styles.three}>
        {sides.map(([label, value]) => (
          <div key={label}>
            <dt className={styles.quiet}>{label}</dt>
            <dd className={styles.side}>{shownValue(value)}</dd>
          </div>
        ))}
      </dl>
      <Segmented<Take | 'none'>
        label={strings.takeFor(name)}
        value={taken ?? 'none'}
        onChange={(next) => next !== 'none' && onTake(next)}
        options={[
          { value: 'ours', label: strings.takeProposed },
          { value: 'theirs', label: strings.keepContent },
        ]}
      />
    </div>
  )
}
