import type { ContentConflict } from '@atelier/api'
import { Segmented, TextArea } from '../../ui/index.ts'
import * as strings from '../strings.ts'
import styles from './Review.module.css'
import { type Decision, firstText, ownValue, shownValue } from './resolutions.ts'

/** A value that both sides have changed: how it was, both sides, and which one is taken, or another value. */
export function ConflictChoice({
  conflict,
  place,
  field,
  decision,
  onDecide,
}: {
  conflict: ContentConflict
  /** The names of its model and entry. */
  place: string
  /** The label of its field. */
  field: string
  decision: Decision | undefined
  onDecide: (decision: Decision) => void
}) {
  const { locale, kind, isGone, base, ours, theirs } = conflict
  const isValue = kind === 'value'
  const name = !isValue ? place : locale === '' || locale === '*' ? field : strings.fieldIn(field, locale)
  const sides = [
    [strings.was, base],
    [strings.proposed, ours],
    [strings.inTheContent, theirs],
  ] as const
  const read = decision?.take === 'value' ? ownValue(conflict, decision.text) : undefined
  return (
    <div className={styles.card}>
      <h3 className={styles.cardTitle}>
        {name}
        {isValue && <span className="quiet">{place}</span>}
      </h3>
      {isValue ? (
        <dl className={styles.three}>
          {sides.map(([label, value]) => (
            <div key={label}>
              <dt className="quiet">{label}</dt>
              <dd className={styles.side}>{shownValue(value)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p>{kind === 'deleted_theirs' ? strings.deletedThere : strings.deletedHere}</p>
      )}
      <Segmented<Decision['take'] | 'none'>
        label={strings.takeFor(name)}
        value={decision?.take ?? 'none'}
        onChange={(take) => {
          if (take === 'value') onDecide({ take, text: firstText(conflict) })
          else if (take !== 'none') onDecide({ take })
        }}
        options={[
          { value: 'ours', label: strings.takeProposed, disabled: isGone === true },
          { value: 'theirs', label: strings.keepContent },
          ...(isValue ? [{ value: 'value' as const, label: strings.ownValue }] : []),
        ]}
      />
      {decision?.take === 'value' && (
        <TextArea
          label={strings.ownValueFor(name)}
          className={styles.own}
          rows={3}
          value={decision.text}
          error={read?.ok === false ? read.error : undefined}
          onChange={(event) => onDecide({ take: 'value', text: event.currentTarget.value })}
        />
      )}
    </div>
  )
}
